import type { Release } from "@souffleur/contracts";
import { ReleaseError } from "./release-error.ts";
import { folderOf, readRelease, requireIntact, storedVersions } from "./releases-folder.ts";
import { shareFiles } from "./shared-files.ts";

/** A stored release, and when it was last published or live. */
export interface StoredRelease {
  release: Release;
  usedAt: Date;
}

/** The stored releases of a remote, the last used first, without those that can't be read. */
export async function listReleases(releasesDir: string, name: string): Promise<StoredRelease[]> {
  const versions = await storedVersions(releasesDir, name);
  const found = await Promise.all(
    versions.map(async ({ version, usedAt }) => {
      const release = await readRelease(folderOf(releasesDir, { name, version })).catch(() => undefined);
      return release && { release, usedAt: new Date(usedAt) };
    }),
  );
  return found.filter((one) => one !== undefined);
}

/** @throws ReleaseError where it is not kept */
export async function findRelease(releasesDir: string, name: string, version: string): Promise<Release> {
  const isName = /^[a-z][a-z0-9-]*$/.test(name) && /^[0-9a-z]{1,64}$/.test(version);
  const release = isName ? await readRelease(folderOf(releasesDir, { name, version })) : undefined;
  if (release === undefined) throw new ReleaseError("unknownVersion", { name, version });
  return release;
}

/**
 * Puts a release's files at their public addresses, before the registry names it.
 * @throws ReleaseError where a file is missing or was changed
 */
export async function prepareRelease(releasesDir: string, release: Release): Promise<void> {
  const folder = folderOf(releasesDir, release);
  await requireIntact(folder, release);
  await shareFiles(releasesDir, folder, release);
}
