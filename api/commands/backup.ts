import { backUp } from "../src/database/backup.ts";
import { defineCommand } from "../tools/define-command.ts";
import { withEmbeddedData } from "./stored-data.ts";

export const command = defineCommand({
  name: "npm run backup",
  summary: "Writes the embedded engine's data and secret into one file.",
  operands: { usage: "<file>", least: 1, most: 1 },
  needs: ["engine"],
  run: (_values, [given = ""]) =>
    withEmbeddedData(given, "mongodump", async (place) => {
      const { documents, bytes } = await backUp(place);
      const what = `${documents} documents to ${place.file} (${Math.ceil(bytes / 1000)} kB)`;
      console.log(`Wrote ${what}. It holds secrets: keep it safe.`);
    }),
});
