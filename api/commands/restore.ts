import { defineCommand } from "../tools/define-command.ts";

export const command = defineCommand({
  name: "npm run restore",
  summary: "Fills an empty DATA_DIR from a backup's file.",
  operands: { usage: "<file>", least: 1, most: 1 },
  needs: ["engine"],
  run(_values, [file = ""]) {
    process.argv.splice(2, Number.POSITIVE_INFINITY, "restore", file);
    return import("../src/database/backup-command.ts");
  },
});
