import { defineCommand } from "../../tools/define-command.ts";
import { asteriskPackages } from "../../tools/programs/asterisk-packages.ts";

export const command = defineCommand({
  name: "node api/tools/command.mjs api/commands/test/fetch-asterisk",
  summary: "Fetches the packages of npm run test:pbx, so that CI can do it in the background.",
  run: asteriskPackages,
});
