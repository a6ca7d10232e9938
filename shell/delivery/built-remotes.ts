import path from "node:path";
import { sendFile } from "@souffleur/api/src/releases/send-file";
import type { SendRemoteFile } from "@souffleur/api/src/releases/serve-shell";
import { readRelease } from "@souffleur/api/src/releases/store/build-files";
import { toActiveRelease } from "@souffleur/api/src/releases/store/registry-changes";
import { root } from "@souffleur/api/tools/run-step.mjs";
import { allRemotes } from "@souffleur/api/tools/workspace";
import type { Registry } from "@souffleur/contracts";

/** The remotes that are built here, as a registry without a database. */
export async function builtRemotes(): Promise<Registry> {
  const remotes: Registry["remotes"] = {};
  for (const name of allRemotes()) {
    const release = await readRelease(distOf(name));
    if (release !== undefined) remotes[name] = toActiveRelease(release);
  }
  return { schema: 1, remotes };
}

/** Sends their files from the folders of their builds. */
export const sendBuiltFile: SendRemoteFile = (req, res, { name, file }) =>
  allRemotes().includes(name) ? sendFile(req, res, distOf(name), file) : Promise.resolve(false);

const distOf = (name: string) => path.join(root, name, "dist");
