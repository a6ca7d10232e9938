import { randomUUID } from "node:crypto";
import { mkdir, readdir, readFile, rename, rm } from "node:fs/promises";
import path from "node:path";
import { isDeepStrictEqual } from "node:util";
import type { Release } from "@souffleur/contracts";
import { manifestProblems } from "@souffleur/contracts/remote-manifest";
import { withLock } from "./file-lock.ts";
import { contentTypeOf, servedKinds } from "./file-types.ts";
import { outsideStyles } from "./outside-styles.ts";
import { explainWrite, ReleaseError, unwritable } from "./release-error.ts";
import {
  belongsTo,
  checkIntegrity,
  folderOf,
  ignoreMissing,
  isListed,
  lockOf,
  readRelease,
  requireIntact,
  syncFolder,
  writeSynced,
} from "./releases-folder.ts";
import { requireFreeNames } from "./shared-files.ts";

/**
 * Copies a build into the releases' folder under its version, which is not public yet. The folder appears complete or not
 * at all; a damaged one is replaced.
 * @returns the published release, or undefined where nothing is built
 * @throws ReleaseError where a file is missing, differs from its integrity in `release.json` or is of a kind that is not
 * served, where a stylesheet affects other screens, where another release has another file of the same name, or where
 * the disk is full
 */
export async function publish(build: string, releasesDir: string): Promise<Release | undefined> {
  const release = await readRelease(build);
  if (release === undefined) return undefined;
  requireServed(release);
  requireManifest(release);
  const target = folderOf(releasesDir, release);
  if (await isIntact(target, release)) return release;
  const draft = path.join(releasesDir, `.draft-${randomUUID()}`);
  try {
    await mkdir(draft).catch((error) => {
      throw explainWrite(error) instanceof ReleaseError ? error : unwritable(error);
    });
    await copyRelease(build, draft, release);
    await requireOwnStyles(draft, release);
    await syncFolder(draft);
    await mkdir(path.dirname(target), { recursive: true });
    await withLock(lockOf(releasesDir), async () => {
      await requireSameContent(target, release);
      await requireFreeNames(releasesDir, release);
      // Another process may have published the same content in the meantime.
      if (await isIntact(target, release)) return;
      await rename(target, `${draft}-damaged`).catch(ignoreMissing);
      await rename(draft, target);
      await syncFolder(path.dirname(target));
    });
  } catch (error) {
    throw explainWrite(error);
  } finally {
    await rm(draft, { recursive: true, force: true });
    await rm(`${draft}-damaged`, { recursive: true, force: true });
  }
  return release;
}

function requireServed({ name, version, integrity }: Release): void {
  const strange = Object.keys(integrity).find((file) => contentTypeOf(file) === undefined);
  if (strange === undefined) return;
  throw new ReleaseError("fileKind", { name, version, file: strange, kinds: servedKinds });
}

/** Checks the manifest alone; conflicts with other remotes are checked when the release goes live. */
function requireManifest({ name, version, manifest }: Release): void {
  const problems = manifest === undefined ? [] : manifestProblems(manifest);
  if (problems.length > 0)
    throw new ReleaseError("manifest", { name, version, problems: problems.join(" ") });
}

/** Checked here too, because the check in a browser may be skipped: a release must not restyle other screens. */
async function requireOwnStyles(folder: string, { name, version, integrity }: Release): Promise<void> {
  for (const file of Object.keys(integrity).filter((one) => one.endsWith(".css"))) {
    const outside = outsideStyles(name, await readFile(path.join(folder, file), "utf8"));
    if (outside.length === 0) continue;
    const shown = [...outside.slice(0, 5), ...(outside.length > 5 ? [`${outside.length - 5} more`] : [])];
    throw new ReleaseError("styles", { name, version, file, rules: shown.join("; ") });
  }
}

/** A published version keeps its content; a damaged one may be repaired. */
async function requireSameContent(
  folder: string,
  { name, version, integrity, manifest }: Release,
): Promise<void> {
  const kept = await readRelease(folder).catch(() => undefined);
  if (kept === undefined) return;
  if (isDeepStrictEqual([kept.integrity, kept.manifest], [integrity, manifest])) return;
  throw new ReleaseError("otherContent", { name, version });
}

/** Whether every file of a release is there with its content. */
async function isIntact(folder: string, release: Release): Promise<boolean> {
  return requireIntact(folder, release).then(
    () => true,
    () => false,
  );
}

async function copyRelease(from: string, to: string, release: Release): Promise<void> {
  const listed = new Set(Object.keys(release.integrity));
  for (const file of await readdir(from)) {
    if (file !== "release.json" && !listed.delete(file) && !belongsTo(file, release)) continue;
    const content = await readFile(path.join(from, file));
    const expected = isListed(file, release) ? release.integrity[file] : undefined;
    if (expected !== undefined) checkIntegrity(content, expected, file);
    await writeSynced(path.join(to, file), content);
  }
  for (const missing of listed)
    throw new ReleaseError("missingFile", { name: release.name, version: release.version, file: missing });
}
