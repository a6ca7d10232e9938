import { mkdir } from "node:fs/promises";
import { type ActiveRelease, type Registry, type Release, specifiedManifests } from "@souffleur/contracts";
import type { KeptRegistry } from "@souffleur/contracts/release-commands";
import type { Logger } from "../http/logger.ts";
import { withLock } from "./file-lock.ts";
import { demandFreePaths } from "./free-paths.ts";
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
  withRemoved,
} from "./registry-changes.ts";
import { openRegistryFiles } from "./registry-files.ts";
import { createRegistryReader } from "./registry-reader.ts";
import { explainWrite, ReleaseError } from "./release-error.ts";
import { keptNames, lockOf, touchRelease } from "./releases-folder.ts";
import { rollBack } from "./roll-back.ts";
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
   * Undoes the last step: a canary ends, the active release is replaced by the one before, a removed remote is live
   * again.
   * @param version the one that is taken back, or was removed
   * @returns what is active now
   * @throws ReleaseError where the version is not live, or there is none to go back to
   */
  rollback(name: string, version: string, options?: RollbackOptions): Promise<ActiveRelease>;
  /**
   * Takes a remote out of what is live, with its canary. Its releases are kept.
   * @returns the version that was active
   * @throws ReleaseError where it is not live, or brings screens that the specification demands
   */
  remove(name: string, options?: ActorOption): Promise<Pick<Release, "version">>;
  /** The remotes that releases are kept of. */
  names(): Promise<string[]>;
  /** The releases of a remote that are kept, the last used first. */
  list(name: string): Promise<KeptRelease[]>;
  /** @throws ReleaseError where it is not kept */
  find(name: string, version: string): Promise<Release>;
  /**
   * Publishes what is built on this machine and makes live what has changed since the last time. What was
   * rolled back since then stays rolled back, a remote that was removed stays removed, and of one whose build is
   * refused what was live.
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
    await prune(releasesDir, name, versions, Date.now()).catch(
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

  const localBuilds = createLocalBuilds({ releasesDir, kept, activate, log });

  // Nothing is written where remotes.json is missing or can't be read.
  const { stamp, kept: there } = await reader.last();
  await (stamp === undefined ? undefined : files.repair(there))?.catch((error: unknown) => {
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
      const step = { name, version, undoMove };
      const { remotes } = await change((registry) =>
        rollBack(releasesDir, registry, step, { by, at: new Date() }),
      );
      log.info({ remote: name, version: remotes[name]?.version, by }, "release rolled back");
      return activeOf(remotes, name);
    },
    async remove(name, { by = "command" } = {}) {
      if (Object.hasOwn(specifiedManifests, name))
        throw new ReleaseError(`${name} can't be removed: the specification demands its screens.`);
      let version = "";
      await change(async (registry) => {
        version = registry.remotes[name]?.version ?? "";
        return withRemoved(registry, name, { by, at: new Date() });
      });
      log.info({ remote: name, version, by }, "remote removed");
      return { version };
    },
    names: () => keptNames(releasesDir),
    list: (name) => listReleases(releasesDir, name),
    find: (name, version) => findRelease(releasesDir, name, version),
    publishBuilds: localBuilds.publish,
    noteBuild: (release) => localBuilds.note([release]),
  };
}

function activeOf(remotes: Registry["remotes"], name: string): ActiveRelease {
  const release = remotes[name];
  if (release === undefined) throw new ReleaseError(`No release of ${name} is active.`);
  return release;
}
