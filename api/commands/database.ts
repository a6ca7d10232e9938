import { readConfig } from "../src/config.ts";
import { startEmbeddedEngine } from "../src/database/embedded-engine.ts";
import { createLogger } from "../src/http/logger.ts";
import { defineCommand } from "../tools/define-command.ts";

export const command = defineCommand({
  name: "npm run database",
  summary: "Runs the embedded engine alone until a signal or Ctrl-C, and prints its address for MONGODB_URI.",
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
