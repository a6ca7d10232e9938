import { readFile } from "node:fs/promises";
import path from "node:path";
import type { Release } from "@souffleur/contracts";
import type { StoredRegistry } from "@souffleur/contracts/release-commands";
import * as z from "zod";
import type { Logger } from "../../http/logger.ts";
import { tryParseJson } from "../../http/try-parse-json.ts";
import { withLock } from "./file-lock.ts";
import { publish } from "./publish.ts";
import { removedRelease } from "./registry-changes.ts";
import { toJson } from "./registry-files.ts";
import { ReleaseError } from "./release-error.ts";
import { folderOf, lockOf, replaceFiles } from "./releases-folder.ts";
import { areShared, shareFiles } from "./shared-files.ts";

const LocalBuilds = z.record(z.string(), z.string());

interface LocalBuildsDeps {
  releasesDir: string;
  kept: () => Promise<StoredRegistry>;
  activate: (releases: readonly Release[], options: { by: string }) => Promise<void>;
  log: Logger;
}

/** The builds on this machine, and the version of each remote's build that was released last. */
export function createLocalBuilds({ releasesDir, kept, activate, log }: LocalBuildsDeps) {
  const file = path.join(releasesDir, "local-builds.json");

  async function note(releases: readonly Release[]): Promise<void> {
    await withLock(lockOf(releasesDir), async () => {
      const noted = Object.fromEntries(releases.map(({ name, version }) => [name, version]));
      await replaceFiles({ [file]: toJson({ ...(await readNoted(file)), ...noted }) });
    });
  }

  /** Repairs the public files of builds that are live already. */
  async function repairShared(releases: readonly Release[]): Promise<void> {
    const { remotes } = await kept();
    const live = releases.filter(({ name, version }) => remotes[name]?.version === version);
    const areThere = await Promise.all(live.map((release) => areShared(releasesDir, release)));
    if (areThere.every(Boolean)) return;
    await withLock(lockOf(releasesDir), async () => {
      for (const release of live) await shareFiles(releasesDir, folderOf(releasesDir, release), release);
    });
  }

  /** Logs a refused build, so that one remote does not keep the others from being published. */
  async function publishOne(build: string): Promise<Release | undefined> {
    try {
      return await publish(build, releasesDir);
    } catch (error) {
      if (!(error instanceof ReleaseError)) throw error;
      const remote = path.basename(path.dirname(build));
      log.error({ remote, reason: error.message }, "the build here is refused; what was live of it stays");
      return undefined;
    }
  }

  return {
    note,
    /** Makes live what has changed since the last time; what was rolled back or removed since stays so. */
    async publish(builds: readonly string[]): Promise<void> {
      const noted = await readNoted(file);
      const registry = await kept();
      const published = (await Promise.all(builds.map(publishOne))).filter(
        (release) => release !== undefined,
      );
      await activate(
        published.filter(
          ({ name, version }) =>
            removedRelease(registry, name) === undefined &&
            (noted[name] !== version || registry.remotes[name] === undefined),
        ),
        { by: "start" },
      );
      await repairShared(published);
      await note(published);
    },
  };
}

async function readNoted(file: string): Promise<Record<string, string>> {
  const text = await readFile(file, "utf8").catch(() => "");
  return LocalBuilds.safeParse(tryParseJson(text)).data ?? {};
}
