import "./node-version.mjs";
import { execFile } from "node:child_process";
import { mkdir, rm, symlink, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import path from "node:path";
import { promisify } from "node:util";
import { build, isBuilt } from "./build.mjs";
import { allRemotes } from "./dev-pages.mjs";
import { fail, root, run, StepError, tool } from "./run.mjs";

process.chdir(root);

const execute = promisify(execFile);
const require = createRequire(path.join(root, "package.json"));
const workFolder = path.join(root, ".cache/compat");

/**
 * Says of every release that is kept whether it works with the shell as it is here: the versions that both
 * share, and the release's own sources compiled against shared-ui and the contracts of today.
 */
async function main() {
  if (!isBuilt(["api"])) await build(["api"]);
  const { createLogger } = await import("../dist/logger.js");
  const { openRegistry } = await import("../dist/releases/registry.js");
  const { contractMismatches } = await import("../dist/contracts/index.js");
  const { contractVersions } = require("./shell/webpack/shared-modules.cjs");
  const folder = process.env.RELEASES_DIR || path.join(process.env.DATA_DIR || ".data", "releases");
  const registry = await openRegistry(folder, createLogger("warn"));

  // Releases are compiled against the declarations of both, which must be those of the sources as they are.
  const { ok, output } = await run(tool("tsc"), ["-b", "shared-ui", "api/src/contracts"]);
  if (!ok) throw new StepError(`${output}\nshared-ui and the contracts must compile before releases are.`);

  let broken = 0;
  let kept = 0;
  for (const name of namesToCheck()) {
    for (const { release } of await registry.list(name)) {
      kept++;
      const { errors, notes } = await compile(release);
      const problems = [...contractMismatches(release.contract, contractVersions()), ...errors];
      if (problems.length > 0) broken++;
      const told = [`${problems.length > 0 ? "✗" : "✓"} ${name} ${release.version}`, ...notes].join(", ");
      console.log([told, ...problems.map((problem) => `    ${problem}`)].join("\n"));
    }
  }
  if (kept === 0) console.log(`No release is kept in ${folder}: there is nothing that could break.`);
  if (broken > 0) throw new StepError(`${broken} of ${kept} releases that are kept do not fit this shell.`);
}

/** Those that are named, or all. */
function namesToCheck() {
  const [names, all] = [process.argv.slice(2), allRemotes()];
  const unknown = names.find((name) => !all.includes(name));
  if (unknown !== undefined)
    throw new StepError(`There is no remote ${unknown}: there are ${all.join(", ")}.`);
  return names.length > 0 ? names : all;
}

/** Compiles the sources that a release was built from, as its commit has them. */
async function compile({ name, version, commit }) {
  const unknown = (reason) => ({ errors: [], notes: [`its sources were not compiled: ${reason}`] });
  if (commit === null) return unknown("it was built outside a repository");
  const id = commit.replace(/-dirty$/, "");
  const folder = path.join(workFolder, `${name}-${version}`);
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  try {
    const options = { cwd: root, encoding: "buffer", maxBuffer: 100_000_000 };
    const { stdout } = await execute("git", ["archive", id, `${name}/src`], options).catch(() => ({}));
    if (stdout === undefined) return unknown(`this repository has no commit ${id.slice(0, 8)}`);
    await writeFile(path.join(folder, "sources.tar"), stdout);
    await execute("tar", ["-xf", "sources.tar", "--strip-components=1"], { cwd: folder });
    // Its own packages, and through them shared-ui and the contracts of this tree.
    await symlink(path.join(root, name, "node_modules"), path.join(folder, "node_modules"));
    await writeFile(path.join(folder, "tsconfig.json"), JSON.stringify(configuration(name)));
    const { ok, output } = await run(tool("tsc"), ["-p", folder, "--pretty", "false"]);
    const errors = ok ? [] : output.split("\n").filter((line) => line.includes(": error TS"));
    if (!ok && errors.length === 0) throw new StepError(output);
    const notes = commit === id ? [] : ["built with changes that no commit holds, which were not compiled"];
    return { errors: errors.map((line) => line.replace(/^.*?src\//, `${name}/src/`)), notes };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function configuration(name) {
  return {
    extends: path.join(root, name, "tsconfig.json"),
    compilerOptions: {
      noEmit: true,
      composite: false,
      incremental: false,
      emitDeclarationOnly: false,
      rootDir: root,
      tsBuildInfoFile: null,
    },
    include: ["src", path.join(root, "shared-ui/src/css-modules.d.ts")],
    exclude: ["src/**/*.test.ts", "src/**/*.test.tsx", "src/**/*fixture.ts", "src/**/*fixture.tsx"],
    references: [{ path: path.join(root, "shared-ui") }, { path: path.join(root, "api/src/contracts") }],
  };
}

await main().catch(fail);
