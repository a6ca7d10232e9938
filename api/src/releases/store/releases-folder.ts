import { createHash, randomUUID } from "node:crypto";
import { statSync } from "node:fs";
import { open, readdir, readFile, rename, rm, utimes } from "node:fs/promises";
import path from "node:path";
import { Release } from "@souffleur/contracts";
import { explainWrite, ReleaseError } from "./release-error.ts";

const versionPattern = /^[0-9a-z]{1,64}$/;

/** The folder of a release's files. */
export function folderOf(releasesDir: string, { name, version }: Pick<Release, "name" | "version">): string {
  return path.join(releasesDir, name, version);
}

/** The remotes with stored releases, live or not. */
export async function keptNames(releasesDir: string): Promise<string[]> {
  const entries = await readdir(releasesDir, { withFileTypes: true }).catch(() => []);
  return entries
    .filter((entry) => entry.isDirectory() && /^[a-z][a-z0-9-]*$/.test(entry.name))
    .map(({ name }) => name);
}

/** The lock file of this folder's writers. */
export function lockOf(releasesDir: string): string {
  return path.join(releasesDir, ".lock");
}

/**
 * The `release.json` of a folder; undefined where there is none.
 * @throws ReleaseError where it is malformed
 */
export async function readRelease(folder: string): Promise<Release | undefined> {
  try {
    return Release.parse(JSON.parse(await readFile(path.join(folder, "release.json"), "utf8")));
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw new ReleaseError("unreadableRelease", {}, { cause });
  }
}

/** @throws ReleaseError naming the first file that is missing or differs from its integrity in `release.json` */
export async function requireIntact(
  folder: string,
  { name, version, integrity }: Pick<Release, "name" | "version" | "integrity">,
): Promise<void> {
  await readFile(path.join(folder, "release.json")).catch(() => {
    throw new ReleaseError("missingVersion", { name, version });
  });
  for (const [file, expected] of Object.entries(integrity)) {
    const content = await readFile(path.join(folder, file)).catch(() => {
      throw new ReleaseError("missingFile", { name, version, file });
    });
    checkIntegrity(content, expected, file);
  }
}

/** Whether a release lists a file. Own properties only: every object inherits a `constructor`. */
export function isListed(file: string, { integrity }: Pick<Release, "integrity">): boolean {
  return Object.hasOwn(integrity, file);
}

/** Whether a file is the compressed form or the source map of a listed one. */
export function belongsTo(file: string, release: Release): boolean {
  const origin = file.replace(/\.(br|gz|map)$/, "");
  return origin !== file && isListed(origin, release);
}

/** The hash of a file for Subresource Integrity. */
export function integrityOf(content: Buffer): string {
  return `sha384-${createHash("sha384").update(content).digest("base64")}`;
}

export function checkIntegrity(content: Buffer, expected: string, file: string): void {
  if (integrityOf(content) !== expected) throw new ReleaseError("changedFile", { file });
}

/**
 * Replaces small files atomically: a reader sees the old content or the new, after a crash too. All drafts are on the disk
 * before the first file is replaced, so a full disk changes none.
 */
export async function replaceFiles(contents: Readonly<Record<string, string>>): Promise<void> {
  const drafts = Object.keys(contents).map((file) => ({ file, draft: `${file}.${randomUUID()}.draft` }));
  try {
    for (const { file, draft } of drafts) await writeSynced(draft, Buffer.from(contents[file] ?? ""));
    for (const { file, draft } of drafts) await rename(draft, file);
    for (const folder of new Set(drafts.map(({ file }) => path.dirname(file)))) await syncFolder(folder);
  } catch (error) {
    for (const { draft } of drafts) await rm(draft, { force: true });
    throw explainWrite(error);
  }
}

/** Restarts the retention of a release that is live, or was until now. */
export async function touchRelease(releasesDir: string, release: Pick<Release, "name" | "version">) {
  const now = new Date();
  await utimes(folderOf(releasesDir, release), now, now).catch(ignoreMissing);
}

/** The kept versions of a remote with the time when each was last published or live, in ms; the last used first. */
export async function storedVersions(releasesDir: string, name: string) {
  const folder = path.join(releasesDir, name);
  const versions = (await readdir(folder).catch(() => [])).filter((entry) => versionPattern.test(entry));
  // Synchronous: there may be hundreds, and each asynchronous call would wait for a thread.
  const kept = versions.map((version) => ({
    version,
    usedAt: statSync(path.join(folder, version)).mtimeMs,
  }));
  return kept.toSorted((a, b) => b.usedAt - a.usedAt);
}

export async function writeSynced(file: string, content: Buffer): Promise<void> {
  const handle = await open(file, "w");
  try {
    await handle.writeFile(content);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Flushes a folder's entries to the disk. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

export function ignoreMissing(error: NodeJS.ErrnoException): void {
  if (error.code !== "ENOENT") throw error;
}
