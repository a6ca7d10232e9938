import { defineCommand } from "../tools/define-command.ts";
import { StepError } from "../tools/step-error.mjs";
import { allBundles, isBuilt } from "../tools/workspace.ts";

export const command = defineCommand({
  name: "npm run serve",
  summary: "Serves the existing build; installs and builds nothing.",
  async run() {
    if (!allBundles().every(isBuilt)) {
      throw new StepError("Not everything is built yet: run `npm start` once, which installs and builds.");
    }
    await import("../src/server.ts");
  },
});
