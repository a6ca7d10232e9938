import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { Release } from "@souffleur/contracts";
import { tryParseJson } from "../../http/try-parse-json.ts";
import { ReleaseError } from "./release-error.ts";

/** Of all files of a release, with their source maps and compressed forms; ours have about 2 MB. */
export const releaseBytesMax = 20_000_000;

/** The files of a build by their names, from its folder or an archive. */
export type BuildFiles = ReadonlyMap<string, Buffer>;

/**
 * The files of a build in a folder.
 * @returns empty where nothing is built
 */
export async function readBuild(folder: string): Promise<BuildFiles> {
  const release = await readRelease(folder);
  const files = new Map<string, Buffer>();
  if (release === undefined) return files;
  for (const file of (await readdir(folder)).sort())
    if (isPart(file, release)) files.set(file, await readFile(path.join(folder, file)));
  return files;
}

/**
 * The `release.json` of a folder; undefined where there is none.
 * @throws ReleaseError where it is malformed
 */
export async function readRelease(folder: string): Promise<Release | undefined> {
  const text = await readFile(path.join(folder, "release.json")).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return undefined;
    throw error;
  });
  return text && parseRelease(text);
}

/** @throws ReleaseError where it is not that of a release */
export function parseRelease(text: Buffer): Release {
  const parsed = Release.safeParse(tryParseJson(text.toString()));
  if (!parsed.success) throw new ReleaseError("unreadableRelease", {}, { cause: parsed.error });
  return parsed.data;
}

/** Whether a file is a part of a release: listed, the compressed form or the source map of a listed one. */
export function isPart(file: string, release: Pick<Release, "integrity">): boolean {
  return (
    file === "release.json" ||
    isListed(file, release) ||
    isListed(file.replace(/\.(br|gz|map)$/, ""), release)
  );
}

/** Own properties only: every object inherits a `constructor`. */
export function isListed(file: string, { integrity }: Pick<Release, "integrity">): boolean {
  return Object.hasOwn(integrity, file);
}
