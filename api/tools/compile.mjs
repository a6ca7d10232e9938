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
    if (errors) throw new StepError(`${errors}The API and its tools could not be compiled.`);
    writeFileSync(stamp, wanted);
  });
}

/** File by file, as `isolatedModules` allows: most of the time of `tsc -b` goes into reading all types. */
async function transpile() {
  // Imported on demand: this module is loaded before the packages are installed.
  const { default: ts } = await import("typescript");
  const base = ts.readConfigFile(path.join(root, "tsconfig.base.json"), ts.sys.readFile).config;
  const { options } = ts.convertCompilerOptionsFromJson(base.compilerOptions, root);
  const compilerOptions = { ...options, module: ts.ModuleKind.ESNext };
  const problems = [];
  for (const [folder, into] of Object.entries(folders)) {
    for (const fileName of filesAt(folder)) {
      if (/tsconfig\.json$|\/remote-template\//.test(fileName)) continue;
      const target = path.join(root, into, outputOf(path.relative(folder, fileName)));
      mkdirSync(path.dirname(target), { recursive: true });
      if (fileName.endsWith(".json")) {
        copyFileSync(path.join(root, fileName), target);
        continue;
      }
      const source = readFileSync(path.join(root, fileName), "utf8");
      const options = { compilerOptions, fileName, reportDiagnostics: true };
      const { outputText, diagnostics = [] } = ts.transpileModule(source, options);
      problems.push(...diagnostics);
      writeFileSync(target, outputText);
    }
  }
  return ts.formatDiagnostics(problems, {
    getCanonicalFileName: (name) => name,
    getCurrentDirectory: () => root,
    getNewLine: () => "\n",
  });
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
