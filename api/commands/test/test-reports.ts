import { mkdirSync, readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { root, run, tool } from "../../tools/run-step.mjs";

const reports = path.join(root, ".cache", "reports");
/** In CI only: a busy machine must not fail a change, but a developer sees every failure at once. */
const secondTry = process.env.CI !== undefined;

export interface TestResult {
  passed: number;
  failed: number;
  /** The name of each failed test, with the beginning of its message. */
  failures: string[];
  /** Tests that failed first and passed when they were repeated: they count as passed. */
  flaky: string[];
  notes: string[];
}

interface Failure {
  test: string;
  message?: string | undefined;
}

/** The fields that are read of jest's report. */
interface JestFile {
  name: string;
  message: string;
  status: string;
  assertionResults: { status: string; fullName: string; failureMessages: string[] }[];
}

interface JestReport {
  testResults: JestFile[];
}

/** The fields that are read of Playwright's report. */
interface Suite {
  suites?: Suite[];
  specs?: {
    file: string;
    title: string;
    tests: { status: string; results: { error?: { message: string } }[] }[];
  }[];
}

interface PlaywrightReport extends Suite {
  stats: { expected: number; flaky: number; skipped: number };
  errors: { message: string }[];
}

/**
 * Runs jest. In CI the files with a failure run again, one after the other.
 * @param name of its report
 */
export async function jest(
  name: string,
  args: readonly string[],
  env: Record<string, string> = {},
): Promise<TestResult> {
  const first = await jestReport(name, args, env);
  if (first.report === undefined) return withoutReport("jest");
  let files = first.report.testResults;
  let { ok } = first;
  const failed = files.filter((file) => file.status === "failed").map((file) => file.name);
  if (secondTry && failed.length > 0) {
    console.log(`\nRunning again, one after the other:\n${failed.join("\n")}\n`);
    const again = await jestReport(`${name}-again`, ["--runInBand", "--runTestsByPath", ...failed], env);
    if (again.report !== undefined) {
      files = [...files.filter(({ name: file }) => !failed.includes(file)), ...again.report.testResults];
      ok = again.ok;
    }
  }
  const still = failuresOf(files);
  const flaky = failuresOf(first.report.testResults).filter(
    ({ test }) => !still.some((s) => s.test === test),
  );
  return {
    passed: countOf(files, "passed"),
    ...failuresFound("jest", ok, still),
    flaky: flaky.map(inOneLine),
    notes: skippedNote(countOf(files, "pending")),
  };
}

/**
 * Runs Playwright, which in CI repeats failed tests by itself.
 * @param name of its report
 */
export async function playwright(
  name: string,
  args: readonly string[],
  env: Record<string, string>,
): Promise<TestResult> {
  const file = freshReport(name);
  const { ok } = await run(tool("playwright"), ["test", "--reporter=list,json", ...args], {
    show: true,
    env: { ...env, PLAYWRIGHT_JSON_OUTPUT_FILE: file },
  });
  const report = readReport<PlaywrightReport>(file);
  if (report === undefined) return withoutReport("playwright");
  const tests = specsOf(report).flatMap((spec) =>
    spec.tests.map(({ status, results }) => ({
      test: `${spec.file} ${spec.title}`,
      message: results.find(({ error }) => error !== undefined)?.error?.message,
      status,
    })),
  );
  const withStatus = (status: string) => tests.filter((test) => test.status === status);
  const { expected, flaky, skipped } = report.stats;
  const outside = report.errors.map(({ message }) => ({ test: "outside any test", message }));
  return {
    passed: expected + flaky,
    ...failuresFound("playwright", ok, [...withStatus("unexpected"), ...outside]),
    flaky: withStatus("flaky").map(inOneLine),
    notes: skippedNote(skipped),
  };
}

export function nothingRun(): TestResult {
  return { passed: 0, failed: 0, failures: [], flaky: [], notes: [] };
}

/** Prints the flaky and the failed tests, and the sum; `.ci/run` reads these lines. */
export function reportTests({ passed, failed, failures, flaky }: TestResult): void {
  for (const test of flaky) console.log(`FLAKY ${test}`);
  for (const failure of failures) console.log(`FAILED ${failure}`);
  console.log(`${passed} passed, ${failed} failed`);
}

async function jestReport(name: string, args: readonly string[], env: Record<string, string>) {
  const file = freshReport(name);
  // In CI a handle that a failed test left open must not keep jest running.
  const exit = secondTry ? ["--forceExit"] : [];
  const command = ["--json", `--outputFile=${file}`, ...exit, ...args];
  const { ok } = await run(tool("jest"), command, { show: true, env });
  return { ok, report: readReport<JestReport>(file) };
}

function failuresOf(files: readonly JestFile[]): Failure[] {
  return files.flatMap(({ name, message, status, assertionResults }) => {
    const file = path.relative(root, name);
    const failed = assertionResults.filter((result) => result.status === "failed");
    // A file that does not load has no tests.
    if (status === "failed" && failed.length === 0) return [{ test: file, message }];
    return failed.map(({ fullName, failureMessages }) => ({
      test: `${file} ${fullName}`,
      message: failureMessages[0],
    }));
  });
}

function countOf(files: readonly JestFile[], status: string): number {
  return files
    .flatMap(({ assertionResults }) => assertionResults)
    .filter((result) => result.status === status).length;
}

function specsOf({ suites = [], specs = [] }: Suite): NonNullable<Suite["specs"]> {
  return [...specs, ...suites.flatMap(specsOf)];
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: terminal colours begin with one.
const colours = /\u001b\[[0-9;]*m/g;

function inOneLine({ test, message = "" }: Failure): string {
  return `${test}: ${message.replaceAll(colours, "").replaceAll(/\s+/g, " ").slice(0, 400)}`;
}

/** A runner that ends without a report counts as one failure. */
function withoutReport(runner: string): TestResult {
  return { ...nothingRun(), failed: 1, failures: [`${runner} wrote no report`] };
}

function freshReport(name: string): string {
  mkdirSync(reports, { recursive: true });
  const file = path.join(reports, `${name}.json`);
  rmSync(file, { force: true });
  return file;
}

function readReport<Report>(file: string): Report | undefined {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch {
    return undefined;
  }
}

/** A runner can fail without a failed test, for example by its set-up or an unhandled error. */
function failuresFound(runner: string, ok: boolean, tests: readonly Failure[]) {
  const found = ok || tests.length > 0 ? tests : [{ test: runner, message: "failed outside any test" }];
  return { failed: found.length, failures: found.map(inOneLine) };
}

function skippedNote(count: number): string[] {
  return count > 0 ? [`${count} skipped`] : [];
}
