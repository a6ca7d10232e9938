import path from "node:path";
import { type ActiveRelease, type Registry, type Release, specifiedManifests } from "@souffleur/contracts";
import type { StoredRegistry } from "@souffleur/contracts/release-commands";
import type { Connection } from "mongoose";
import type { Logger } from "../../http/logger.ts";
import { readBuild, readRelease } from "./build-files.ts";
import { readFormerFolder } from "./former-folder.ts";
import { checkIncoming, type Incoming } from "./incoming.ts";
import {
  type Act,
  removedRelease,
  requireFreePaths,
  requireSameStep,
  rollbackTargets,
  toActiveRelease,
  withActive,
  withCanary,
  withCanaryEnded,
  withRemoved,
  withRolledBack,
} from "./registry-changes.ts";
import { createRegistryDocument, type State } from "./registry-document.ts";
import { ReleaseError } from "./release-error.ts";
import { createStoredReleases } from "./stored-releases.ts";

interface ChangeOptions {
  /** An account's id, `command` (the default), or the name of another author. */
  by?: string;
  /** Of no effect here: the API alone looks whether a release fits its shell. */
  force?: boolean;
}

export type RegistryStore = ReturnType<typeof openRegistry>;

/**
 * The releases of a database, and which of them are live. A change of what is live is one guarded write of one document:
 * a killed process leaves the old or the new state, and of two changes of one remote at once the second is refused.
 */
export function openRegistry(connection: Connection, log: Logger) {
  const releases = createStoredReleases(connection);
  const document = createRegistryDocument(connection, log);

  /**
   * Repeated where another write came first.
   * @param names the remotes that may not have changed meanwhile
   * @param by what is live after it; it may be called several times
   * @param builds noted in the same write
   * @throws ReleaseError where somebody else was first
   */
  async function change(
    names: readonly string[],
    by: (before: State) => StoredRegistry | Promise<StoredRegistry>,
    builds: Readonly<Record<string, string>> = {},
  ): Promise<StoredRegistry> {
    const first = await document.look();
    for (let before = first; ; before = await document.look()) {
      for (const name of names) requireSameStep(first.kept, before.kept, name);
      const after = await by(before);
      const isNoted = Object.entries(builds).every(([name, version]) => before.builds[name] === version);
      if (after === before.kept && isNoted) return after;
      if ((await document.replace(before, after, { ...before.builds, ...builds })) === undefined) continue;
      // Open pages still request the files of a replaced release: its retention starts now.
      for (const { name, version } of Object.values(before.kept.remotes))
        if (after.remotes[name]?.version !== version) await releases.touch({ name, version });
      return after;
    }
  }

  /** Changes one remote. @returns the version that the change is about */
  async function step(
    name: string,
    { by = "command" }: ChangeOptions,
    done: string,
    next: (kept: StoredRegistry, act: Act) => StoredRegistry | Promise<StoredRegistry>,
  ): Promise<{ version: string }> {
    const act = { by, at: new Date() };
    const { changes } = await change([name], ({ kept }) => next(kept, act));
    const version = changes?.[name]?.[0]?.version ?? "";
    log.info({ remote: name, version, by }, done);
    return { version };
  }

  /** The registry in which these are live. @throws ReleaseError where one would take a path from another remote */
  async function activated(before: StoredRegistry, these: readonly Release[], act: Act) {
    const after = these.reduce((kept, release) => withActive(kept, toActiveRelease(release), act), before);
    for (const release of these) requireFreePaths(after, release);
    for (const release of these) await releases.open(release);
    return after;
  }

  /** Checks and stores a build in a folder without making it live. @throws ReleaseError where it is refused */
  const publish = async (build: string): Promise<Release> =>
    releases.takeIn(checkIncoming(await readBuild(build)));

  /** The first of these releases that is still stored, made public. */
  async function firstStored(name: string, versions: readonly string[]): Promise<ActiveRelease> {
    for (const version of versions) {
      const release = await releases.find(name, version).catch(() => undefined);
      if (release === undefined) continue;
      await releases.open(release);
      return toActiveRelease(release);
    }
    throw new ReleaseError("noEarlier", { name });
  }

  /** The registry without the last step of a remote: a canary, an activation or a removal. */
  async function rolledBack(registry: StoredRegistry, name: string, version: string, act: Act) {
    if (version === registry.canaries?.[name]?.release.version) return withCanaryEnded(registry, name, act);
    const removed = removedRelease(registry, name);
    if (version !== (removed ?? registry.remotes[name]?.version))
      throw new ReleaseError("notLive", { name, version });
    const earlier = rollbackTargets(registry, name);
    const target = await firstStored(name, removed === undefined ? earlier : [removed, ...earlier]);
    // Another remote may have taken its paths since it was removed.
    if (removed !== undefined) requireFreePaths(registry, target);
    return withRolledBack(registry, target, act);
  }

  /** Logs a refused build, so that one remote does not keep the others from being published. */
  async function takeInBuild(build: string): Promise<Release | undefined> {
    try {
      const release = await readRelease(build);
      // What is stored was checked when it was taken in.
      if (release === undefined || (await releases.isStored(release))) return release;
      return await publish(build);
    } catch (error) {
      if (!(error instanceof ReleaseError)) throw error;
      const remote = path.basename(path.dirname(build));
      log.error({ remote, reason: error.message }, "the build here is refused; what was live of it stays");
      return undefined;
    }
  }

  return {
    /** What this process knows to be live, as the same object until that changes. */
    current: async (): Promise<Registry> => document.known().current,
    /** The same with its history. */
    kept: async (): Promise<StoredRegistry> => document.known().kept,
    /** What is live at this moment, read from the database. */
    latest: async (): Promise<StoredRegistry> => (await document.look()).kept,
    /** Called with every registry that this process finds changed. */
    onChange: document.onChange,
    follow: document.follow,
    stop: document.stop,
    publish,
    takeIn: (incoming: Incoming): Promise<Release> => releases.takeIn(incoming),
    /**
     * Makes these releases live, in one step.
     * @throws ReleaseError where one would take a path or a key from another remote
     */
    async activate(these: readonly Release[], { by = "command" }: ChangeOptions = {}): Promise<void> {
      const act = { by, at: new Date() };
      const names = these.map(({ name }) => name);
      await change(names, ({ kept }) => activated(kept, these, act));
      for (const { name, version } of these) log.info({ remote: name, version, by }, "release activated");
    },
    /**
     * Gives a release to a share of the users, in percent.
     * @throws ReleaseError as `activate`
     */
    async canary(release: Release, share: number, options: ChangeOptions = {}): Promise<void> {
      await step(release.name, options, "canary started", async (kept, act) => {
        requireFreePaths(kept, release);
        const after = withCanary(kept, toActiveRelease(release), share, act);
        await releases.open(release);
        return after;
      });
    },
    /**
     * Makes the canary live for all users.
     * @returns its version
     * @throws ReleaseError where there is none
     */
    promote: (name: string, options: ChangeOptions = {}) =>
      step(name, options, "canary promoted", (kept, act) => {
        const canary = kept.canaries?.[name]?.release;
        if (canary === undefined) throw new ReleaseError("noCanary", { name });
        return withActive(kept, canary, act);
      }),
    /**
     * Undoes the last step: ends a canary, replaces the active release by the one before, or restores a removed remote.
     * @param version the one that is taken back, or was removed
     * @returns the version that is active now
     * @throws ReleaseError where the version is not live, or no earlier release is kept
     */
    rollback: (name: string, version: string, options: ChangeOptions = {}) =>
      step(name, options, "release rolled back", (kept, act) => rolledBack(kept, name, version, act)),
    /**
     * Removes a remote, with its canary, from the live releases; its releases are kept.
     * @returns the version that was active
     * @throws ReleaseError where it is not live, or the specification requires its screens
     */
    async remove(name: string, options: ChangeOptions = {}): Promise<{ version: string }> {
      if (Object.hasOwn(specifiedManifests, name)) throw new ReleaseError("specified", { name });
      return step(name, options, "remote removed", (kept, act) => withRemoved(kept, name, act));
    },
    list: releases.list,
    /** @throws ReleaseError where it is not kept */
    find: releases.find,
    hashAt: releases.hashAt,
    content: releases.files.content,
    createIndexes: releases.createIndexes,
    /** Removes expired releases; what is live, a canary or the next to roll back to stays. */
    async removeExpired(now: Date): Promise<void> {
      const { kept } = await document.look();
      const isNeeded = ({ name, version }: Pick<Release, "name" | "version">) => {
        const live = [kept.remotes[name]?.version, kept.canaries?.[name]?.release.version];
        return [...live, rollbackTargets(kept, name)[0]].includes(version);
      };
      await releases.removeExpired(isNeeded, now);
    },
    /**
     * Publishes the builds in these folders and makes live what has changed since the last time. What was rolled back or
     * removed since then stays so; of a remote whose build is refused, the live release stays.
     */
    async publishBuilds(builds: readonly string[]): Promise<void> {
      const taken = (await Promise.all(builds.map(takeInBuild))).filter((release) => release !== undefined);
      const act = { by: "start", at: new Date() };
      const noted = Object.fromEntries(taken.map(({ name, version }) => [name, version]));
      const isNew = ({ kept, builds: before }: State, { name, version }: Release) =>
        removedRelease(kept, name) === undefined &&
        (before[name] !== version || kept.remotes[name] === undefined);
      // Another process that starts with the same builds does the same.
      await change(
        [],
        (before) =>
          activated(
            before.kept,
            taken.filter((release) => isNew(before, release)),
            act,
          ),
        noted,
      );
    },
    /**
     * Takes over the releases that earlier versions have kept in a folder, before the first write of the registry.
     * @throws ReleaseError where the folder's own registry can't be read
     */
    async takeOver(folder: string): Promise<void> {
      const before = await document.look();
      if (before.revision > 0) return;
      const former = await readFormerFolder(folder, releases, log);
      if (former === undefined) return;
      // Another process may have been first with the same.
      const isFirst = (await document.replace(before, former.live, former.builds)) !== undefined;
      if (isFirst)
        log.warn(
          { folder, releases: former.taken },
          "the releases of this folder are in the database now; the folder is left as it is and no longer used",
        );
    },
    /** Records a build that was released, or held back, by a command: the next start does not make it live. */
    async noteBuild({ name, version }: Release): Promise<void> {
      await change([], ({ kept }) => kept, { [name]: version });
    },
  };
}
