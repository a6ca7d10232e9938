import { resolve } from "node:path";
import { restore } from "../src/database/backup.ts";
import { defineCommand } from "../tools/define-command.ts";
import { withEmbeddedData } from "./stored-data.ts";

export const command = defineCommand({
  name: "npm run restore",
  summary: "Fills an empty DATA_DIR from a backup file.",
  operands: { usage: "<file>", least: 1, most: 1 },
  needs: ["engine"],
  run: (_values, [given = ""]) =>
    withEmbeddedData(given, "mongorestore", async (place) => {
      const { documents } = await restore(place);
      console.log(`Restored ${documents} documents into ${resolve(place.dataDir)}.`);
    }),
});
