import { ConfigError, readConfig } from "../config.ts";
import { createLogger } from "../http/logger.ts";
import { startEmbeddedEngine } from "./embedded-engine.ts";
import { DatabaseStartError } from "./start-error.ts";

/**
 * `npm run database`: the embedded engine alone, until a signal or Ctrl-C. Prints its address, which stays good
 * while this runs, for any number of processes on this machine: `MONGODB_URI=… npm run serve`.
 */
async function main(): Promise<void> {
  const config = readConfig(process.env);
  const log = createLogger("warn");
  const engine = await startEmbeddedEngine({ dataDir: config.DATA_DIR, log, say: console.error });
  console.log(engine.uri);
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    process.on(signal, () => {
      engine.close().then(
        () => process.exit(0),
        () => process.exit(1),
      );
    });
  }
}

main().catch((error: unknown) => {
  const foreseen = error instanceof ConfigError || error instanceof DatabaseStartError;
  console.error(foreseen ? error.message : error);
  process.exit(1);
});
