import { defineCommand, prepareBundles } from "../../tools/define-command.ts";
import { ensureHeadlessShell } from "../../tools/programs/browser.ts";
import { prepareEngine } from "../../tools/programs/c-library.ts";
import { explain } from "../../tools/run-step.mjs";
import { check } from "../check.ts";
import { jest, nothingRun, playwright, reportTests, type TestResult } from "./test-reports.ts";

const runners = {
  async check() {
    console.log("Checking format, lint, types, imports and dead code …");
    return { ...nothingRun(), ...(await check()) };
  },
  unit: (paths) => jest("jest", paths),
  browser: async (paths) => playwright("playwright", paths, { CHROMIUM_PATH: await ensureHeadlessShell() }),
} satisfies Record<string, (paths: string[]) => Promise<TestResult>>;

type Part = keyof typeof runners;

/** What runs side by side: the checks need one core for most of their time. */
const stages: readonly Part[][] = [["check", "unit"], ["browser"]];

export const command = defineCommand({
  name: "npm test",
  summary: "Runs the checks, the unit tests and the browser tests. The last line is `N passed, N failed`.",
  options: {
    only: { type: "string", value: Object.keys(runners).join("|"), help: "this part only", read: part },
  },
  operands: { usage: "[path …]" },
  async run({ only }, paths) {
    const total = nothingRun();
    const prepared = only === "check" ? undefined : prepare();
    async function runPart(name: Part): Promise<void> {
      if (name !== "check") await prepared;
      const { passed, failed, failures, flaky, notes } = await runners[name](paths);
      const ran = passed + failed > 0;
      const sum = [`${passed} passed`, `${failed} failed`, ...notes].join(", ");
      console.log(`\n${name}: ${sum}${ran ? "" : ", so nothing was tested"}\n`);
      total.passed += passed;
      // A runner without a test must not look like success.
      total.failed += ran ? failed : 1;
      total.failures.push(...failures);
      total.flaky.push(...flaky);
    }
    try {
      for (const stage of only === undefined ? stages : [[only]]) await Promise.all(stage.map(runPart));
    } catch (error) {
      explain(error);
      total.failed += 1;
    }
    reportTests(total);
    return total.failed === 0 ? 0 : 1;
  },
});

async function prepare(): Promise<void> {
  await prepareEngine();
  await prepareBundles();
}

function part(text: string): Part {
  if (!Object.hasOwn(runners, text)) throw new Error(`takes ${Object.keys(runners).join(", ")}, not ${text}`);
  return text as Part;
}
