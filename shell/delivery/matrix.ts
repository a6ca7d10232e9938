import { cpSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { shellContract } from "@souffleur/api/src/releases/pages";
import { readBuild } from "@souffleur/api/src/releases/store/build-files";
import { checkIncoming } from "@souffleur/api/src/releases/store/incoming";
import { ReleaseError } from "@souffleur/api/src/releases/store/release-error";
import { defineCommand } from "@souffleur/api/tools/define-command";
import { root, run } from "@souffleur/api/tools/run-step.mjs";
import { makeScratchFolder } from "@souffleur/api/tools/scratch-folder";
import { StepError } from "@souffleur/api/tools/step-error.mjs";
import { builtRemotes, sendBuiltFile } from "./built-remotes.ts";
import { checkCandidate } from "./check-candidate.ts";

const remote = "mfe-dashboard";
/** The project's folders that a remote's build needs; its packages are installed beside them. */
const sources = ["shell/remote", "api/contracts", "shared-ui", remote, "tsconfig.base.json"];
/** The packages whose neighbouring versions are tried, with those that need the same version. */
const tried: Record<string, readonly string[]> = {
  webpack: [],
  "@module-federation/enhanced": [],
  react: ["react-dom"],
};

type Pinned = Record<string, string>;

export const command = defineCommand({
  name: "npm run matrix",
  summary:
    `Builds ${remote} with neighbouring versions of bundler, federation and React from the registry, and\n` +
    "checks each build as a release, in the current shell beside the other remotes.",
  operands: { usage: "[package …]", among: () => Object.keys(tried) },
  options: { pinned: { type: "boolean", help: "only the versions that are installed here" } },
  needs: ["engine", "bundles"],
  async run({ pinned: isPinned }, names) {
    const folder = makeScratchFolder("matrix");
    try {
      const pinned = copySources(folder);
      console.log(`these sources: ${await verdict(folder, pinned)}`);
      if (isPinned) return 0;
      for (const name of names.length > 0 ? names : Object.keys(tried)) {
        for (const version of await neighbours(name, pinned[name] ?? "")) {
          const changed = Object.fromEntries([name, ...(tried[name] ?? [])].map((one) => [one, version]));
          console.log(`${name} ${version}: ${await verdict(folder, { ...pinned, ...changed })}`);
        }
      }
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
    return 0;
  },
});

/** @returns the versions of all packages that a build needs */
function copySources(folder: string): Pinned {
  for (const source of sources) {
    const filter = (file: string) => !/\/(node_modules|types|e2e)$/.test(file);
    cpSync(path.join(root, source), path.join(folder, source), { recursive: true, filter });
  }
  // The project's own tsconfig.json refers to every package.
  writeFileSync(
    path.join(folder, remote, "tsconfig.json"),
    JSON.stringify({ extends: "../tsconfig.base.json", include: ["src"] }),
  );
  const manifests = [".", "shell/remote", "shared-ui", "api/contracts", remote].map((name) =>
    JSON.parse(readFileSync(path.join(root, name, "package.json"), "utf8")),
  );
  const [{ devDependencies }, ...packages] = manifests;
  const all: Pinned = Object.assign({}, devDependencies, ...packages.map(({ dependencies }) => dependencies));
  // Packages of tests and measurements, and types, are not needed.
  const unused =
    /^(@types|@testing-library|@axe-core|@biomejs|@swc|@souffleur)\/|^(jest|knip|lighthouse|playwright)/;
  return Object.fromEntries(Object.entries(all).filter(([name]) => !unused.test(name)));
}

/** The latest versions of the minor before and of each later minor; of React, also of the major before. */
async function neighbours(name: string, current: string): Promise<string[]> {
  const { ok, output } = await run("npm", ["view", name, "versions", "--json", "--loglevel=error"]);
  if (!ok) throw new StepError(`${output}\nThe registry does not list the versions of ${name}.`);
  const minorOf = (version: string) => version.split(".").slice(0, 2).map(Number) as [number, number];
  const latest = new Map<string, string>();
  for (const version of JSON.parse(output).filter((one: string) => /^\d+\.\d+\.\d+$/.test(one)))
    latest.set(minorOf(version).join("."), version);
  const versions = [...latest.values()].toSorted((a, b) => {
    const [[majorA, minorA], [majorB, minorB]] = [minorOf(a), minorOf(b)];
    return majorA - majorB || minorA - minorB;
  });
  const at = versions.findIndex((version) => minorOf(version).join() === minorOf(current).join());
  const majorBefore = versions.findLast(
    (version) => name === "react" && minorOf(version)[0] < minorOf(current)[0],
  );
  const found = [majorBefore, versions[at - 1], ...versions.slice(at + 1)];
  return [...new Set(found.filter((version) => version !== undefined))];
}

/** Builds with these packages. @returns whether the build may go live, or why not */
async function verdict(folder: string, pinned: Pinned): Promise<string> {
  writeFileSync(path.join(folder, "package.json"), JSON.stringify({ private: true, dependencies: pinned }));
  rmSync(path.join(folder, "node_modules/@souffleur"), { recursive: true, force: true });
  const quiet = ["--no-audit", "--no-fund", "--no-package-lock", "--loglevel=error"];
  const installed = await run("npm", ["install", "--legacy-peer-deps", ...quiet], { cwd: folder });
  if (!installed.ok) return `can't be installed: ${lastLine(installed.output)}`;
  const packages = path.join(folder, "node_modules");
  mkdirSync(path.join(packages, "@souffleur"));
  symlinkSync(path.join(folder, "shared-ui"), path.join(packages, "@souffleur/shared-ui"));
  symlinkSync(path.join(folder, "api/contracts"), path.join(packages, "@souffleur/contracts"));
  symlinkSync(path.join(folder, "shell/remote"), path.join(packages, "@souffleur/remote"));
  rmSync(path.join(folder, "shared-ui/node_modules"), { force: true });
  symlinkSync(packages, path.join(folder, "shared-ui/node_modules"));

  const cwd = path.join(folder, remote);
  const bundler = path.join(packages, "webpack-cli/bin/cli.js");
  const built = await run(process.execPath, [bundler], { cwd, env: { NODE_ENV: "production" } });
  if (!built.ok) return `refused at its build: ${firstError(built.output)}`;
  const problems = await problemsOf(path.join(cwd, "dist"));
  return problems.length === 0 ? "works" : `refused at its release: ${problems.join("; ")}`;
}

/** The problems of a build as a release; none if it may go live. */
async function problemsOf(dist: string): Promise<string[]> {
  const shellDir = path.join(root, "shell/dist");
  const contract = await shellContract(shellDir);
  if (contract === undefined) throw new StepError("The shell is not built.");
  try {
    const { release } = checkIncoming(await readBuild(dist));
    const registry = await builtRemotes();
    const surroundings = { contract, shellDir, registry, sendRemoteFile: sendBuiltFile };
    return await checkCandidate({ release, folder: dist }, surroundings);
  } catch (error) {
    if (error instanceof ReleaseError) return [error.message];
    throw error;
  }
}

function lastLine(text: string): string {
  return text.trim().split("\n").at(-1) ?? "";
}

/** The first line that names an error, with the one after it. */
function firstError(text: string): string {
  const lines = text.split("\n").map((line) => line.trim());
  const at = lines.findIndex((line) => /error/i.test(line));
  return at === -1 ? lastLine(text) : lines.slice(at, at + 2).join(" ");
}
