import { defineCommand } from "../tools/define-command.ts";
import { run, tool } from "../tools/run-step.mjs";
import { allRemotes } from "../tools/workspace.ts";

const steps = [
  { name: "format", command: "biome", args: ["ci", "--colors=off"] },
  // One checker for each project, since each reads the types of mongoose and zod anew: four need twice the processor time.
  // Two projects at once, because the other steps need processors too.
  { name: "types", command: "tsc", args: ["-b", "--checkers", "1", "--builders", "2"] },
  {
    name: "imports",
    command: "depcruise",
    args: [
      "--output-type=err-long",
      "--cache=.cache/dependency-cruiser",
      "--cache-strategy=content",
      // By their names: for a pattern, the tool reads every folder, also those that another command is removing.
      ...["api", "shell", "shared-ui", ...allRemotes()],
    ],
  },
  { name: "dead-code", command: "knip", args: ["--no-progress", "--cache", "--cache-location=.cache/knip"] },
  // Missing French is an error of types; these tests find French that is not used.
  { name: "texts", command: "jest", args: ["--selectProjects", "contracts", "remote", "--", "texts.test"] },
];

export const command = defineCommand({
  name: "npm run check",
  summary: "Format and lint, types, imports, dead code, texts, or the named ones of them. Changes nothing.",
  operands: { usage: "[step …]", among: () => steps.map(({ name }) => name) },
  run: async (_values, names) => ((await check(names)).failed > 0 ? 1 : 0),
});

/** Runs the named steps, or all, in parallel, and prints the output of those that fail. */
export async function check(names: readonly string[] = []): Promise<{ passed: number; failed: number }> {
  const chosen = steps.filter(({ name }) => names.length === 0 || names.includes(name));
  const ended = await Promise.all(
    chosen.map(async ({ name, command, args }) => {
      const { ok, output } = await run(tool(command), args);
      console.log(`${ok ? "✓" : "✗"} ${name}${ok ? "" : `\n${output}`}`);
      return ok;
    }),
  );
  const passed = ended.filter(Boolean).length;
  return { passed, failed: chosen.length - passed };
}
