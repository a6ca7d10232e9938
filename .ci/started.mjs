// Starts the product as a newcomer does and walks one journey through it: the Playwright project `started`,
// which finds the product at SOUFFLEUR_URL.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { ensureBrowser } from "../api/scripts/browser.mjs";
import { root } from "../api/scripts/run.mjs";
import { playwright, tell } from "../api/scripts/test-reports.mjs";

const startLimitMs = 300_000;
const stopLimitMs = 20_000;

const dataDir = await mkdtemp(path.join(tmpdir(), "souffleur-started-"));
const port = await freePort();
const url = `http://localhost:${port}`;
const result = { passed: 0, failed: 0 };

console.log(`Starting the product on ${url} …`);
// A group of its own, so that a product that does not stop can be ended with all that it started.
const product = spawn("npm", ["start", "--silent"], {
  cwd: root,
  env: { ...process.env, PORT: String(port), DATA_DIR: path.join(dataDir, "data") },
  stdio: ["ignore", "inherit", "inherit"],
  detached: true,
});
const exited = once(product, "exit").then(([code, signal]) => signal ?? code);
try {
  await ready();
  await journey();
} catch (error) {
  console.error(error.message);
  result.failed += 1;
} finally {
  await stop();
  await rm(dataDir, { recursive: true, force: true });
}
console.log(`${result.passed} passed, ${result.failed} failed`);
process.exitCode = result.passed > 0 && result.failed === 0 ? 0 : 1;

async function freePort() {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port: free } = server.address();
  server.close();
  await once(server, "close");
  return free;
}

async function ready() {
  const giveUp = AbortSignal.timeout(startLimitMs);
  const ended = exited.then((how) => {
    throw new Error(`The product ended while it was starting (${how}).`);
  });
  const answers = async () => {
    while (!giveUp.aborted) {
      const answer = await fetch(`${url}/health/ready`, { signal: giveUp }).catch(() => undefined);
      if (answer?.ok) return;
      await delay(100);
    }
    throw new Error("The product did not get ready.");
  };
  await Promise.race([ended, answers()]);
}

async function journey() {
  const verdict = await playwright("started", ["--project=started"], {
    SOUFFLEUR_URL: url,
    CHROMIUM_PATH: await ensureBrowser(),
  });
  tell(verdict);
  result.passed += verdict.passed;
  result.failed += verdict.failed;
  if (result.passed + result.failed === 0) throw new Error("There is no journey to walk.");
}

/** A stop that is asked for has to be clean as well. */
async function stop() {
  if (product.exitCode !== null || product.signalCode !== null) return;
  product.kill("SIGTERM");
  const how = await Promise.race([exited, delay(stopLimitMs, "no end")]);
  if (how === 0) return;
  console.error(`The product did not stop cleanly (${how}).`);
  result.failed += 1;
  if (how === "no end") process.kill(-product.pid, "SIGKILL");
}
