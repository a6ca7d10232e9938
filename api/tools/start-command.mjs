import { existsSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { compile } from "./compile.mjs";
import { install } from "./install.mjs";
import { fail, root } from "./run-step.mjs";
import { StepError } from "./step-error.mjs";

/**
 * Installs the packages, compiles the API and its tools, and starts a command in this same process, so that signals
 * reach it and its exit code is the process's.
 * @param {string[]} args the command's source without its extension, and its arguments; `--as-built` before them, or `--help`
 *   among them, skips installation and compilation
 */
export async function startCommand(args) {
  const asBuilt = args[0] === "--as-built";
  const [source = "", ...own] = asBuilt ? args.slice(1) : args;
  const asksHelp = own.includes("--help");
  // Paths such as .data are relative to the root.
  process.chdir(root);
  try {
    if (!asBuilt && !asksHelp) {
      await install();
      await compile();
    }
    if (!existsSync(compiled(source))) {
      throw new StepError(
        `${source} is not compiled yet: run \`npm start\` once, which installs and builds.`,
      );
    }
  } catch (error) {
    fail(error);
  }
  const { command } = await import(pathToFileURL(compiled(source)).href);
  await command.start(own);
}

/** @param {string} source `api/commands/x` is compiled to `api/dist/commands/x.js`, `shell/delivery/x` to `shell/delivery/dist/x.js` */
function compiled(source) {
  const [folder, name] = [path.dirname(source), path.basename(source)];
  const into = folder.startsWith("api/") ? folder.replace("api/", "api/dist/") : path.join(folder, "dist");
  return path.join(root, into, `${name}.js`);
}
