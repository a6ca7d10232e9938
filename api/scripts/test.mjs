import "./node-version.mjs";
import { mkdirSync, readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import { ensureBrowser } from "./browser.mjs";
import { build } from "./build.mjs";
import { check } from "./check.mjs";
import { explain, root, run, tool } from "./run.mjs";
import { install, prepareDatabase } from "./setup.mjs";

const runners = { check: checks, unit, browser };
const reports = path.join(root, ".cache", "reports");

const { only, rest } = readArguments();
const total = { passed: 0, failed: 0 };

process.chdir(root);
mkdirSync(reports, { recursive: true });
try {
  await install();
  if (only !== "check") {
    await prepareDatabase();
    await build();
  }
  for (const [name, runner] of Object.entries(runners)) {
    if (only !== undefined && only !== name) continue;
    const { passed, failed, notes = [] } = await runner();
    const ran = passed + failed > 0;
    console.log(
      `\n${name}: ${[`${passed} passed`, `${failed} failed`, ...notes].join(", ")}${ran ? "" : ", so nothing was tested"}\n`,
    );
    total.passed += passed;
    // A runner that finds no test has found out nothing, which must not look like success.
    total.failed += ran ? failed : 1;
  }
} catch (error) {
  explain(error);
  total.failed += 1;
}
console.log(`${total.passed} passed, ${total.failed} failed`);
process.exitCode = total.failed === 0 ? 0 : 1;

function readArguments() {
  try {
    const { values, positionals } = parseArgs({
      options: { only: { type: "string" } },
      allowPositionals: true,
    });
    if (values.only !== undefined && !Object.hasOwn(runners, values.only))
      throw new Error(`there is no ${values.only}`);
    return { only: values.only, rest: positionals };
  } catch (error) {
    console.error(`npm test -- [--only ${Object.keys(runners).join("|")} [path …]] (${error.message})`);
    return process.exit(1);
  }
}

function checks() {
  console.log("Checking format, lint, types and dead code …");
  return check();
}

async function unit() {
  const report = freshReport("jest.json");
  const { ok } = await run(tool("jest"), ["--json", `--outputFile=${report}`, ...rest], { show: true });
  const told = readReport(report);
  if (told === undefined) return { passed: 0, failed: 1, notes: ["jest wrote no report"] };
  // A file that does not even load has no tests to count.
  const failed = told.numFailedTests + told.numRuntimeErrorTestSuites;
  return {
    passed: told.numPassedTests,
    failed: atLeastOneUnless(ok, failed),
    notes: skippedNote(told.numPendingTests),
  };
}

async function browser() {
  const report = freshReport("playwright.json");
  const { ok } = await run(tool("playwright"), ["test", "--reporter=list,json", ...rest], {
    show: true,
    env: { PLAYWRIGHT_JSON_OUTPUT_FILE: report, CHROMIUM_PATH: await ensureBrowser() },
  });
  const told = readReport(report);
  if (told === undefined) return { passed: 0, failed: 1, notes: ["playwright wrote no report"] };
  const { expected, unexpected, flaky, skipped } = told.stats;
  // A test that needed a second try has failed once.
  return { passed: expected, failed: atLeastOneUnless(ok, unexpected + flaky), notes: skippedNote(skipped) };
}

function freshReport(name) {
  const file = path.join(reports, name);
  rmSync(file, { force: true });
  return file;
}

function readReport(file) {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch {
    return undefined;
  }
}

/** A runner can fail without a failing test: its own set-up, an unhandled error. */
function atLeastOneUnless(ok, failed) {
  return ok ? failed : Math.max(1, failed);
}

function skippedNote(count) {
  return count > 0 ? [`${count} skipped`] : [];
}
