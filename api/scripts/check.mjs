import "./node-version.mjs";
import { fileURLToPath } from "node:url";
import { fail, run, tool } from "./run.mjs";
import { install } from "./setup.mjs";

const steps = [
  { name: "format and lint", command: [tool("biome"), ["ci", "--colors=off"]] },
  { name: "types", command: [tool("tsc"), ["-b"]] },
  { name: "dead code", command: [tool("knip"), ["--no-progress"]] },
];

/**
 * Format and lint, types, dead code. Shows what each step that fails has to say, changes nothing.
 * @returns {Promise<{ passed: number, failed: number }>} counted in steps
 */
export async function check() {
  let failed = 0;
  for (const { name, command } of steps) {
    const { ok, output } = await run(...command);
    if (!ok) {
      failed += 1;
      console.error(output);
    }
    console.log(`${ok ? "✓" : "✗"} ${name}`);
  }
  return { passed: steps.length - failed, failed };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  try {
    await install();
    if ((await check()).failed > 0) process.exitCode = 1;
  } catch (error) {
    fail(error);
  }
}
