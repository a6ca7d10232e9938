import { defineCommand, prepareBundles } from "../tools/define-command.ts";
import { prepareEngine } from "../tools/programs/c-library.ts";

export const command = defineCommand({
  name: "npm start",
  summary: "Installs, builds what has changed, and serves the product until a signal or Ctrl-C.",
  async run() {
    // The server's modules load while another process looks at the bundles.
    await Promise.all([prepareEngine(), prepareBundles(), import("../src/app.ts")]);
    await import("../src/server.ts");
  },
});
