import { defineCommand } from "../tools/define-command.ts";
import { StepError } from "../tools/step-error.mjs";
import { packageNames, type Scope, scopeOf, scopeOfChanges } from "./check/scope.ts";
import { type Step, steps } from "./check/steps.ts";

const stepNames = steps.map(({ name }) => name);

export const command = defineCommand({
  name: "npm run check",
  summary:
    "Format and lint, types, imports, dead code, texts, versions, or the named ones of them. With packages, format and types\n" +
    "of these alone. Changes nothing but with --fix.",
  options: {
    changed: {
      type: "boolean",
      help: "what the files need that differ from origin/main (from HEAD where there is none)",
    },
    fix: { type: "boolean", help: "formats, repairs what can be safely, and raises versions that are due" },
  },
  operands: { usage: "[step or package …]", among: () => [...stepNames, ...packageNames()] },
  async run({ changed, fix }, operands) {
    const names = operands.filter((name) => stepNames.includes(name));
    const packages = operands.filter((name) => !stepNames.includes(name));
    if (changed && packages.length > 0)
      throw new StepError("--changed finds the packages itself; leave them out.");
    const scope = changed ? await scopeOfChanges(fix) : scopeOf(packages, fix);
    return (await check(names, scope)).failed > 0 ? 1 : 0;
  },
});

/** Runs the named steps, or all, in parallel, and prints the output of those that fail. */
export async function check(
  names: readonly string[] = [],
  scope: Scope = { fix: false },
): Promise<{ passed: number; failed: number }> {
  const chosen = steps.filter(
    ({ name, concerns = /^/ }) =>
      (names.length === 0 || names.includes(name)) &&
      (scope.changed === undefined || scope.changed.some((file) => concerns.test(file))),
  );
  if (chosen.length === 0) console.log("Nothing to check has changed.");
  const [first, others] = [chosen.filter(isFirst), chosen.filter((step) => !isFirst(step))];
  function isFirst({ name }: Step) {
    // The others read the files that it rewrites.
    return scope.fix && name === "format";
  }
  let passed = 0;
  for (const some of [first, others])
    await Promise.all(
      some.map(async ({ name, run }) => {
        const { ok, output } = await run(scope);
        console.log(`${ok ? "✓" : "✗"} ${name}${output && `\n${output}`}`);
        if (ok) passed += 1;
      }),
    );
  return { passed, failed: chosen.length - passed };
}
