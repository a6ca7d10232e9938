import { resolve } from "node:path";
import type { Connection } from "mongoose";
import { type Config, readConfig } from "../src/config.ts";
import type { backUp } from "../src/database/backup.ts";
import { isFileProblem } from "../src/database/backup-file.ts";
import { connectDatabase } from "../src/database/connect.ts";
import { startEmbeddedEngine } from "../src/database/embedded-engine.ts";
import { createLogger } from "../src/http/logger.ts";
import { StepError } from "../tools/step-error.mjs";

/** Works with the configured MongoDB server, or with the embedded engine, which it starts and stops. */
export async function withDatabase<Result>(
  { MONGODB_URI, DATA_DIR: dataDir }: Config,
  work: (connection: Connection) => Promise<Result>,
): Promise<Result> {
  const log = createLogger("silent");
  const engine = MONGODB_URI === undefined ? await startEmbeddedEngine({ dataDir, log }) : undefined;
  try {
    const connection = await connectDatabase(MONGODB_URI ?? engine?.uri ?? "", log);
    try {
      return await work(connection);
    } finally {
      await connection.close();
    }
  } finally {
    await engine?.close();
  }
}

/**
 * Backs up or restores the embedded engine's data.
 * @param serverTool does the same for a MongoDB server
 * @param work is called with the data folder and the file
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
