import { defineCommand } from "../tools/define-command.ts";
import { run, tool } from "../tools/run-step.mjs";

const steps = [
  { name: "format and lint", command: "biome", args: ["ci", "--colors=off"] },
  { name: "types", command: "tsc", args: ["-b"] },
  {
    name: "imports",
    command: "depcruise",
    args: ["--output-type=err-long", "api", "shell", "shared-ui", "mfe-*"],
  },
  { name: "dead code", command: "knip", args: ["--no-progress"] },
];

export const command = defineCommand({
  name: "npm run check",
  summary: "Format and lint, types, imports, dead code. Changes nothing.",
  run: async () => ((await check()).failed > 0 ? 1 : 0),
});

/** Shows what each step that fails has to say; passed and failed are counted in steps. */
export async function check(): Promise<{ passed: number; failed: number }> {
  let failed = 0;
  for (const { name, command, args } of steps) {
    const { ok, output } = await run(tool(command), args);
    if (!ok) {
      failed += 1;
      console.error(output);
    }
    console.log(`${ok ? "✓" : "✗"} ${name}`);
  }
  return { passed: steps.length - failed, failed };
}
