import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { filesAt, fingerprint } from "./fingerprint.mjs";
import { oneAtATime } from "./one-at-a-time.mjs";
import { root } from "./run-step.mjs";
import { StepError } from "./step-error.mjs";
import { withProgress } from "./step-progress.mjs";

/** Source folders with their output folders, as in their `tsconfig.json`. */
const folders = {
  "api/contracts/src": "api/contracts/dist",
  "api/src": "api/dist/src",
  "api/tools": "api/dist/tools",
  "api/bench": "api/dist/bench",
  "api/commands": "api/dist/commands",
  "shell/delivery": "shell/delivery/dist",
};
const sources = ["pnpm-lock.yaml", "tsconfig.base.json", ...Object.keys(folders)];
const results = ["api/dist/src/server.js", "api/contracts/dist/index.js"];
const stamp = path.join(root, "api/dist/.compiled-from");

/**
 * Compiles the API and the typed tooling if a source has changed. Types are checked by `npm run check`, so that a start
 * need not wait for them.
 * @throws {StepError} with the compiler's errors
 */
export async function compile() {
  if (readStamp() === fingerprint(sources)) return;
  await oneAtATime("compile", async () => {
    const wanted = fingerprint(sources);
    if (readStamp() === wanted) return;
    // Without a stamp an interrupted run does not count as finished.
    forgetCompiled();
    const errors = await withProgress("Compiling the API and its tools", transpile);
    if (errors.length > 0)
      throw new StepError(`${errors.join("\n\n")}\nThe API and its tools could not be compiled.`);
    writeFileSync(stamp, wanted);
  });
}

/** As `tsc` would write it, file by file, without its reading of all types. */
const options = {
  swcrc: false,
  configFile: false,
  jsc: {
    target: /** @type {const} */ ("es2022"),
    parser: { syntax: /** @type {const} */ ("typescript") },
    transform: { verbatimModuleSyntax: true },
    experimental: { keepImportAttributes: true },
    rewriteRelativeImportExtensions: true,
  },
};

/** @returns the compiler's errors, one a file */
async function transpile() {
  // Imported on demand: this module is loaded before the packages are installed.
  const { transformSync } = await import("@swc/core");
  const errors = [];
  for (const [folder, into] of Object.entries(folders)) {
    for (const filename of filesAt(folder)) {
      if (/tsconfig\.json$|\/remote-template\//.test(filename)) continue;
      const target = path.join(root, into, outputOf(path.relative(folder, filename)));
      mkdirSync(path.dirname(target), { recursive: true });
      if (filename.endsWith(".json")) {
        copyFileSync(path.join(root, filename), target);
        continue;
      }
      try {
        const source = readFileSync(path.join(root, filename), "utf8");
        writeFileSync(target, transformSync(source, { ...options, filename }).code);
      } catch (error) {
        errors.push(`${filename}: ${error instanceof Error ? error.message : error}`);
      }
    }
  }
  return errors;
}

/**
 * @param {string} source
 * @returns {string} the name of its compiled file, as TypeScript chooses it
 */
function outputOf(source) {
  if (/\.(json|mjs|cjs|js)$/.test(source)) return source;
  if (/\.[cm]?ts$/.test(source)) return source.replace(/ts$/, "js");
  throw new StepError(`${source} is no source that can be compiled.`);
}

/** For callers that compile into the same folders in another way: the next command compiles again. */
export function forgetCompiled() {
  rmSync(stamp, { force: true });
}

function readStamp() {
  const isThere = results.every((file) => existsSync(path.join(root, file)));
  return isThere && existsSync(stamp) ? readFileSync(stamp, "utf8") : undefined;
}
