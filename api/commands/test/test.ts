import { readdirSync } from "node:fs";
import path from "node:path";
import { defineCommand, prepareBundles } from "../../tools/define-command.ts";
import { ensureHeadlessShell } from "../../tools/programs/browser.ts";
import { prepareEngine } from "../../tools/programs/c-library.ts";
import { root } from "../../tools/run-step.mjs";
import { type Scope, scopeOfChanges } from "../check/scope.ts";
import { check } from "../check.ts";
import { affectedSpecs, affectedTests } from "./affected.ts";
import { onlyOf, runParts } from "./parts.ts";
import { jest, nothingRun, playwright, type TestResult } from "./test-reports.ts";

interface Options {
  only?: string | undefined;
  testNamePattern?: string | undefined;
  grep?: string | undefined;
  changed: boolean;
}

const specs = "shell/e2e";
const isSpec = (file: string) => file.startsWith(specs) || /\.spec\b/.test(file);

export const command = defineCommand({
  name: "npm test",
  summary:
    "Runs the checks, the unit tests and the main journeys in a browser, or those in the given files.\n" +
    "The last line is `N passed, N failed`.",
  options: {
    only: onlyOf(["check", "unit", "browser"]),
    changed: { type: "boolean", help: "what the files changed since origin/main (or HEAD) concern" },
    testNamePattern: { type: "string", short: "t", value: "pattern", help: "unit tests whose name matches" },
    grep: { type: "string", short: "g", value: "pattern", help: "browser tests whose name matches" },
  },
  operands: { usage: "[path …]" },
  async run(options, paths) {
    const chosen = partsOf(options, paths);
    const changed = options.changed ? await changes() : undefined;
    // For the browser alone: they are built beside the checks and the unit tests.
    const bundles = chosen.includes("browser") && changed?.specs.length !== 0 ? prepareBundles() : undefined;
    // Awaited, and so reported, by the part that needs them.
    bundles?.catch(() => {});
    const stages = [
      {
        async check(): Promise<TestResult> {
          console.log("Checking format, lint, types, imports and dead code …");
          return { ...nothingRun(), ...(await check([], changed?.scope)) };
        },
        async unit(): Promise<TestResult> {
          if (changed?.tests.length === 0) return { ...nothingRun(), notes: ["no test is concerned"] };
          const { testNamePattern } = options;
          const named = testNamePattern === undefined ? [] : [`--testNamePattern=${testNamePattern}`];
          const files = changed
            ? ["--runTestsByPath", ...changed.tests]
            : paths.filter((file) => !isSpec(file));
          return jest("jest", [...named, ...files]);
        },
      },
      {
        async browser(): Promise<TestResult> {
          if (changed?.specs.length === 0) return { ...nothingRun(), notes: ["no screen has changed"] };
          await Promise.all([bundles, prepareEngine()]);
          const { grep } = options;
          const env = { CHROMIUM_PATH: await ensureHeadlessShell() };
          const named = grep === undefined ? [] : ["--grep", grep];
          return playwright("playwright", [...named, ...(changed?.specs ?? paths.filter(isSpec))], env);
        },
      },
    ];
    return runParts(stages, (name) => chosen.includes(name));
  },
});

/** Paths and names of tests choose the parts that have them. */
function partsOf({ only, testNamePattern, grep }: Options, paths: readonly string[]): readonly string[] {
  if (only !== undefined) return [only];
  const browser = grep !== undefined || paths.some(isSpec);
  const unit = testNamePattern !== undefined || paths.some((file) => !isSpec(file));
  if (!unit && !browser) return ["check", "unit", "browser"];
  return [...(unit ? ["unit"] : []), ...(browser ? ["browser"] : [])];
}

/** What the changed files concern. */
async function changes(): Promise<{ scope: Scope; tests: string[]; specs: string[] }> {
  const scope = await scopeOfChanges(false);
  const { changed = [], paths = [] } = scope;
  const all = readdirSync(path.join(root, specs)).filter((file) => /^[\w-]+\.spec\.ts$/.test(file));
  return {
    scope,
    tests: await affectedTests(paths),
    specs: affectedSpecs(
      changed,
      all.map((file) => `${specs}/${file}`),
    ),
  };
}
