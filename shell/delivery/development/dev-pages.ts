import { rmSync } from "node:fs";
import path from "node:path";
import { sendFile } from "@souffleur/api/src/releases/send-file";
import { type SendRemoteFile, type ServedShell, serveShell } from "@souffleur/api/src/releases/serve-shell";
import { readRelease } from "@souffleur/api/src/releases/store/build-files";
import { toActiveRelease } from "@souffleur/api/src/releases/store/registry-changes";
import { root } from "@souffleur/api/tools/run-step.mjs";
import { allRemotes } from "@souffleur/api/tools/workspace";
import type { Registry } from "@souffleur/contracts";
import type { Router } from "express";
import { checkTypes, editedRelease } from "../packages.ts";
import { watchBundles } from "./dev-watch.ts";

export interface WatchedPages {
  /** Waits for the first build of everything. */
  current(): Promise<ServedShell>;
  /** Tells browsers of every build. */
  builds: Router;
  stop(): Promise<unknown>;
}

/**
 * Bundles the shell's development flavour and the watched remotes into `folder` at every change, and serves them as the
 * product serves its releases.
 */
export async function watchPages(watched: readonly string[], folder: string): Promise<WatchedPages> {
  const shellDir = path.join(folder, "shell");
  const releasesDir = path.join(folder, "releases");
  // The output of an earlier run may be outdated.
  for (const one of [shellDir, releasesDir]) rmSync(one, { recursive: true, force: true });
  const built = await builtRemotes();
  /** The registry of the built remotes, with the watched ones replaced by their current sources. */
  const current = async (): Promise<Registry> => ({
    ...built,
    remotes: { ...built.remotes, ...Object.fromEntries(watched.map((name) => [name, editedRelease(name)])) },
  });
  const sendRemoteFile: SendRemoteFile = async (req, res, { name, place, file }) => {
    if (watched.includes(name)) return sendFile(req, res, path.join(releasesDir, name, place), file);
    return allRemotes().includes(name) && sendFile(req, res, distOf(name), file);
  };

  let served: Promise<ServedShell> | undefined;
  const bundles = watchBundles(
    folder,
    ["shell", ...watched].map((name) => path.join(root, name)),
    checkTypes,
  );
  // The page contains the names of the shell's files.
  bundles.onBuild(({ name }) => {
    if (name === "shell") served = undefined;
  });

  return {
    async current() {
      await bundles.allBuilt;
      served ??= serveShell({ shellDir, sendRemoteFile, registry: { current }, immutable: false });
      return served;
    },
    builds: bundles.router,
    stop: bundles.stop,
  };
}

/** The remotes that are built here, as a registry without a database. */
async function builtRemotes(): Promise<Registry> {
  const remotes: Registry["remotes"] = {};
  for (const name of allRemotes()) {
    const release = await readRelease(distOf(name));
    if (release !== undefined) remotes[name] = toActiveRelease(release);
  }
  return { schema: 1, remotes };
}

const distOf = (name: string) => path.join(root, name, "dist");
