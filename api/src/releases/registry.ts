import { mkdir } from "node:fs/promises";
import type { ActiveRelease, KeptRegistry, Registry, Release } from "@souffleur/contracts";
import { manifestConflicts } from "@souffleur/contracts/remote-manifest";
import type { Logger } from "../http/logger.ts";
import { withLock } from "./file-lock.ts";
import { findRelease, type KeptRelease, listReleases, prepareRelease } from "./kept-releases.ts";
import { createLocalBuilds } from "./local-builds.ts";
import { prune } from "./prune.ts";
import { publish } from "./publish.ts";
import {
  type Act,
  rollbackTargets,
  toActiveRelease,
  withActive,
  withCanary,
  withCanaryEnded,
  withRolledBack,
} from "./registry-changes.ts";
import { openRegistryFiles } from "./registry-files.ts";
import { createRegistryReader } from "./registry-reader.ts";
import { explainWrite, ReleaseError } from "./release-error.ts";
import { keptNames, lockOf, touchRelease } from "./releases-folder.ts";
import { sharedPlace } from "./shared-files.ts";

interface ActorOption {
  /** An account's id, `command` (the default) or what else acts. */
  by?: string;
}

interface ActivateOptions extends ActorOption {
  /**
   * Where browsers find the releases (ends with a slash): a content-delivery network, or another host. By
   * default where this version was found the last time, or the place beside the page.
   */
  at?: string | undefined;
}

interface RollbackOptions extends ActorOption {
  /** Where the last step only moved the version to another place, undoes the move alone. */
  undoMove?: boolean | undefined;
}

export interface RegistryStore {
  readonly releasesDir: string;
  /** What is live now, as the same object until that changes; follows a release made by another process. */
  current(): Promise<Registry>;
  /** The same with its history. */
  kept(): Promise<KeptRegistry>;
  /** Called with every registry that `current` or `kept` finds changed. */
  onChange(listener: (registry: KeptRegistry) => void): void;
  /**
   * Publishes a build without making it live.
   * @throws ReleaseError where it is no build, or not complete
   */
  publish(build: string): Promise<Release>;
  /**
   * Makes these releases live, in one step.
   * @throws ReleaseError where one would take a path or a key from another remote
   */
  activate(releases: readonly Release[], options?: ActivateOptions): Promise<void>;
  /**
   * Gives a release to a share of the users, in percent.
   * @throws ReleaseError as `activate`
   */
  canary(release: Release, share: number, options?: ActivateOptions): Promise<void>;
  /**
   * Makes the canary live for all users.
   * @throws ReleaseError where there is none
   */
  promote(name: string, options?: ActorOption): Promise<ActiveRelease>;
  /**
   * Takes a live version back: a canary ends, the active release is replaced by the one before.
   * @returns what is active now
   * @throws ReleaseError where the version is not live, or there is none to go back to
   */
  rollback(name: string, version: string, options?: RollbackOptions): Promise<ActiveRelease>;
  /** The remotes that releases are kept of. */
  names(): Promise<string[]>;
  /** The releases of a remote that are kept, the last used first. */
  list(name: string): Promise<KeptRelease[]>;
  /** @throws ReleaseError where it is not kept */
  find(name: string, version: string): Promise<Release>;
  /**
   * Publishes what is built on this machine and makes live what has changed since the last time. What was
   * rolled back since then stays rolled back.
   */
  publishBuilds(builds: readonly string[]): Promise<void>;
  /** A build was released, or held back, by command: the next start does not make it live again. */
  noteBuild(release: Release): Promise<void>;
}

/**
 * The document that says which release of each remote is live. It is only ever replaced as a whole.
 * @param releasesDir made when it is missing
 */
export async function openRegistry(releasesDir: string, log: Logger): Promise<RegistryStore> {
  await mkdir(releasesDir, { recursive: true }).catch((error) => {
    throw explainWrite(error);
  });
  const files = openRegistryFiles(releasesDir);
  const reader = createRegistryReader(files, log);
  const kept = async () => (await reader.last()).kept;
  const current = async () => (await reader.last()).current;

  /** Starts from what is on the disk: a document that can't be read stops it. */
  function change(by: (registry: KeptRegistry) => Promise<KeptRegistry>): Promise<KeptRegistry> {
    return withLock(lockOf(releasesDir), async () => {
      const { kept: before } = await reader.read().catch((cause) => {
        throw new ReleaseError("The registry remotes.json can't be read; mend it or remove it.", { cause });
      });
      const after = await by(before);
      if (after === before) return after;
      await files.write(after);
      await reader.take(after);
      // A replaced release is kept for its time from now on: open pages still ask for its files.
      for (const { name, version } of [...Object.values(before.remotes), ...Object.values(after.remotes)])
        if (before.remotes[name]?.version !== after.remotes[name]?.version)
          await touchRelease(releasesDir, { name, version });
      return after;
    });
  }

  async function removeExpired(registry: KeptRegistry, name: string): Promise<void> {
    const active = registry.remotes[name]?.version;
    const needed = [
      active,
      registry.canaries?.[name]?.release.version,
      rollbackTargets(registry, name).find(({ version }) => version !== active)?.version,
    ];
    const versions = new Set(needed.filter((version) => version !== undefined));
    await withLock(lockOf(releasesDir), () => prune(releasesDir, name, versions, Date.now())).catch(
      // The release is live; old files that stay for longer do no harm.
      (error: unknown) => log.warn({ err: error }, "expired releases could not be removed"),
    );
  }

  function placed(registry: KeptRegistry, release: Release, at: string | undefined): ActiveRelease {
    const place = sharedPlace(release.name);
    if (at !== undefined) return toActiveRelease(release, at + place);
    const last = registry.changes?.[release.name]?.find(({ version }) => version === release.version)?.base;
    return toActiveRelease(release, last === undefined || last.startsWith("/") ? `/remotes/${place}` : last);
  }

  async function activate(releases: readonly Release[], { by = "command", at }: ActivateOptions = {}) {
    if (releases.length === 0) return;
    const act: Act = { by, at: new Date() };
    const after = await change(async (before) => {
      for (const release of releases) await prepareRelease(releasesDir, release);
      const after = releases.reduce(
        (registry, release) => withActive(registry, placed(before, release, at), act),
        before,
      );
      for (const release of releases) demandFreePaths(after, release);
      return after;
    });
    for (const { name, version } of releases) log.info({ remote: name, version, by }, "release activated");
    for (const { name } of releases) await removeExpired(after, name);
  }

  /** The latest rollback target that is complete, of another version than `taken`. */
  async function rollbackTarget(
    registry: KeptRegistry,
    name: string,
    taken?: string,
  ): Promise<ActiveRelease> {
    for (const { version, base } of rollbackTargets(registry, name)) {
      if (version === taken) continue;
      const release = await findRelease(releasesDir, name, version).catch(() => undefined);
      if (release === undefined) continue;
      await prepareRelease(releasesDir, release);
      return toActiveRelease(release, base);
    }
    throw new ReleaseError(`${name} has no earlier release to go back to.`);
  }

  const localBuilds = createLocalBuilds({ releasesDir, current, activate });

  await files.repair().catch((error: unknown) => {
    // A static host serves the one before; the next release writes both files.
    log.warn({ err: error }, "live.json could not be written anew");
  });

  return {
    releasesDir,
    current,
    kept,
    onChange: reader.onChange,
    async publish(build) {
      const release = await publish(build, releasesDir);
      if (release === undefined) throw new ReleaseError("There is no release.json: nothing is built there.");
      return release;
    },
    activate,
    async canary(release, share, { by = "command", at } = {}) {
      await change(async (registry) => {
        await prepareRelease(releasesDir, release);
        demandFreePaths(registry, release);
        return withCanary(registry, placed(registry, release, at), share, { by, at: new Date() });
      });
      log.info({ remote: release.name, version: release.version, share, by }, "canary started");
    },
    async promote(name, { by = "command" } = {}) {
      const { remotes } = await change(async (registry) => {
        const canary = registry.canaries?.[name]?.release;
        if (canary === undefined) throw new ReleaseError(`${name} has no canary to promote.`);
        await prepareRelease(releasesDir, await findRelease(releasesDir, name, canary.version));
        return withActive(registry, canary, { by, at: new Date() });
      });
      log.info({ remote: name, version: remotes[name]?.version, by }, "canary promoted");
      return activeOf(remotes, name);
    },
    async rollback(name, version, { by = "command", undoMove = false } = {}) {
      const { remotes } = await change(async (registry) => {
        const act = { by, at: new Date() };
        if (version === registry.canaries?.[name]?.release.version)
          return withCanaryEnded(registry, name, act);
        if (version !== registry.remotes[name]?.version)
          throw new ReleaseError(`${name} ${version} is no longer live.`);
        const target = await rollbackTarget(registry, name, undoMove ? undefined : version);
        return withRolledBack(registry, target, act);
      });
      log.info({ remote: name, version: remotes[name]?.version, by }, "release rolled back");
      return activeOf(remotes, name);
    },
    names: () => keptNames(releasesDir),
    list: (name) => listReleases(releasesDir, name),
    find: (name, version) => findRelease(releasesDir, name, version),
    publishBuilds: localBuilds.publish,
    noteBuild: (release) => localBuilds.note([release]),
  };
}

function demandFreePaths(registry: Registry, { name, version, manifest }: Release): void {
  const conflicts = manifestConflicts(name, manifest, registry);
  if (conflicts.length > 0)
    throw new ReleaseError(`${name} ${version} can't go live. ${conflicts.join(" ")}`);
}

function activeOf(remotes: Registry["remotes"], name: string): ActiveRelease {
  const release = remotes[name];
  if (release === undefined) throw new ReleaseError(`No release of ${name} is active.`);
  return release;
}
