import { createHash, randomBytes } from "node:crypto";
import { type ActiveRelease, type Release, specifiedManifests } from "@souffleur/contracts";
import type { StoredRegistry } from "@souffleur/contracts/release-commands";
import { clock } from "../../clock.ts";
import type { Logger } from "../../http/logger.ts";
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
  withPreview,
  withRemoved,
  withRolledBack,
} from "./registry-changes.ts";
import type { RegistryDocument, State } from "./registry-document.ts";
import { ReleaseError } from "./release-error.ts";
import type { StoredReleases } from "./stored-releases.ts";

export interface ChangeOptions {
  /** An account's id, `command` (the default), or the name of another author. */
  by?: string;
  /** Of no effect here: the API alone looks whether a release fits its shell. */
  force?: boolean;
}

/**
 * Changes of what is live, each by one guarded write of one document: a killed process leaves the old or the new state, and
 * of two changes of one remote at once the second is refused.
 */
export function createLiveChanges(releases: StoredReleases, document: RegistryDocument, log: Logger) {
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
    const act = { by, at: clock.now() };
    const { changes } = await change([name], ({ kept }) => next(kept, act));
    const version = changes?.[name]?.[0]?.version ?? "";
    log.info({ remote: name, version, by }, done);
    return { version };
  }

  return {
    change,
    /**
     * Makes these releases live, in one step.
     * @throws ReleaseError where one would take a path or a key from another remote
     */
    async activate(these: readonly Release[], { by = "command" }: ChangeOptions = {}): Promise<void> {
      const act = { by, at: clock.now() };
      const names = these.map(({ name }) => name);
      await change(names, ({ kept }) => withAllActive(releases, kept, these, act));
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
     * Shows a release for a day to browsers that have the key, and makes its files public; nothing becomes live.
     * @param name what its team calls it
     * @throws ReleaseError as `activate`, or where the name is another remote's, or there are too many
     */
    async preview(release: Release, name: string, { by = "command" }: ChangeOptions = {}) {
      const key = randomBytes(16).toString("base64url");
      const act = { by, at: clock.now() };
      const { previews } = await change([], async ({ kept }) => {
        requireFreePaths(kept, release);
        const after = withPreview(kept, { name, keyHash: hashOfKey(key) }, toActiveRelease(release), act);
        await releases.open(release);
        return after;
      });
      log.info({ remote: release.name, version: release.version, name, by }, "preview opened");
      return { path: `/remote-preview#${name}.${key}`, until: previews?.[name]?.until ?? "" };
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
      step(name, options, "release rolled back", (kept, act) =>
        withLastUndone(releases, kept, { name, version }, act),
      ),
    /**
     * Removes a remote, with its canary, from the live releases; its releases are kept.
     * @returns the version that was active
     * @throws ReleaseError where it is not live, or the specification requires its screens
     */
    async remove(name: string, options: ChangeOptions = {}): Promise<{ version: string }> {
      if (Object.hasOwn(specifiedManifests, name)) throw new ReleaseError("specified", { name });
      return step(name, options, "remote removed", (kept, act) => withRemoved(kept, name, act));
    },
  };
}

/** A key is random, so that its plain hash tells nothing of it. */
export const hashOfKey = (key: string): string => createHash("sha256").update(key).digest("hex");

/**
 * The registry in which these are live, and their files public.
 * @throws ReleaseError where one would take a path from another remote
 */
export async function withAllActive(
  releases: StoredReleases,
  before: StoredRegistry,
  these: readonly Release[],
  act: Act,
): Promise<StoredRegistry> {
  const after = these.reduce((kept, release) => withActive(kept, toActiveRelease(release), act), before);
  for (const release of these) requireFreePaths(after, release);
  for (const release of these) await releases.open(release);
  return after;
}

/** The registry without the last step of a remote: a canary, an activation or a removal. */
async function withLastUndone(
  releases: StoredReleases,
  registry: StoredRegistry,
  { name, version }: Pick<Release, "name" | "version">,
  act: Act,
): Promise<StoredRegistry> {
  if (version === registry.canaries?.[name]?.release.version) return withCanaryEnded(registry, name, act);
  const removed = removedRelease(registry, name);
  if (version !== (removed ?? registry.remotes[name]?.version))
    throw new ReleaseError("notLive", { name, version });
  const earlier = rollbackTargets(registry, name);
  const target = await firstStored(releases, name, removed === undefined ? earlier : [removed, ...earlier]);
  // Another remote may have taken its paths since it was removed.
  if (removed !== undefined) requireFreePaths(registry, target);
  return withRolledBack(registry, target, act);
}

/** The first of these releases that is still stored, made public. */
async function firstStored(
  releases: StoredReleases,
  name: string,
  versions: readonly string[],
): Promise<ActiveRelease> {
  for (const version of versions) {
    const release = await releases.find(name, version).catch(() => undefined);
    if (release === undefined) continue;
    await releases.open(release);
    return toActiveRelease(release);
  }
  throw new ReleaseError("noEarlier", { name });
}
