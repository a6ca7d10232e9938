import { existsSync, readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { root } from "@souffleur/api/tools/run-step.mjs";
import { Manifest, type ReleaseContract } from "@souffleur/contracts";
import { manifestProblems } from "@souffleur/contracts/remote-manifest";

const { contractVersions: versions } = createRequire(import.meta.url)("#build/shared-modules.cjs");

/** The versions that shell and remotes are built against here. */
export const contractVersions = (): ReleaseContract => versions();

/** The packages that browsers get: the shell and the remotes. */
export function allBundles(): string[] {
  return readdirSync(root).filter((name) => existsSync(path.join(root, name, "webpack.config.cjs")));
}

/** The packages that expose screens. */
export const allRemotes = () => allBundles().filter((name) => name !== "shell");

/** What each remote's file held when it was read last: what is wrong with it is said once. */
const lastRead = new Map<string, string>();

/** What a remote under development says that it brings; what is wrong with it is written to the console. */
export function readManifest(name: string): Manifest | undefined {
  const text = readFileSync(path.join(root, name, "remote.json"), "utf8");
  const isNew = lastRead.get(name) !== text;
  lastRead.set(name, text);
  try {
    const given: unknown = JSON.parse(text);
    const problems = isNew ? manifestProblems(given) : [];
    for (const problem of problems) console.error(`${name}/remote.json: ${problem}`);
    return Manifest.parse(given);
  } catch (error) {
    if (isNew) console.error(`${name}/remote.json can't be read:`, error);
    return undefined;
  }
}
