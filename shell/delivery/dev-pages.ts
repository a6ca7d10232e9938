import { rmSync } from "node:fs";
import path from "node:path";
import { createLogger } from "@souffleur/api/src/http/logger";
import { type ServedShell, serveShell } from "@souffleur/api/src/releases/serve-shell";
import { openRegistry } from "@souffleur/api/src/releases/store/registry";
import { root } from "@souffleur/api/tools/run-step.mjs";
import { allRemotes } from "@souffleur/api/tools/workspace";
import type { Registry } from "@souffleur/contracts";
import type { RequestHandler } from "express";
import { watchBundles } from "./dev-watch.ts";
import { editedRelease } from "./packages.ts";

export interface WatchedPages {
  /** Waits for the first build of everything. */
  current(): Promise<ServedShell>;
  /** Sends every build to browsers. */
  builds: RequestHandler;
  stop(): void;
}

/**
 * Bundles the shell's development flavour and the watched remotes into `folder` at every change, and serves them as the
 * product serves its releases.
 */
export async function watchPages(watched: readonly string[], folder: string): Promise<WatchedPages> {
  const shellDir = path.join(folder, "shell");
  const releasesDir = path.join(folder, "releases");
  // The output of an earlier run may be outdated.
  rmSync(folder, { recursive: true, force: true });
  const registry = await developmentRegistry(watched, releasesDir);

  let served: Promise<ServedShell> | undefined;
  const bundles = watchBundles(
    folder,
    ["shell", ...watched].map((name) => path.join(root, name)),
  );
  // The page contains the names of the shell's files.
  bundles.onBuild(({ name }) => {
    if (name === "shell") served = undefined;
  });

  return {
    async current() {
      await bundles.allBuilt;
      served ??= serveShell({ shellDir, releasesDir, registry, immutable: false });
      return served;
    },
    builds: bundles.stream,
    stop: bundles.stop,
  };
}

/** The registry of the built remotes, with the watched ones replaced by their current sources. */
async function developmentRegistry(watched: readonly string[], releasesDir: string) {
  const built = await openRegistry(releasesDir, createLogger("warn"));
  await built.publishBuilds(allRemotes().map((name) => path.join(root, name, "dist")));
  return {
    async current(): Promise<Registry> {
      const { schema, remotes } = await built.current();
      return {
        schema,
        remotes: { ...remotes, ...Object.fromEntries(watched.map((name) => [name, editedRelease(name)])) },
      };
    },
  };
}
