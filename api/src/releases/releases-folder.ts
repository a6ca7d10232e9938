import { createHash, randomUUID } from "node:crypto";
import { mkdir, open, readdir, readFile, rename, rm, stat, utimes } from "node:fs/promises";
import path from "node:path";
import { Release } from "../contracts/index.ts";
import { withLock } from "./registry-lock.ts";
import { explainWrite, ReleaseError } from "./release-error.ts";

/** Where a release's files are. */
export function folderOf(releasesDir: string, { name, version }: Pick<Release, "name" | "version">): string {
  return path.join(releasesDir, name, version);
}

/** What a writer of this folder holds. */
export function lockOf(releasesDir: string): string {
  return path.join(releasesDir, ".lock");
}

/** What a build says of itself, or undefined where nothing is built. */
export async function readRelease(folder: string): Promise<Release | undefined> {
  try {
    return Release.parse(JSON.parse(await readFile(path.join(folder, "release.json"), "utf8")));
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw new ReleaseError(`${folder} holds no release that can be read`, { cause });
  }
}

/**
 * Copies a build into the releases' folder under its version. The folder appears whole or not at all; one
 * that is damaged is replaced.
 * @returns what was published, or undefined where nothing is built.
 * @throws ReleaseError where a file is missing or differs from what `release.json` says, or the disk is full.
 */
export async function publish(build: string, releasesDir: string): Promise<Release | undefined> {
  const release = await readRelease(build);
  if (release === undefined) return undefined;
  const target = folderOf(releasesDir, release);
  if (await isWhole(target, release)) return release;
  const draft = path.join(releasesDir, `.draft-${randomUUID()}`);
  try {
    await mkdir(draft, { recursive: true });
    await copyRelease(build, draft, release);
    await syncFolder(draft);
    await mkdir(path.dirname(target), { recursive: true });
    await withLock(lockOf(releasesDir), async () => {
      // Somebody else may have published the same content in the meantime.
      if (await isWhole(target, release)) return;
      await rename(target, `${draft}-damaged`).catch(ignoreMissing);
      await rename(draft, target);
      await syncFolder(path.dirname(target));
    });
  } catch (error) {
    throw explainWrite(error, releasesDir);
  } finally {
    await rm(draft, { recursive: true, force: true });
    await rm(`${draft}-damaged`, { recursive: true, force: true });
  }
  return release;
}

/** Whether every file of a release is there and is what it was. */
async function isWhole(folder: string, release: Release): Promise<boolean> {
  return checkRelease(folder, release).then(
    () => true,
    () => false,
  );
}

/** @throws ReleaseError naming the first file that is missing or differs from what `release.json` says. */
export async function checkRelease(folder: string, release: Release): Promise<void> {
  await readFile(path.join(folder, "release.json")).catch(() => {
    throw new ReleaseError(`${release.name} ${release.version} is not in ${path.dirname(folder)}`);
  });
  for (const [file, expected] of Object.entries(release.integrity)) {
    const content = await readFile(path.join(folder, file)).catch(() => {
      throw new ReleaseError(`${release.name} ${release.version} has no file ${file}`);
    });
    checkIntegrity(content, expected, path.join(folder, file));
  }
}

async function copyRelease(from: string, to: string, release: Release): Promise<void> {
  const listed = new Set(Object.keys(release.integrity));
  for (const file of await readdir(from)) {
    if (file !== "release.json" && !listed.delete(file) && !belongsTo(file, release)) continue;
    const content = await readFile(path.join(from, file));
    const expected = release.integrity[file];
    if (expected !== undefined) checkIntegrity(content, expected, path.join(from, file));
    await writeSynced(path.join(to, file), content);
  }
  for (const missing of listed)
    throw new ReleaseError(`${release.name} ${release.version} has no file ${missing}`);
}

/** Compressed forms and source maps of the files that are listed. */
export function belongsTo(file: string, release: Release): boolean {
  const origin = file.replace(/\.(br|gz|map)$/, "");
  return origin !== file && origin in release.integrity;
}

function checkIntegrity(content: Buffer, expected: string, file: string): void {
  const actual = `sha384-${createHash("sha384").update(content).digest("base64")}`;
  if (actual !== expected) throw new ReleaseError(`${file} differs from what its release.json says`);
}

/** Replaces a small file as a whole: a reader sees the old content or the new, also after a crash. */
export async function replaceFile(file: string, content: string): Promise<void> {
  const draft = `${file}.${randomUUID()}.draft`;
  try {
    await writeSynced(draft, Buffer.from(content));
    await rename(draft, file);
    await syncFolder(path.dirname(file));
  } catch (error) {
    await rm(draft, { force: true });
    throw explainWrite(error, path.dirname(file));
  }
}

/** Counts the time for which a release is kept from now: it is live, or was until this moment. */
export async function touchRelease(releasesDir: string, release: Pick<Release, "name" | "version">) {
  const now = new Date();
  await utimes(folderOf(releasesDir, release), now, now).catch(ignoreMissing);
}

/** When a release was last published or live, in ms. */
export async function lastUsed(folder: string): Promise<number> {
  return (await stat(folder)).mtimeMs;
}

async function writeSynced(file: string, content: Buffer): Promise<void> {
  const handle = await open(file, "w");
  try {
    await handle.writeFile(content);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** A new name is on the disk only when its folder is. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

function ignoreMissing(error: NodeJS.ErrnoException): void {
  if (error.code !== "ENOENT") throw error;
}
