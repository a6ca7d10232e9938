import { defineCommand } from "../tools/define-command.ts";

export const command = defineCommand({
  name: "node api/tools/command.mjs api/commands/set-up",
  summary:
    "Installs the packages, compiles the API and its tools, and fetches the embedded engine's C library.",
  needs: ["engine"],
  run: async () => 0,
});
