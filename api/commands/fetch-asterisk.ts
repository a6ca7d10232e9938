import { asteriskPackages } from "../tools/asterisk-packages.ts";
import { defineCommand } from "../tools/define-command.ts";

export const command = defineCommand({
  name: "node api/tools/command.mjs api/commands/fetch-asterisk",
  summary: "Fetches what npm run test:pbx needs, for a machine that does something else meanwhile.",
  run: asteriskPackages,
});
