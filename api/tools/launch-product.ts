import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { freePort, isReady } from "./network.ts";
import { root } from "./run-step.mjs";

const startTimeoutMs = 60_000;

export interface Product {
  url: string;
  dataDir: string;
  /** Ends it and removes its data. */
  stop(): Promise<void>;
}

/**
 * Starts the built product on a free port with a data folder of its own.
 * @param env variables over the environment's own
 */
export async function launchProduct(env: Record<string, string> = {}): Promise<Product> {
  const dataDir = mkdtempSync(path.join(tmpdir(), "souffleur-e2e-"));
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
    stdio: ["ignore", "pipe", "inherit"],
  });
  await ready(server, url);
  return {
    url,
    dataDir,
    async stop() {
      const ended = once(server, "exit");
      server.kill("SIGTERM");
      await ended;
      // The database's last files may still be on their way.
      rmSync(dataDir, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
    },
  };
}

/** The server says in its output when it serves; an exit before that is the set-up's failure. */
function ready(server: ChildProcess, url: string): Promise<void> {
  return new Promise((resolve, reject) => {
    let output = "";
    const timer = setTimeout(
      () => reject(new Error(`The product did not start in time:\n${output}`)),
      startTimeoutMs,
    );
    server.once("exit", (code) => reject(new Error(`The product ended with ${code}:\n${output}`)));
    server.stdout?.setEncoding("utf8").on("data", async (text: string) => {
      output += text;
      if (!(await isReady(url))) return;
      clearTimeout(timer);
      resolve();
    });
  });
}
