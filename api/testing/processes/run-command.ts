import { run } from "../../tools/run-step.mjs";

/** Runs a compiled command, named by its source without `.ts`. */
export function runCommand(source: string, args: readonly string[], env: Record<string, string> = {}) {
  return run(process.execPath, ["api/tools/command.mjs", "--as-built", source, ...args], { env });
}
