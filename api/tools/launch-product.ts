import { spawn } from "node:child_process";
import { rmSync } from "node:fs";
import { endProcess } from "./child-process.ts";
import { freePort, ready } from "./network.ts";
import { root } from "./run-step.mjs";
import { makeScratchFolder } from "./scratch-folder.ts";

const startTimeoutMs = 180_000;

export type Product = Awaited<ReturnType<typeof launchProduct>>;

/**
 * Starts the built product on a free port.
 * @param env overrides variables of the environment
 * @param folder of its data; a temporary one by default
 */
export async function launchProduct(env: Record<string, string> = {}, folder?: string) {
  const dataDir = folder ?? makeScratchFolder("e2e");
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const server = spawn(process.execPath, ["api/dist/src/server.js"], {
    cwd: root,
    env: {
      ...process.env,
      NODE_ENV: "development",
      PORT: String(port),
      PUBLIC_URL: url,
      DATA_DIR: dataDir,
      SEED_DEMO: "true",
      LOG_LEVEL: "warn",
      ...env,
    },
    stdio: ["ignore", "ignore", "inherit"],
  });
  await ready(url, startTimeoutMs, server);
  return {
    url,
    dataDir,
    /** Ends it as a crash does; its data is kept. */
    kill: () => endProcess(server, "SIGKILL"),
    /** Ends it, and removes its data unless the caller gave the folder. */
    async stop(): Promise<void> {
      await endProcess(server);
      // The database may still be writing its last files.
      if (folder === undefined) {
        rmSync(dataDir, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
      }
    },
  };
}
