import { explain } from "../../tools/run-step.mjs";
import { nothingRun, reportTests, type TestResult } from "./test-reports.ts";

/** Parts of the tests that run at once. */
type Stage = Readonly<Record<string, () => Promise<TestResult>>>;

/** The option that chooses one of the parts. */
export function onlyOf(names: readonly string[]) {
  return {
    type: "string",
    value: names.join("|"),
    help: "this part only",
    read(text: string): string {
      if (!names.includes(text)) throw new Error(`takes ${names.join(", ")}, not ${text}`);
      return text;
    },
  } as const;
}

/**
 * Runs the chosen parts of each stage, the stages in turn. Prints the sum of each part, and at the end what failed and the
 * sum of all: `N passed, N failed`.
 * @returns the exit code
 */
export async function runParts(
  stages: readonly Stage[],
  isChosen: (name: string) => boolean,
): Promise<number> {
  const total = nothingRun();
  async function runPart(name: string, part: Stage[string]): Promise<void> {
    const from = performance.now();
    const { passed, failed, failures, flaky, notes } = await part().catch((error: unknown) => {
      explain(error);
      return { ...nothingRun(), failed: 1, failures: [`${name} could not be run`] };
    });
    // A part without a test must not look like success, unless a note says why it has none.
    const isEmpty = passed + failed + notes.length === 0;
    const sum = [`${passed} passed`, `${failed} failed`, ...notes].join(", ");
    const seconds = Math.round((performance.now() - from) / 1000);
    console.log(`\n${name}: ${sum}${isEmpty ? ", so nothing was tested" : ""} (${seconds} s)\n`);
    total.passed += passed;
    total.failed += isEmpty ? 1 : failed;
    total.failures.push(...failures);
    total.flaky.push(...flaky);
  }
  for (const stage of stages) {
    const chosen = Object.entries(stage).filter(([name]) => isChosen(name));
    await Promise.all(chosen.map(([name, part]) => runPart(name, part)));
  }
  reportTests(total);
  return total.failed === 0 ? 0 : 1;
}
