import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { developmentRelease } from "@souffleur/api/src/releases/overrides";
import { root, StepError } from "@souffleur/api/tools/run-step.mjs";
import { type ActiveRelease, Manifest, type ReleaseContract } from "@souffleur/contracts";
import { manifestProblems } from "@souffleur/contracts/remote-manifest";

const { contractVersions: versions } = createRequire(import.meta.url)("#remote/shared-modules.cjs");

/** The versions that shell and remotes are built against here. */
export const contractVersions = (): ReleaseContract => versions();

/** The port of a remote's development server: its own for good, since browsers keep the address. */
export function portOf(name: string): number {
  const { config } = JSON.parse(readFileSync(path.join(root, name, "package.json"), "utf8"));
  if (!Number.isInteger(config?.port))
    throw new StepError(`${name}/package.json must name the port of its development server in config.port.`);
  return config.port;
}

/** A remote as its sources are now. */
export const editedRelease = (name: string): ActiveRelease => ({
  ...developmentRelease(name, `/remotes/${name}/dev/`, contractVersions()),
  manifest: readManifest(name),
});

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
