import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { freePort } from "../../tools/network.ts";
import { ensureBrowser, ensureFirefox } from "../../tools/programs/browser.ts";
import { explain, root, run } from "../../tools/run-step.mjs";
import { runCommand } from "./fresh-clone.ts";
import { nothingRun, playwright, type TestResult } from "./test-reports.ts";

const startLimitMs = 300_000;
const stopLimitMs = 20_000;

/**
 * Starts the product by `npm start`, and walks through it in Chromium and in Firefox, or by the given specs alone. Two
 * versions of Node.js may do so at once.
 */
export async function testStarted(paths: readonly string[]): Promise<TestResult> {
  const dataDir = await mkdtemp(path.join(tmpdir(), "souffleur-started-"));
  const port = await freePort();
  const url = `http://localhost:${port}`;
  console.log(`Starting the product on ${url} …`);
  const env = { PORT: String(port), DATA_DIR: path.join(dataDir, "data") };
  const product = runCommand("npm start --silent", root, env);
  let limit = setTimeout(product.kill, startLimitMs);
  let verdict = nothingRun();
  try {
    const [firefox] = await Promise.all([ensureFirefox(), product.printed(/^Souffleur serves on /m)]);
    clearTimeout(limit);
    if (firefox === undefined) console.log("There is no Firefox here: only Chromium is tested.");
    // The Playwright project that finds the product at SOUFFLEUR_URL.
    const name = `started-${process.versions.node}`;
    verdict = await playwright(name, ["--project=started", `--output=test-results/${name}`, ...paths], {
      SOUFFLEUR_URL: url,
      CHROMIUM_PATH: await ensureBrowser(),
      ...(firefox !== undefined && { FIREFOX_PATH: firefox }),
    });
    if (verdict.passed + verdict.failed === 0) throw new Error("There is no test to run.");
  } catch (error) {
    explain(error);
    verdict.failed += 1;
  } finally {
    clearTimeout(limit);
    limit = setTimeout(product.kill, stopLimitMs);
    const how = await product.stop();
    clearTimeout(limit);
    if (how !== 0) {
      console.error(`The product did not stop cleanly (${how}).`);
      verdict.failed += 1;
    }
    if (verdict.failed > 0) console.log(product.output());
    await rm(dataDir, { recursive: true, force: true });
  }
  return verdict;
}

/** The same in the other supported version of Node.js, by one journey: it sees no difference between browsers. */
export async function testStartedByOtherNode(): Promise<TestResult> {
  const other = process.versions.node.startsWith("20.") ? "22" : "20";
  const walk = "node api/tools/command.mjs --as-built api/commands/test/hard --only started journey.spec.ts";
  const { ok, output } = await run("npx", ["--yes", "-p", `node@${other}`, "-c", walk]);
  console.log(output);
  const [, passed = "0", failed = "1"] =
    /^(\d+) passed, (\d+) failed$/m.exec(output.split("\n").at(-1) ?? "") ?? [];
  const failures = ok ? [] : [`Node.js ${other}: ${output.split("\n").at(-1)}`];
  return { ...nothingRun(), passed: Number(passed), failed: Number(failed), failures };
}
