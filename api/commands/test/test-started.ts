import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { defineCommand } from "../../tools/define-command.ts";
import { freePort, ready } from "../../tools/network.ts";
import { ensureBrowser, ensureFirefox } from "../../tools/programs/browser.ts";
import { explain, root } from "../../tools/run-step.mjs";
import { nothingRun, playwright, reportTests, type TestResult } from "./test-reports.ts";

const startLimitMs = 300_000;
const stopLimitMs = 20_000;

export const command = defineCommand({
  name: "node api/tools/command.mjs api/commands/test/test-started",
  summary:
    "Starts the product by npm start, and tests it in Chromium and in Firefox, or by the given tests alone.",
  operands: { usage: "[path …]" },
  async run(_values, paths) {
    const verdict = await testStarted(paths);
    reportTests(verdict);
    return verdict.passed > 0 && verdict.failed === 0 ? 0 : 1;
  },
});

async function testStarted(paths: readonly string[]): Promise<TestResult> {
  const dataDir = await mkdtemp(path.join(tmpdir(), "souffleur-started-"));
  const port = await freePort();
  const url = `http://localhost:${port}`;
  console.log(`Starting the product on ${url} …`);
  const product = startByNpm({ PORT: String(port), DATA_DIR: path.join(dataDir, "data") });
  let verdict = nothingRun();
  try {
    const [firefox] = await Promise.all([ensureFirefox(), ready(url, startLimitMs, product.child)]);
    if (firefox === undefined) console.log("There is no Firefox here: only Chromium is tested.");
    // The Playwright project that finds the product at SOUFFLEUR_URL.
    const env = {
      SOUFFLEUR_URL: url,
      CHROMIUM_PATH: await ensureBrowser(),
      ...(firefox !== undefined && { FIREFOX_PATH: firefox }),
    };
    verdict = await playwright("started", ["--project=started", ...paths], env);
    if (verdict.passed + verdict.failed === 0) throw new Error("There is no test to run.");
  } catch (error) {
    explain(error);
    verdict.failed += 1;
  } finally {
    const how = await product.stop();
    if (how !== 0) {
      console.error(`The product did not stop cleanly (${how}).`);
      verdict.failed += 1;
    }
    await rm(dataDir, { recursive: true, force: true });
  }
  return verdict;
}

function startByNpm(env: Record<string, string>) {
  // A process group of its own, so that a product that does not stop can be killed with all its children.
  const product = spawn("npm", ["start", "--silent"], {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ["ignore", "inherit", "inherit"],
    detached: true,
  });
  const exited = once(product, "exit").then(([code, signal]): number | string => signal ?? code);
  return {
    child: product,
    /** @returns the exit code or the signal; 0 for a clean stop */
    async stop(): Promise<number | string> {
      if (product.exitCode !== null || product.signalCode !== null) return exited;
      product.kill("SIGTERM");
      const how = await Promise.race([exited, delay(stopLimitMs, "no end")]);
      if (how === "no end" && product.pid !== undefined) process.kill(-product.pid, "SIGKILL");
      return how;
    },
  };
}
