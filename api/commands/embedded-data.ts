import { resolve } from "node:path";
import { readConfig } from "../src/config.ts";
import type { backUp } from "../src/database/backup.ts";
import { isFileProblem } from "../src/database/backup-file.ts";
import { createLogger } from "../src/http/logger.ts";
import { StepError } from "../tools/step-error.mjs";

/**
 * What backup and restore have in common.
 * @param serverTool does the same for the data of a MongoDB server
 * @param work gets the data folder and the file
 */
export async function withEmbeddedData(
  file: string,
  serverTool: string,
  work: (place: Parameters<typeof backUp>[0]) => Promise<void>,
): Promise<void> {
  const { DATA_DIR: dataDir, MONGODB_URI } = readConfig(process.env);
  if (MONGODB_URI !== undefined) {
    throw new StepError(`MONGODB_URI is set: a MongoDB server's data is for its own tool, ${serverTool}.`);
  }
  try {
    await work({ dataDir, file: resolve(file), log: createLogger("warn") });
  } catch (error) {
    throw isFileProblem(error) ? new StepError(error.message) : error;
  }
}
