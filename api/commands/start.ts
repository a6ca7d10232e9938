import { defineCommand } from "../tools/define-command.ts";

export const command = defineCommand({
  name: "npm start",
  summary: "Installs, builds what has changed, and serves the product until a signal or Ctrl-C.",
  needs: ["engine", "bundles"],
  run: () => import("../src/server.ts"),
});
