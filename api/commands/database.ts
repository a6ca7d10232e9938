import { resolve } from "node:path";
import { readConfig } from "../src/config.ts";
import { backUp, restore } from "../src/database/backup.ts";
import { startEmbeddedEngine } from "../src/database/embedded-engine.ts";
import { createLogger } from "../src/http/logger.ts";
import { defineCommand, withSubcommands } from "../tools/define-command.ts";
import { withEmbeddedData } from "./stored-data.ts";

const file = { usage: "<file>", least: 1, most: 1 };

const run = defineCommand({
  name: "npm run database",
  summary:
    "Runs the embedded engine alone until a signal or Ctrl-C, and prints its address for MONGODB_URI. `backup <file>` and\n" +
    "`restore <file>` write its data into a file and read them from it; each has a --help of its own.",
  needs: ["engine"],
  async run() {
    const { DATA_DIR: dataDir } = readConfig(process.env);
    const engine = await startEmbeddedEngine({ dataDir, log: createLogger("warn"), onNotice: console.error });
    // Not `once`: through npm one Ctrl-C arrives twice.
    const stopped = new Promise<void>((stop) => {
      for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => stop());
    });
    // Only now, because its reader may send the signal at once.
    console.log(engine.uri);
    await stopped;
    await engine.close();
    return 0;
  },
});

export const command = withSubcommands(run, {
  backup: defineCommand({
    name: "npm run database -- backup",
    summary: "Writes the embedded engine's data and secret into one file.",
    operands: file,
    needs: ["engine"],
    run: (_values, [given = ""]) =>
      withEmbeddedData(given, "mongodump", async (place) => {
        const { documents, bytes } = await backUp(place);
        const what = `${documents} documents to ${place.file} (${Math.ceil(bytes / 1000)} kB)`;
        console.log(`Wrote ${what}. It holds secrets: keep it safe.`);
      }),
  }),
  restore: defineCommand({
    name: "npm run database -- restore",
    summary: "Fills an empty DATA_DIR from a backup file.",
    operands: file,
    needs: ["engine"],
    run: (_values, [given = ""]) =>
      withEmbeddedData(given, "mongorestore", async (place) => {
        const { documents } = await restore(place);
        console.log(`Restored ${documents} documents into ${resolve(place.dataDir)}.`);
      }),
  }),
});
