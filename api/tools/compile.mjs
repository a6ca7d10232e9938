import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fingerprint } from "./fingerprint.mjs";
import { oneAtATime } from "./one-at-a-time.mjs";
import { root, run, StepError, tool } from "./run-step.mjs";

const projects = ["api/commands", "shell/delivery"];
const sources = [
  ...["pnpm-lock.yaml", "tsconfig.base.json", "api/package.json", "api/tsconfig.json", "shell/package.json"],
  ...["api/contracts", "api/src", "api/tools", "api/bench", ...projects],
];
const results = ["api/dist/src/server.js", "api/contracts/dist/index.js"];
const stamp = path.join(root, "api/dist/.compiled-from");

/**
 * Compiles the API and the typed tooling where a source has changed since the last time. Their types are left to
 * `npm run check`: a start need not wait for them.
 * @throws {StepError} with the compiler's errors
 */
export async function compile() {
  if (readStamp() === fingerprint(sources)) return;
  await oneAtATime("compile", async () => {
    const wanted = fingerprint(sources);
    if (readStamp() === wanted) return;
    console.log("Compiling the API and its tools …");
    // Gone meanwhile: a run that is interrupted must not pass for a finished one.
    forgetCompiled();
    const { ok, output } = await run(tool("tsc"), ["-b", "--noCheck", ...projects]);
    if (!ok) throw new StepError(`${output}\nThe API and its tools could not be compiled.`);
    writeFileSync(stamp, wanted);
  });
}

/** What is compiled in another way from here on is not for other commands to take as it is. */
export function forgetCompiled() {
  rmSync(stamp, { force: true });
}

function readStamp() {
  const isThere = results.every((file) => existsSync(path.join(root, file)));
  return isThere && existsSync(stamp) ? readFileSync(stamp, "utf8") : undefined;
}
