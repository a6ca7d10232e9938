import { readdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { Readable, Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import { promisify } from "node:util";
import { createGunzip, gzip } from "node:zlib";
import type { Release } from "@souffleur/contracts";
import { extract, pack } from "tar-stream";
import { contentTypeOf, servedKinds } from "./file-types.ts";
import { ReleaseError } from "./release-error.ts";
import { belongsTo, isListed, readRelease } from "./releases-folder.ts";

/**
 * Limits of an archive's content; our releases have about 2 MB when unpacked. `headerBytes` are all bytes that are no file's
 * content: headers, which `tar-stream` holds in memory however long they are, and padding.
 */
export const archiveLimits = { unpackedBytes: 80_000_000, files: 500, headerBytes: 2_000_000 };

/** The name of a file in the release's folder: no separator, no leading dot. */
const plainName = /^[\w-][\w.-]{0,199}$/;

/** Packs a build into a gzipped tar. */
export async function packRelease(build: string, release: Release): Promise<Buffer> {
  const tar = pack();
  for (const file of (await readdir(build)).sort()) {
    if (!isPart(file, release)) continue;
    tar.entry({ name: file }, await readFile(path.join(build, file)));
  }
  tar.finalize();
  const chunks: Buffer[] = [];
  for await (const chunk of tar) chunks.push(chunk as Buffer);
  return promisify(gzip)(Buffer.concat(chunks));
}

/**
 * Unpacks an archive into an empty folder and reads its `release.json`.
 * @throws ReleaseError where it is no archive, is too large, or contains anything but plain files of one folder that
 * builds may have and its `release.json` lists
 */
export async function unpackRelease(archive: Uint8Array, folder: string): Promise<Release> {
  const seen = new Set<string>();
  let bytes = 0;
  const tar = extract();
  let passed = 0;
  const limited = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      passed += chunk.length;
      // What was passed on and is not yet read as content is at most a few chunks.
      const isTooMuch = passed - bytes > archiveLimits.headerBytes;
      done(
        isTooMuch ? new ReleaseError("archiveHeaders", { bytes: archiveLimits.headerBytes }) : null,
        chunk,
      );
    },
  });
  const unpacked = (async () => {
    for await (const entry of tar) {
      const { name, type } = entry.header;
      if (type !== "file" || !plainName.test(name)) {
        throw new ReleaseError("archiveEntry", { file: JSON.stringify(name.slice(0, 100)) });
      }
      if (contentTypeOf(name.replace(/\.(br|gz)$/, "")) === undefined)
        throw new ReleaseError("archiveKind", { file: name, kinds: servedKinds });
      if (seen.has(name)) throw new ReleaseError("archiveTwice", { file: name });
      seen.add(name);
      if (seen.size > archiveLimits.files)
        throw new ReleaseError("archiveFiles", { count: archiveLimits.files });
      const chunks: Buffer[] = [];
      for await (const chunk of entry) {
        bytes += (chunk as Buffer).length;
        if (bytes > archiveLimits.unpackedBytes)
          throw new ReleaseError("archiveSize", { bytes: archiveLimits.unpackedBytes });
        chunks.push(chunk as Buffer);
      }
      await writeFile(path.join(folder, name), Buffer.concat(chunks));
    }
  })();
  const results = await Promise.allSettled([
    unpacked,
    pipeline(Readable.from([archive]), createGunzip(), limited, tar),
  ]);
  for (const result of results) {
    if (result.status === "fulfilled") continue;
    const { reason } = result;
    if (reason instanceof ReleaseError || isWriteFailure(reason)) throw reason;
    throw new ReleaseError("archiveUnreadable", {}, { cause: reason });
  }
  const release = await readRelease(folder);
  if (release === undefined) throw new ReleaseError("archiveEmpty");
  for (const name of seen) {
    if (!isPart(name, release)) throw new ReleaseError("archiveUnlisted", { file: name });
  }
  return release;
}

function isPart(file: string, release: Release): boolean {
  return file === "release.json" || isListed(file, release) || belongsTo(file, release);
}

function isWriteFailure(reason: unknown): boolean {
  return typeof (reason as NodeJS.ErrnoException).syscall === "string";
}
