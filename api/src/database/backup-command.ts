import { resolve } from "node:path";
import { ConfigError, readConfig } from "../config.ts";
import { createLogger } from "../http/logger.ts";
import { backUp, restore } from "./backup.ts";
import { BackupError, isFileProblem } from "./backup-file.ts";
import { DatabaseStartError } from "./start-error.ts";

/** `npm run backup -- <file>` and `npm run restore -- <file>`: the embedded engine's data, in one file. */
async function main(what: string | undefined, given: string | undefined): Promise<string> {
  if ((what !== "backup" && what !== "restore") || given === undefined) {
    throw new BackupError(`npm run ${what ?? "backup"} -- <file>`);
  }
  const { DATA_DIR: dataDir, MONGODB_URI } = readConfig(process.env);
  if (MONGODB_URI !== undefined) {
    const tool = what === "backup" ? "mongodump" : "mongorestore";
    throw new BackupError(`MONGODB_URI is set: a MongoDB server's data is for its own tool, ${tool}.`);
  }
  const file = resolve(given);
  const place = { dataDir, file, log: createLogger("warn") };
  if (what === "restore") {
    const { documents } = await restore(place);
    return `Restored ${documents} documents into ${resolve(dataDir)}.`;
  }
  const { documents, bytes } = await backUp(place);
  return `Wrote ${documents} documents to ${file} (${Math.ceil(bytes / 1000)} kB). It holds secrets: keep it safe.`;
}

main(process.argv[2], process.argv[3]).then(console.log, (error: unknown) => {
  const foreseen =
    isFileProblem(error) ||
    [BackupError, ConfigError, DatabaseStartError].some((kind) => error instanceof kind);
  console.error(foreseen && error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
