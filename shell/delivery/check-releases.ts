import { execFile } from "node:child_process";
import { mkdir, rm, symlink, writeFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { defineCommand } from "@souffleur/api/tools/define-command";
import { root, run, tool } from "@souffleur/api/tools/run-step.mjs";
import { StepError } from "@souffleur/api/tools/step-error.mjs";
import { allRemotes } from "@souffleur/api/tools/workspace";
import { contractMismatches, type Release } from "@souffleur/contracts";
import { contractVersions } from "./packages.ts";
import { openTarget, type ReleaseTarget } from "./release-targets.ts";

const execute = promisify(execFile);
const workFolder = path.join(root, ".cache/check-releases");

export const command = defineCommand({
  name: "npm run check:compat",
  summary:
    "Checks every stored release against the current sources: the shared versions, and the release's sources compiled\n" +
    "against the current shared-ui and contracts.",
  operands: { usage: "[remote …]", among: allRemotes },
  async run(_values, names) {
    const target = await openTarget(undefined);
    await checkReleases(names.length > 0 ? names : allRemotes(), target).finally(target.close);
    return 0;
  },
});

async function checkReleases(names: readonly string[], { list }: Pick<ReleaseTarget, "list">): Promise<void> {
  // Releases are compiled against the declarations of both.
  const { ok, output } = await run(tool("tsc"), ["-b", "shared-ui", "api/contracts"]);
  if (!ok) throw new StepError(`${output}\nshared-ui and the contracts do not compile.`);

  let broken = 0;
  let kept = 0;
  for (const name of names) {
    for (const { release } of await list(name)) {
      kept++;
      const { errors, notes } = await compile(release);
      const problems = [...contractMismatches(release.contract, contractVersions()), ...errors];
      if (problems.length > 0) broken++;
      const line = [`${problems.length > 0 ? "✗" : "✓"} ${name} ${release.version}`, ...notes].join(", ");
      console.log([line, ...problems.map((problem) => `    ${problem}`)].join("\n"));
    }
  }
  if (kept === 0) console.log("No release is kept: there is nothing to check.");
  if (broken > 0) throw new StepError(`${broken} of ${kept} stored releases do not fit this shell.`);
}

/** Compiles the sources of the commit that a release was built from. */
async function compile({ name, version, commit }: Release): Promise<{ errors: string[]; notes: string[] }> {
  const unknown = (reason: string) => ({ errors: [], notes: [`its sources were not compiled: ${reason}`] });
  if (commit === null) return unknown("it was built outside a repository");
  const id = commit.replace(/-dirty$/, "");
  const folder = path.join(workFolder, `${name}-${version}`);
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  try {
    const options = { cwd: root, encoding: "buffer", maxBuffer: 100_000_000 } as const;
    const archive = await execute("git", ["archive", id, `${name}/src`], options).catch(() => undefined);
    if (archive === undefined) return unknown(`this repository has no commit ${id.slice(0, 8)}`);
    await writeFile(path.join(folder, "sources.tar"), archive.stdout);
    await execute("tar", ["-xf", "sources.tar", "--strip-components=1"], { cwd: folder });
    // Its packages include the current shared-ui and contracts.
    await symlink(path.join(root, name, "node_modules"), path.join(folder, "node_modules"));
    await writeFile(path.join(folder, "tsconfig.json"), JSON.stringify(configuration));
    const { ok, output } = await run(tool("tsc"), ["-p", folder, "--pretty", "false"]);
    const errors = output.split("\n").filter((line) => line.includes(": error TS"));
    // An error elsewhere, such as one of this configuration, says nothing of the release.
    const isElsewhere = errors.some((line) => !line.startsWith(path.relative(root, folder)));
    if (!ok && (isElsewhere || errors.length === 0))
      throw new StepError(`${output}\n${name} could not be compiled.`);
    const notes = commit === id ? [] : ["built with uncommitted changes, which were not compiled"];
    return { errors: errors.map((line) => line.replace(/^.*?src\//, `${name}/src/`)), notes };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** That of the remotes, for sources in a folder below this project. */
const configuration = {
  extends: path.join(root, "tsconfig.json"),
  compilerOptions: { incremental: false, tsBuildInfoFile: null, rootDir: root },
  include: ["src", "src/**/*.json", path.join(root, "shared-ui/src/bundled.d.ts")],
  exclude: ["src/**/*.test.ts", "src/**/*.test.tsx", "src/testing"],
  references: [{ path: path.join(root, "shared-ui") }, { path: path.join(root, "api/contracts") }],
};
