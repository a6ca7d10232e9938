import { existsSync, readdirSync } from "node:fs";
import path from "node:path";
import { defineCommand } from "../tools/define-command.ts";
import { root } from "../tools/run-step.mjs";
import { StepError } from "../tools/step-error.mjs";

export const command = defineCommand({
  name: "npm run serve",
  summary: "Serves what is built, and neither installs nor builds anything.",
  async run() {
    const packages = readdirSync(root).filter((name) =>
      existsSync(path.join(root, name, "webpack.config.cjs")),
    );
    const isBuilt = (name: string) =>
      existsSync(path.join(root, name, "dist", name === "shell" ? "index.html" : "release.json"));
    if (!packages.every(isBuilt)) {
      throw new StepError("Not everything is built yet: run `npm start` once, which installs and builds.");
    }
    await import("../src/server.ts");
  },
});
