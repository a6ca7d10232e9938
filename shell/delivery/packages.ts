import { createRequire } from "node:module";
import path from "node:path";
import { developmentRelease } from "@souffleur/api/src/releases/overrides";
import { root } from "@souffleur/api/tools/run-step.mjs";
import type { ActiveRelease, ReleaseContract } from "@souffleur/contracts";
import type { TypeCheck } from "./development/late-checks.ts";
import { readManifest } from "./remote-folder.ts";

const { contractVersions: versions } = createRequire(import.meta.url)("#remote/shared-modules.cjs");

/** The versions that shell and remotes are built against. */
export const contractVersions = (): ReleaseContract => versions();

/** A remote's release entry for development, with the manifest of its current sources. */
export const editedRelease = (name: string): ActiveRelease => ({
  ...developmentRelease(name, `/remotes/${name}/dev/`, contractVersions()),
  manifest: readManifest(path.join(root, name)).manifest,
});

/** Checks the types of a package, as `npm run check` does. */
export const checkTypes: TypeCheck = (name) => [
  path.join(root, "api/tools/command.mjs"),
  ...["--as-built", "api/commands/check", "types", name],
];
