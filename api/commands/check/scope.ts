import { existsSync } from "node:fs";
import path from "node:path";
import { root, run } from "../../tools/run-step.mjs";
import { StepError } from "../../tools/step-error.mjs";
import { allRemotes } from "../../tools/workspace.ts";

/** What is checked: everything, or what packages or changed files are concerned with. */
export interface Scope {
  /** Of which the types are checked; by default all. */
  packages?: readonly string[];
  /** Files and folders of which the format is checked; by default all. */
  paths?: readonly string[];
  /** The changed files, also the deleted ones. */
  changed?: readonly string[];
  fix: boolean;
}

const folders: Readonly<Record<string, string>> = {
  contracts: "api/contracts",
  api: "api",
  "shared-ui": "shared-ui",
  shell: "shell",
};

export const packageNames = (): string[] => [...Object.keys(folders), ...allRemotes()];

const folderOf = (name: string): string => folders[name] ?? name;

export function scopeOf(packages: readonly string[], fix: boolean): Scope {
  return packages.length === 0 ? { fix } : { packages, paths: packages.map(folderOf), fix };
}

/** The scope of the files that differ from the branch's start at origin/main, or from HEAD where there is no such branch. */
export async function scopeOfChanges(fix: boolean): Promise<Scope> {
  const base = await run("git", ["merge-base", "origin/main", "HEAD"]);
  const [differing, untracked] = await Promise.all([
    gitFiles("diff", "--name-only", base.ok ? base.output : "HEAD"),
    gitFiles("ls-files", "--others", "--exclude-standard"),
  ]);
  const changed = [...differing, ...untracked];
  const found = changed.map((file) => packageNames().find((name) => file.startsWith(`${folderOf(name)}/`)));
  return {
    changed,
    // What stands in no package, as compiler options and the lock file do, is for all of them.
    packages: found.includes(undefined) ? [] : [...new Set(found)].flatMap((name) => name ?? []),
    paths: changed.filter((file) => existsSync(path.join(root, file))),
    fix,
  };
}

async function gitFiles(...args: string[]): Promise<string[]> {
  const { ok, output } = await run("git", ["-c", "core.quotePath=off", ...args]);
  if (!ok) throw new StepError(`The changed files are unknown: ${output}`);
  return output.split("\n").filter((line) => line !== "");
}
