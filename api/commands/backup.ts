import { defineCommand } from "../tools/define-command.ts";

export const command = defineCommand({
  name: "npm run backup",
  summary: "Writes the embedded engine's data and secret into one file.",
  operands: { usage: "<file>", least: 1, most: 1 },
  needs: ["engine"],
  run(_values, [file = ""]) {
    process.argv.splice(2, Number.POSITIVE_INFINITY, "backup", file);
    return import("../src/database/backup-command.ts");
  },
});
