import { existsSync, readdirSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { root } from "@souffleur/api/tools/run-step.mjs";
import type { ReleaseContract } from "@souffleur/contracts";

const { contractVersions: versions } = createRequire(import.meta.url)("#build/shared-modules.cjs");

/** The versions that shell and remotes are built against here. */
export const contractVersions = (): ReleaseContract => versions();

/** The packages that browsers get: the shell and the remotes. */
export function allBundles(): string[] {
  return readdirSync(root).filter((name) => existsSync(path.join(root, name, "webpack.config.cjs")));
}

/** The packages that expose screens. */
export const allRemotes = () => allBundles().filter((name) => name !== "shell");
