import { mkdirSync, readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { root, run, tool } from "../tools/run-step.mjs";

const reports = path.join(root, ".cache", "reports");
/** In CI alone: a busy machine must not refuse a change, and a developer is to see every failure at once. */
const secondTry = process.env.CI !== undefined;

/** What a runner found out. */
export interface TestVerdict {
  passed: number;
  failed: number;
  /** Each names a test and begins its message. */
  failures: string[];
  /** Tests that failed first and passed when they were run again: they count as passed and are named all the same. */
  flaky: string[];
  notes: string[];
}

interface Failure {
  test: string;
  message?: string | undefined;
}

/** As much of a report of jest's as is read. */
interface JestFile {
  name: string;
  message: string;
  status: string;
  assertionResults: { status: string; fullName: string; failureMessages: string[] }[];
}

interface JestReport {
  testResults: JestFile[];
}

/** As much of a report of Playwright's as is read. */
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
 * Runs jest. In CI the files with a failure run once more, one after the other.
 * @param name of its report
 */
export async function jest(
  name: string,
  args: readonly string[],
  env: Record<string, string> = {},
): Promise<TestVerdict> {
  const first = await jestReport(name, args, env);
  if (first.report === undefined) return nothingFrom("jest");
  let files = first.report.testResults;
  let { ok } = first;
  const failed = files.filter((file) => file.status === "failed").map((file) => file.name);
  if (secondTry && failed.length > 0) {
    console.log(`\nOnce more, one after the other:\n${failed.join("\n")}\n`);
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
 * Runs Playwright, which itself tries a failed test again in CI.
 * @param name of its report
 */
export async function playwright(
  name: string,
  args: readonly string[],
  env: Record<string, string>,
): Promise<TestVerdict> {
  const file = freshReport(name);
  const { ok } = await run(tool("playwright"), ["test", "--reporter=list,json", ...args], {
    show: true,
    env: { ...env, PLAYWRIGHT_JSON_OUTPUT_FILE: file },
  });
  const report = readReport<PlaywrightReport>(file);
  if (report === undefined) return nothingFrom("playwright");
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

/** Before anything has run. */
export function nothingRun(): TestVerdict {
  return { passed: 0, failed: 0, failures: [], flaky: [], notes: [] };
}

/** Prints which tests failed, and which only at their first try; `.ci/run` repeats these lines, and adds up the sum. */
export function reportTests({ passed, failed, failures, flaky }: TestVerdict): void {
  for (const failure of failures) console.log(`FAILED ${failure}`);
  for (const test of flaky) console.log(`FLAKY ${test}`);
  console.log(`${passed} passed, ${failed} failed`);
}

async function jestReport(name: string, args: readonly string[], env: Record<string, string>) {
  const file = freshReport(name);
  // What a test that failed left open must not keep a run without anybody at the keyboard from its end.
  const exit = secondTry ? ["--forceExit"] : [];
  const command = ["--json", `--outputFile=${file}`, ...exit, ...args];
  const { ok } = await run(tool("jest"), command, { show: true, env });
  return { ok, report: readReport<JestReport>(file) };
}

function failuresOf(files: readonly JestFile[]): Failure[] {
  return files.flatMap(({ name, message, status, assertionResults }) => {
    const file = path.relative(root, name);
    const failed = assertionResults.filter((result) => result.status === "failed");
    // A file that does not even load has no tests to name.
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

/** A runner that dies before it reports has tested nothing. */
function nothingFrom(runner: string): TestVerdict {
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

/** A runner can fail without a failing test: its own set-up, an unhandled error. */
function failuresFound(runner: string, ok: boolean, tests: readonly Failure[]) {
  const found = ok || tests.length > 0 ? tests : [{ test: runner, message: "failed outside any test" }];
  return { failed: found.length, failures: found.map(inOneLine) };
}

function skippedNote(count: number): string[] {
  return count > 0 ? [`${count} skipped`] : [];
}
