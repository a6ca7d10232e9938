import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { endProcess } from "./end-process.ts";
import { freePort, ready } from "./network.ts";
import { root } from "./run-step.mjs";

const startTimeoutMs = 60_000;

export interface Product {
  url: string;
  dataDir: string;
  /** Ends it as a crash does; its data stays. */
  kill(): Promise<unknown>;
  /** Ends it, and removes its data unless the caller named the folder. */
  stop(): Promise<void>;
}

/**
 * Starts the built product on a free port.
 * @param env variables over the environment's own
 * @param folder of its data; one of its own where none is named
 */
export async function launchProduct(env: Record<string, string> = {}, folder?: string): Promise<Product> {
  const dataDir = folder ?? mkdtempSync(path.join(tmpdir(), "souffleur-e2e-"));
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
    kill: () => endProcess(server, "SIGKILL"),
    async stop() {
      await endProcess(server);
      // The database's last files may still be on their way.
      if (folder === undefined) {
        rmSync(dataDir, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
      }
    },
  };
}
