import path from "node:path";
import type { Registry, Release } from "@souffleur/contracts";
import type { StoredRegistry } from "@souffleur/contracts/release-commands";
import type { Connection } from "mongoose";
import { clock } from "../../clock.ts";
import type { Logger } from "../../http/logger.ts";
import { readBuild, readRelease } from "./build-files.ts";
import { checkIncoming } from "./incoming.ts";
import { createLiveChanges, withAllActive } from "./live-changes.ts";
import { previewsIn, removedRelease, rollbackTargets } from "./registry-changes.ts";
import { createRegistryDocument, type State } from "./registry-document.ts";
import { ReleaseError } from "./release-error.ts";
import { createStoredReleases } from "./stored-releases.ts";

export type RegistryStore = ReturnType<typeof openRegistry>;

/** The releases of a database, and which of them are live. */
export function openRegistry(connection: Connection, log: Logger) {
  const releases = createStoredReleases(connection);
  const document = createRegistryDocument(connection, log);
  const { change, ...changes } = createLiveChanges(releases, document, log);

  /** Checks and stores a build in a folder without making it live. @throws ReleaseError where it is refused */
  const publish = async (build: string): Promise<Release> =>
    releases.takeIn(await checkIncoming(await readBuild(build)));

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
    ...changes,
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
    takeIn: releases.takeIn,
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
        const shown = [...previewsIn(kept, now).values()].some(
          ({ release }) => release.name === name && release.version === version,
        );
        return shown || [...live, rollbackTargets(kept, name)[0]].includes(version);
      };
      await releases.removeExpired(isNeeded, now);
    },
    /**
     * Publishes the builds in these folders and makes live what has changed since the last time. What was rolled back or
     * removed since then stays so; of a remote whose build is refused, the live release stays.
     */
    async publishBuilds(builds: readonly string[]): Promise<void> {
      const taken = (await Promise.all(builds.map(takeInBuild))).filter((release) => release !== undefined);
      const act = { by: "start", at: clock.now() };
      const noted = Object.fromEntries(taken.map(({ name, version }) => [name, version]));
      const isNew = ({ kept, builds: before }: State, { name, version }: Release) =>
        removedRelease(kept, name) === undefined &&
        (before[name] !== version || kept.remotes[name] === undefined);
      // Another process that starts with the same builds does the same.
      await change(
        [],
        (before) =>
          withAllActive(
            releases,
            before.kept,
            taken.filter((release) => isNew(before, release)),
            act,
          ),
        noted,
      );
    },
    /** Records a build that was released, or held back, by a command: the next start does not make it live. */
    async noteBuild({ name, version }: Release): Promise<void> {
      await change([], ({ kept }) => kept, { [name]: version });
    },
  };
}
