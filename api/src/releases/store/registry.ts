import { readdirSync } from "node:fs";
import { resolve } from "node:path";
import { type ActiveRelease, type Registry, type Release, specifiedManifests } from "@souffleur/contracts";
import type { StoredRegistry } from "@souffleur/contracts/release-commands";
import { quoted } from "../../config/quoted.ts";
import { makeFolder } from "../../database/make-folder.ts";
import type { Logger } from "../../http/logger.ts";
import { withLock } from "./file-lock.ts";
import { createLocalBuilds } from "./local-builds.ts";
import { prune } from "./prune.ts";
import { publish } from "./publish.ts";
import {
  requireFreePaths,
  rollbackTargets,
  toActiveRelease,
  withActive,
  withCanary,
  withRemoved,
} from "./registry-changes.ts";
import { openRegistryFiles } from "./registry-files.ts";
import { createRegistryReader } from "./registry-reader.ts";
import { explainWrite, ReleaseError } from "./release-error.ts";
import { keptNames, lockOf, touchRelease } from "./releases-folder.ts";
import { rollBack } from "./roll-back.ts";
import { sharedPlace } from "./shared-files.ts";
import { findRelease, listReleases, prepareRelease, type StoredRelease } from "./stored-releases.ts";

interface ActorOption {
  /** An account's id, `command` (the default), or the name of another author. */
  by?: string;
  /** Of no effect here: the API alone looks whether a release fits its shell. */
  force?: boolean;
}

/**
 * The document that states which release of each remote is live. It is always replaced as a whole.
 * @param releasesDir created when it is missing
 * @throws ReleaseError in one line where it cannot be a folder
 */
export async function openRegistry(releasesDir: string, log: Logger) {
  openFolder(releasesDir);
  const files = openRegistryFiles(releasesDir);
  const reader = createRegistryReader(files, log);
  const kept = async () => (await reader.last()).kept;

  /** @throws ReleaseError where the document on the disk can't be read: it is not overwritten */
  function change(by: (registry: StoredRegistry) => Promise<StoredRegistry>): Promise<StoredRegistry> {
    return withLock(lockOf(releasesDir), async () => {
      const { kept: before } = await reader.read().catch((cause) => {
        throw new ReleaseError("unreadableRegistry", {}, { cause });
      });
      const after = await by(before);
      if (after === before) return after;
      await files.write(after);
      await reader.take(after);
      // Open pages still request the files of a replaced release: its retention starts now.
      for (const { name, version } of [...Object.values(before.remotes), ...Object.values(after.remotes)])
        if (before.remotes[name]?.version !== after.remotes[name]?.version)
          await touchRelease(releasesDir, { name, version });
      return after;
    });
  }

  async function removeExpired(registry: StoredRegistry, name: string): Promise<void> {
    const active = registry.remotes[name]?.version;
    const needed = [
      active,
      registry.canaries?.[name]?.release.version,
      rollbackTargets(registry, name).find(({ version }) => version !== active)?.version,
    ];
    const versions = new Set(needed.filter((version) => version !== undefined));
    await prune(releasesDir, name, versions, Date.now()).catch(
      // The release is live, and old files do no harm.
      (error: unknown) => log.warn({ err: error }, "expired releases could not be removed"),
    );
  }

  const placed = (release: Release) => toActiveRelease(release, `/remotes/${sharedPlace(release.name)}`);

  /**
   * Makes these releases live, in one step.
   * @throws ReleaseError where one would take a path or a key from another remote
   */
  async function activate(releases: readonly Release[], { by = "command" }: ActorOption = {}) {
    if (releases.length === 0) return;
    const act = { by, at: new Date() };
    const after = await change(async (before) => {
      for (const release of releases) await prepareRelease(releasesDir, release);
      const after = releases.reduce(
        (registry, release) => withActive(registry, placed(release), act),
        before,
      );
      for (const release of releases) requireFreePaths(after, release);
      return after;
    });
    for (const { name, version } of releases) log.info({ remote: name, version, by }, "release activated");
    for (const { name } of releases) await removeExpired(after, name);
  }

  const localBuilds = createLocalBuilds({ releasesDir, kept, activate, log });

  // Nothing is written where remotes.json is missing or can't be read.
  const { stamp, kept: stored } = await reader.last();
  if (stamp !== undefined) {
    await files.repair(stored).catch((error: unknown) => {
      // A static host serves the one before; the next release writes both files.
      log.warn({ err: error }, "live.json could not be written anew");
    });
  }

  return {
    releasesDir,
    /** What is live now, as the same object until that changes; follows releases made by other processes. */
    current: async () => (await reader.last()).current,
    /** The same with its history. */
    kept,
    /** Called with every registry that `current` or `kept` finds changed. */
    onChange: reader.onChange,
    /**
     * Publishes a build without making it live.
     * @throws ReleaseError where it is no build, or not complete
     */
    async publish(build: string): Promise<Release> {
      const release = await publish(build, releasesDir);
      if (release === undefined) throw new ReleaseError("nothingBuilt");
      return release;
    },
    activate,
    /**
     * Gives a release to a share of the users, in percent.
     * @throws ReleaseError as `activate`
     */
    async canary(release: Release, share: number, { by = "command" }: ActorOption = {}) {
      await change(async (registry) => {
        await prepareRelease(releasesDir, release);
        requireFreePaths(registry, release);
        return withCanary(registry, placed(release), share, { by, at: new Date() });
      });
      log.info({ remote: release.name, version: release.version, share, by }, "canary started");
    },
    /**
     * Makes the canary live for all users.
     * @throws ReleaseError where there is none
     */
    async promote(name: string, { by = "command" }: ActorOption = {}): Promise<ActiveRelease> {
      const { remotes } = await change(async (registry) => {
        const canary = registry.canaries?.[name]?.release;
        if (canary === undefined) throw new ReleaseError("noCanary", { name });
        await prepareRelease(releasesDir, await findRelease(releasesDir, name, canary.version));
        return withActive(registry, canary, { by, at: new Date() });
      });
      log.info({ remote: name, version: remotes[name]?.version, by }, "canary promoted");
      return activeOf(remotes, name);
    },
    /**
     * Undoes the last step: ends a canary, replaces the active release by the one before, or restores a removed remote.
     * @param version the one that is taken back, or was removed
     * @returns the release that is active now
     * @throws ReleaseError where the version is not live, or no earlier release is kept
     */
    async rollback(
      name: string,
      version: string,
      { by = "command" }: ActorOption = {},
    ): Promise<ActiveRelease> {
      const { remotes } = await change((registry) =>
        rollBack(releasesDir, registry, { name, version }, { by, at: new Date() }),
      );
      log.info({ remote: name, version: remotes[name]?.version, by }, "release rolled back");
      return activeOf(remotes, name);
    },
    /**
     * Removes a remote, with its canary, from the live releases; its releases are kept.
     * @returns the version that was active
     * @throws ReleaseError where it is not live, or the specification requires its screens
     */
    async remove(name: string, { by = "command" }: ActorOption = {}): Promise<{ version: string }> {
      if (Object.hasOwn(specifiedManifests, name)) throw new ReleaseError("specified", { name });
      let version = "";
      await change(async (registry) => {
        version = registry.remotes[name]?.version ?? "";
        return withRemoved(registry, name, { by, at: new Date() });
      });
      log.info({ remote: name, version, by }, "remote removed");
      return { version };
    },
    /** The remotes with stored releases. */
    names: () => keptNames(releasesDir),
    /** The stored releases of a remote, the last used first. */
    list: (name: string): Promise<StoredRelease[]> => listReleases(releasesDir, name),
    /** @throws ReleaseError where it is not kept */
    find: (name: string, version: string) => findRelease(releasesDir, name, version),
    /**
     * Publishes the builds of this machine and makes live what has changed since the last time. What was rolled back or
     * removed since then stays so; of a remote whose build is refused, the live release stays.
     */
    publishBuilds: localBuilds.publish,
    /** Records a build that was released, or held back, by a command: the next start does not make it live. */
    noteBuild: (release: Release) => localBuilds.note([release]),
  };
}
/** Its message names the folder: it is for the user of this machine, who starts a process or a command on it. */
function openFolder(folder: string): void {
  try {
    makeFolder(resolve(folder));
    readdirSync(folder);
  } catch (error) {
    const explained = explainWrite(error);
    if (explained instanceof ReleaseError) throw explained;
    const { code } = error as NodeJS.ErrnoException;
    throw new ReleaseError("noFolder", { folder: quoted(folder), code: code ?? "unknown" });
  }
}

export type RegistryStore = Awaited<ReturnType<typeof openRegistry>>;

function activeOf(remotes: Registry["remotes"], name: string): ActiveRelease {
  const release = remotes[name];
  if (release === undefined) throw new ReleaseError("noActive", { name });
  return release;
}
