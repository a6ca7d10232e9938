import { existsSync } from "node:fs";
import { readdir, readFile, stat } from "node:fs/promises";
import path from "node:path";
import type { ActiveRelease } from "@souffleur/contracts";
import { StoredRegistry } from "@souffleur/contracts/release-commands";
import * as z from "zod";
import type { Logger } from "../../http/logger.ts";
import { tryParseJson } from "../../http/try-parse-json.ts";
import { readBuild } from "./build-files.ts";
import { checkIncoming } from "./incoming.ts";
import { publicPlace, toActiveRelease } from "./registry-changes.ts";
import { ReleaseError } from "./release-error.ts";
import type { StoredReleases } from "./stored-releases.ts";

const Builds = z.record(z.string(), z.string());

/**
 * Copies the releases of earlier versions, which kept them in a folder: `<remote>/<version>/` with the files of each,
 * `remotes.json` with what is live, and `local-builds.json`. It may be repeated after a killed run; the folder stays as it is.
 * @returns what is live and the builds that were noted, to be stored; undefined where there is no such folder
 * @throws ReleaseError where its `remotes.json` can't be read
 */
export async function readFormerFolder(folder: string, releases: StoredReleases, log: Logger) {
  const text = (file: string) => readFile(path.join(folder, file), "utf8").catch(() => "");
  if (!existsSync(path.join(folder, "remotes.json"))) return undefined;
  const { data: registry, error } = StoredRegistry.safeParse(tryParseJson(await text("remotes.json")));
  if (registry === undefined) throw new ReleaseError("formerRegistry", {}, { cause: error });
  let taken = 0;
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    if (!entry.isDirectory() || !/^[a-z][a-z0-9-]*$/.test(entry.name)) continue;
    for (const version of await readdir(path.join(folder, entry.name))) {
      if (!/^[0-9a-z]{1,64}$/.test(version)) continue;
      await takeRelease(path.join(folder, entry.name), version, releases).then(
        () => taken++,
        // A live one is replaced by this machine's own build.
        (error: unknown) =>
          log.error({ err: error, remote: entry.name, version }, "a release can't be taken over"),
      );
    }
  }
  /** A release that is live, at its address of today. */
  const moved = async ({ name, version }: ActiveRelease): Promise<ActiveRelease | undefined> => {
    const release = await releases.find(name, version).catch(() => undefined);
    if (release !== undefined) await releases.open(release);
    return release && toActiveRelease(release);
  };
  const live: StoredRegistry = { ...registry, remotes: {}, canaries: {} };
  for (const [name, active] of Object.entries(registry.remotes)) {
    const release = await moved(active);
    if (release !== undefined) live.remotes[name] = release;
  }
  for (const [name, canary] of Object.entries(registry.canaries ?? {})) {
    const release = await moved(canary.release);
    if (release !== undefined) live.canaries = { ...live.canaries, [name]: { ...canary, release } };
  }
  const builds = Builds.safeParse(tryParseJson(await text("local-builds.json"))).data ?? {};
  return { live, builds, taken };
}

async function takeRelease(folder: string, version: string, releases: StoredReleases): Promise<void> {
  const at = path.join(folder, version);
  const name = path.basename(folder);
  if (await releases.isStored({ name, version })) return;
  const incoming = await checkIncoming(await readBuild(at));
  const usedAt = (await stat(at)).mtime;
  // Files that were public are requested by open pages.
  const opened = existsSync(path.join(folder, publicPlace, incoming.release.entry));
  await releases.takeIn(incoming, { usedAt, opened });
}
