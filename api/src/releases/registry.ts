import { mkdir, readFile } from "node:fs/promises";
import path from "node:path";
import type { ActiveRelease, KeptRegistry, Registry, Release } from "@souffleur/contracts";
import * as z from "zod";
import type { Logger } from "../http/logger.ts";
import { prune } from "./prune.ts";
import { publish } from "./publish.ts";
import {
  type Act,
  earlier,
  toActiveRelease,
  withActive,
  withCanary,
  withCanaryEnded,
  withRolledBack,
} from "./registry-changes.ts";
import { openDocuments, withoutPast, written } from "./registry-documents.ts";
import { withLock } from "./registry-lock.ts";
import { explainWrite, ReleaseError } from "./release-error.ts";
import {
  checkRelease,
  folderOf,
  keptVersions,
  lockOf,
  readRelease,
  replaceFiles,
  touchRelease,
} from "./releases-folder.ts";
import { areShared, sharedPlace, shareFiles } from "./shared-files.ts";

const empty: KeptRegistry = { schema: 1, remotes: {} };
const LocalBuilds = z.record(z.string(), z.string());

/** A release that is kept, and since when it has not been used. */
export interface KeptRelease {
  release: Release;
  usedAt: Date;
}

interface ActivateOptions {
  /** An account's id, `command` or what else acts. */
  by?: string;
  /**
   * Where browsers find the releases (ends with a slash): a content-delivery network, or another host. By
   * default where this version was found the last time, or the place beside the page.
   */
  at?: string | undefined;
}

interface RollbackOptions {
  by?: string;
  /**
   * The one to take back, wherever its files are, where only that one is meant. Else the last step is: the trial,
   * the move to another place, or the active release.
   */
  version?: string;
}

export interface RegistryStore {
  readonly releasesDir: string;
  /** What is live now; follows a release made by another process. */
  current(): Promise<Registry>;
  /** The same with what was done before. */
  kept(): Promise<KeptRegistry>;
  /** Called with every registry that `current` or `kept` finds changed. */
  onChange(listener: (registry: KeptRegistry) => void): void;
  /**
   * Publishes a build without making it live.
   * @throws ReleaseError where it is no build, or not whole
   */
  publish(build: string): Promise<Release>;
  /** Makes these releases live, in one step. */
  activate(releases: readonly Release[], options?: ActivateOptions): Promise<void>;
  /** Lets a share of the users, in percent, have a release. */
  canary(release: Release, share: number, options?: ActivateOptions): Promise<void>;
  /**
   * Gives everybody what a share has tried.
   * @throws ReleaseError where nothing is on trial
   */
  promote(name: string, options?: ActivateOptions): Promise<ActiveRelease>;
  /**
   * Ends a trial; where there is none, makes live what was before.
   * @returns what everybody has now
   * @throws ReleaseError where there is nothing to go back to, or `version` is not live
   */
  rollback(name: string, options?: RollbackOptions): Promise<ActiveRelease>;
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
  const documents = openDocuments(releasesDir);
  const lastFile = path.join(releasesDir, "local-builds.json");
  const listeners: ((registry: KeptRegistry) => void)[] = [];
  let known: { stamp: string; registry: KeptRegistry } | undefined;

  async function kept(): Promise<KeptRegistry> {
    try {
      const stamp = await documents.stamp();
      if (stamp === undefined) return empty;
      if (known?.stamp !== stamp) {
        known = { stamp, registry: await documents.read() };
        for (const listener of listeners) listener(known.registry);
      }
      return known.registry;
    } catch (error) {
      log.error({ err: error }, "the registry of remotes can't be read; the last one that could stays");
      return known?.registry ?? empty;
    }
  }

  /** What is written follows what is on the disk, never what was known: a document that can't be read stops it. */
  function change(by: (registry: KeptRegistry) => Promise<KeptRegistry>): Promise<KeptRegistry> {
    return withLock(lockOf(releasesDir), async () => {
      const before = await documents.read().catch((error: NodeJS.ErrnoException) => {
        if (error.code === "ENOENT") return empty;
        throw new ReleaseError("The registry remotes.json can't be read; mend it or remove it.", {
          cause: error,
        });
      });
      const after = await by(before);
      if (after === before) return after;
      await documents.write(after);
      // What was live until now is kept for its time from now on: pages that are open still ask for it.
      for (const one of [...Object.values(before.remotes), ...Object.values(after.remotes)])
        if (before.remotes[one.name]?.version !== after.remotes[one.name]?.version)
          await touchRelease(releasesDir, one);
      return after;
    });
  }

  async function tidy(registry: KeptRegistry, name: string): Promise<void> {
    const needed = [
      registry.remotes[name]?.version,
      registry.canaries?.[name]?.release.version,
      earlier(registry, name).find(({ version }) => version !== registry.remotes[name]?.version)?.version,
    ];
    const versions = new Set(needed.filter((version) => version !== undefined));
    await withLock(lockOf(releasesDir), () => prune(releasesDir, name, versions, Date.now())).catch(
      // The release is live; that old files stay for longer harms nobody.
      (error: unknown) => log.warn({ err: error }, "expired releases could not be removed"),
    );
  }

  function live(registry: KeptRegistry, release: Release, at: string | undefined): ActiveRelease {
    const last = registry.changes?.[release.name]?.find(({ version }) => version === release.version)?.base;
    const place = sharedPlace(release.name);
    if (at !== undefined) return toActiveRelease(release, at + place);
    return toActiveRelease(release, last === undefined || last.startsWith("/") ? `/remotes/${place}` : last);
  }

  /** Before a document names a release: it is whole, and is where browsers will look for it. */
  async function makeReady(release: Release): Promise<void> {
    const folder = folderOf(releasesDir, release);
    await checkRelease(folder, release);
    await shareFiles(releasesDir, folder, release);
  }

  async function activate(releases: readonly Release[], { by = "command", at }: ActivateOptions = {}) {
    if (releases.length === 0) return;
    const act: Act = { by, at: new Date() };
    const after = await change(async (before) => {
      for (const release of releases) await makeReady(release);
      return releases.reduce(
        (registry, release) => withActive(registry, live(before, release, at), act),
        before,
      );
    });
    for (const { name, version } of releases) log.info({ remote: name, version, by }, "release activated");
    for (const { name } of releases) await tidy(after, name);
  }

  async function find(name: string, version: string): Promise<Release> {
    const known = /^[a-z][a-z0-9-]*$/.test(name) && /^[0-9a-z]{1,64}$/.test(version);
    const release = known ? await readRelease(folderOf(releasesDir, { name, version })) : undefined;
    if (release === undefined)
      throw new ReleaseError(`${name} has no release ${version}; see --list for what is kept.`);
    return release;
  }

  async function list(name: string): Promise<KeptRelease[]> {
    const versions = await keptVersions(releasesDir, name);
    const found = await Promise.all(
      versions.map(async ({ version, usedAt }) => {
        const release = await readRelease(folderOf(releasesDir, { name, version })).catch(() => undefined);
        return release && { release, usedAt: new Date(usedAt) };
      }),
    );
    return found.filter((one) => one !== undefined);
  }

  /** The first that is whole of what was live before; another version than `taken`. */
  async function before(registry: KeptRegistry, name: string, taken?: string): Promise<ActiveRelease> {
    for (const { version, base } of earlier(registry, name)) {
      if (version === taken) continue;
      const release = await find(name, version).catch(() => undefined);
      if (release === undefined) continue;
      await makeReady(release);
      return toActiveRelease(release, base);
    }
    throw new ReleaseError(`${name} has no earlier release to go back to.`);
  }

  /** What was built before may be live already: its files are mended where browsers look for them. */
  async function mendShared(releases: readonly Release[]): Promise<void> {
    const { remotes } = await kept();
    const live = releases.filter(({ name, version }) => remotes[name]?.version === version);
    const areThere = await Promise.all(live.map((release) => areShared(releasesDir, release)));
    if (areThere.every(Boolean)) return;
    await withLock(lockOf(releasesDir), async () => {
      for (const release of live) await shareFiles(releasesDir, folderOf(releasesDir, release), release);
    });
  }

  async function publishBuilds(builds: readonly string[]): Promise<void> {
    const last = await readLast(lastFile);
    const { remotes } = await kept();
    const published = (await Promise.all(builds.map((build) => publish(build, releasesDir)))).filter(
      (one) => one !== undefined,
    );
    await activate(
      published.filter(({ name, version }) => last[name] !== version || remotes[name] === undefined),
      { by: "start" },
    );
    await mendShared(published);
    await noteBuilds(published);
  }

  async function noteBuilds(releases: readonly Release[]): Promise<void> {
    await withLock(lockOf(releasesDir), async () => {
      const last = await readLast(lastFile);
      const next = { ...last, ...Object.fromEntries(releases.map(({ name, version }) => [name, version])) };
      await replaceFiles({ [lastFile]: written(next) });
    });
  }

  await documents.mend().catch((error: unknown) => {
    // A host of plain files has the one before; whatever is released next writes both.
    log.warn({ err: error }, "live.json could not be written anew");
  });

  return {
    releasesDir,
    async current() {
      return withoutPast(await kept());
    },
    kept,
    onChange: (listener) => void listeners.push(listener),
    async publish(build) {
      const release = await publish(build, releasesDir);
      if (release === undefined) throw new ReleaseError("There is no release.json: nothing is built there.");
      return release;
    },
    activate,
    async canary(release, share, { by = "command", at } = {}) {
      await change(async (registry) => {
        await makeReady(release);
        return withCanary(registry, live(registry, release, at), share, { by, at: new Date() });
      });
      log.info({ remote: release.name, version: release.version, share, by }, "release on trial");
    },
    async promote(name, { by = "command" } = {}) {
      const { remotes } = await change(async (registry) => {
        const trial = registry.canaries?.[name]?.release;
        if (trial === undefined) throw new ReleaseError(`No release of ${name} is on trial.`);
        await makeReady(await find(name, trial.version));
        return withActive(registry, trial, { by, at: new Date() });
      });
      log.info({ remote: name, version: remotes[name]?.version, by }, "release promoted");
      return liveOf(remotes, name);
    },
    async rollback(name, { by = "command", version } = {}) {
      const { remotes } = await change(async (registry) => {
        const act = { by, at: new Date() };
        const trial = registry.canaries?.[name]?.release.version;
        if (version !== undefined && version !== trial && version !== registry.remotes[name]?.version)
          throw new ReleaseError(`${name} ${version} is not live any more.`);
        if (trial !== undefined && (version ?? trial) === trial) return withCanaryEnded(registry, name, act);
        return withRolledBack(registry, await before(registry, name, version), act);
      });
      log.info({ remote: name, version: remotes[name]?.version, by }, "release rolled back");
      return liveOf(remotes, name);
    },
    list,
    find,
    publishBuilds,
    noteBuild: (release) => noteBuilds([release]),
  };
}

function liveOf(remotes: Registry["remotes"], name: string): ActiveRelease {
  const release = remotes[name];
  if (release === undefined) throw new ReleaseError(`No release of ${name} is active.`);
  return release;
}

async function readLast(file: string): Promise<Record<string, string>> {
  try {
    return LocalBuilds.parse(JSON.parse(await readFile(file, "utf8")));
  } catch {
    return {};
  }
}
