import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Connection } from "mongoose";
import type { Config } from "../config.ts";
import type { Logger } from "../http/logger.ts";
import { connectDatabase } from "./connect.ts";
import { addressFile, startEmbeddedEngine } from "./embedded-engine.ts";
import { DatabaseStartError } from "./start-error.ts";

/**
 * Opens the product's database for a command, also while the product runs: the MongoDB server, the engine of the process
 * that has the data folder, or an engine of its own.
 * @throws DatabaseStartError where none can be reached
 */
export async function openDatabase(
  { MONGODB_URI, DATA_DIR: dataDir }: Pick<Config, "MONGODB_URI" | "DATA_DIR">,
  log: Logger,
): Promise<{ connection: Connection; close(): Promise<void> }> {
  const connected = async (uri: string, end = async () => {}) => {
    const connection = await connectDatabase(uri, log);
    return {
      connection,
      async close() {
        await connection.close();
        await end();
      },
    };
  };
  if (MONGODB_URI !== undefined) return connected(MONGODB_URI);
  try {
    const engine = await startEmbeddedEngine({ dataDir, log });
    return await connected(engine.uri, engine.close);
  } catch (refused) {
    if (!(refused instanceof DatabaseStartError)) throw refused;
    const uri = runningEngine(dataDir);
    if (uri === undefined) throw refused;
    // Where none answers, as after a crash, the reason is why none could be started.
    return connected(uri).catch(() => {
      throw refused;
    });
  }
}

/** The address that the process with the folder has written there; a killed one may have left its own. */
function runningEngine(dataDir: string): string | undefined {
  try {
    return readFileSync(join(dataDir, addressFile), "utf8");
  } catch {
    return undefined;
  }
}
