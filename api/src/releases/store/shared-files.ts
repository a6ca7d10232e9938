import { randomUUID } from "node:crypto";
import { link, mkdir, readdir, readFile, rename, rm } from "node:fs/promises";
import path from "node:path";
import type { Release } from "@souffleur/contracts";
import { ReleaseError } from "./release-error.ts";
import {
  belongsTo,
  integrityOf,
  isListed,
  readRelease,
  storedVersions,
  syncFolder,
  writeSynced,
} from "./releases-folder.ts";

/** A folder beside the versions of a remote, none of which contains a hyphen. */
const folderName = "by-hash";

/**
 * The public address of a remote's files, relative to that of the releases. All releases share it, so an unchanged file
 * keeps its address and stays in browsers' caches.
 */
export function sharedPlace(name: string): string {
  return `${name}/${folderName}/`;
}

/**
 * Links a release's files there, without using more space. Existing files stay, unless they are damaged. The caller holds
 * the lock.
 * @param from the release's folder
 * @throws ReleaseError where another release that is kept has another file of the same name
 */
export async function shareFiles(releasesDir: string, from: string, release: Release): Promise<void> {
  const shared = path.join(releasesDir, sharedPlace(release.name));
  await mkdir(shared, { recursive: true });
  const stale = await requireFreeNames(releasesDir, release);
  for (const file of await readdir(from)) {
    const listed = isListed(file, release);
    if (!listed && !belongsTo(file, release)) continue;
    const damaged = stale.has(file.replace(listed ? "" : /\.\w+$/, ""));
    await put(path.join(from, file), path.join(shared, file), damaged);
  }
  await syncFolder(shared);
}

/** Whether every file of a release is at its public address, undamaged. */
export async function areShared(releasesDir: string, release: Release): Promise<boolean> {
  const checks = Object.entries(release.integrity).map(async ([file, expected]) => {
    const content = await readFile(path.join(releasesDir, sharedPlace(release.name), file));
    return integrityOf(content) === expected;
  });
  return Promise.all(checks).then(
    (same) => same.every(Boolean),
    () => false,
  );
}

/** Removes public files that no stored release has. The caller holds the lock. */
export async function dropUnshared(releasesDir: string, name: string): Promise<void> {
  const shared = path.join(releasesDir, sharedPlace(name));
  const kept = await storedReleases(releasesDir, name);
  for (const file of await readdir(shared).catch(() => [])) {
    if (kept.some((release) => isListed(file, release) || belongsTo(file, release))) continue;
    await rm(path.join(shared, file), { force: true });
  }
}

/**
 * Refuses another content under the name of a shared file, which is unlikely: names have 32 bits of their content's hash.
 * The stored releases, which may be hundreds, are read only where a file differs.
 * @returns the damaged shared files: no stored release has their content
 * @throws ReleaseError where another release that is kept has another file of the same name
 */
export async function requireFreeNames(releasesDir: string, { name, integrity }: Release) {
  const stale = new Set<string>();
  for (const [file, expected] of Object.entries(integrity)) {
    const there = await readFile(path.join(releasesDir, sharedPlace(name), file)).catch(() => undefined);
    if (there !== undefined && integrityOf(there) !== expected) stale.add(file);
  }
  for (const other of stale.size === 0 ? [] : await storedReleases(releasesDir, name)) {
    for (const file of stale) {
      if (!isListed(file, other) || other.integrity[file] === integrity[file]) continue;
      throw new ReleaseError("otherFile", {
        name,
        version: other.version,
        file,
      });
    }
  }
  return stale;
}

async function storedReleases(releasesDir: string, name: string): Promise<Release[]> {
  const versions = await storedVersions(releasesDir, name);
  const found = await Promise.all(
    versions.map(({ version }) => readRelease(path.join(releasesDir, name, version))),
  );
  return found.filter((one) => one !== undefined);
}

/** Leaves an existing file, or replaces it as a whole. */
async function put(from: string, to: string, replace: boolean): Promise<void> {
  const draft = `${to}.${randomUUID()}`;
  try {
    await link(from, replace ? draft : to);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "EEXIST") return;
    // Not every file system has links.
    if (code === undefined || !["EPERM", "ENOTSUP", "ENOSYS", "EMLINK", "EXDEV"].includes(code)) throw error;
    await writeSynced(draft, await readFile(from));
    await rename(draft, to);
    return;
  }
  if (!replace) return;
  await rename(draft, to);
  // Renaming over another link to the same file is no operation, and leaves the draft.
  await rm(draft, { force: true });
}
