import { spawn } from "node:child_process";
import { createRequire } from "node:module";
import path from "node:path";
import { StepError } from "./step-error.mjs";

/** The project's top folder, from the sources as well as from the compiled files. */
export const root = path.join(createRequire(import.meta.url).resolve("@souffleur/api/package.json"), "../..");

/**
 * The path of a tool of the installed packages.
 * @param {string} name
 */
export function tool(name) {
  return path.join(root, "node_modules", ".bin", name);
}

/**
 * Runs a command to its end. Its output is returned, or with `show` printed.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {{ cwd?: string, env?: Record<string, string>, show?: boolean, onOutput?: ((text: string) => void) | undefined }} [options]
 * @returns {Promise<{ ok: boolean, code?: number | null, output: string }>} `ok` is also false if there is no such command
 */
export function run(command, args, { cwd = root, env = {}, show = false, onOutput } = {}) {
  return new Promise((resolve) => {
    const stream = show ? "inherit" : "pipe";
    const child = spawn(command, args, {
      cwd,
      env: { ...process.env, ...env },
      stdio: ["ignore", stream, stream],
    });
    let output = "";
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding("utf8").on("data", (text) => {
        output += text;
        onOutput?.(text);
      });
    }
    child.once("error", (error) => resolve({ ok: false, output: error.message }));
    child.once("close", (code) => resolve({ ok: code === 0, code, output: output.trim() }));
  });
}

/**
 * Prints why a command cannot continue: the message of an expected error, the whole of any other.
 * @param {unknown} error
 */
export function explain(error) {
  console.error(error instanceof StepError ? error.message : error);
}

/**
 * Prints the error and exits.
 * @param {unknown} error
 * @param {number} [code]
 * @returns {never}
 */
export function fail(error, code = 1) {
  explain(error);
  process.exit(code);
}
