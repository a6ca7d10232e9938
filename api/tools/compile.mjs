import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { filesAt, fingerprint } from "./fingerprint.mjs";
import { oneAtATime } from "./one-at-a-time.mjs";
import { root } from "./run-step.mjs";
import { StepError } from "./step-error.mjs";

/** Folders of sources, each with the folder of what is compiled of them, as in their `tsconfig.json`. */
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
    const errors = await transpile();
    if (errors) throw new StepError(`${errors}The API and its tools could not be compiled.`);
    writeFileSync(stamp, wanted);
  });
}

/** File by file, as `isolatedModules` allows: of what `tsc -b` needs, reading all types takes by far the most. */
async function transpile() {
  // Not imported above: the packages may not be installed yet.
  const { default: ts } = await import("typescript");
  const base = ts.readConfigFile(path.join(root, "tsconfig.base.json"), ts.sys.readFile).config;
  const { options } = ts.convertCompilerOptionsFromJson(base.compilerOptions, root);
  const compilerOptions = { ...options, module: ts.ModuleKind.ESNext };
  const problems = [];
  for (const [folder, into] of Object.entries(folders)) {
    for (const fileName of filesAt(folder)) {
      if (/tsconfig\.json$|\/remote-template\//.test(fileName)) continue;
      const target = path.join(root, into, path.relative(folder, fileName)).replace(/\.ts$/, ".js");
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

/** What is compiled in another way from here on is not for other commands to take as it is. */
export function forgetCompiled() {
  rmSync(stamp, { force: true });
}

function readStamp() {
  const isThere = results.every((file) => existsSync(path.join(root, file)));
  return isThere && existsSync(stamp) ? readFileSync(stamp, "utf8") : undefined;
}
