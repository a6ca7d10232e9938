import { Readable, Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import { promisify } from "node:util";
import { createGunzip, gzip } from "node:zlib";
import { extract, pack } from "tar-stream";
import { type BuildFiles, requireReleaseSize } from "./build-files.ts";
import { contentTypeOf, servedKinds } from "./file-types.ts";
import { ReleaseError } from "./release-error.ts";

/**
 * `headerBytes` are all bytes of an archive that are no file's content: headers, which `tar-stream` holds in memory however
 * long they are, and padding.
 */
export const archiveLimits = { files: 500, headerBytes: 2_000_000 };

/** The name of a file in a release: no separator, no leading dot. */
const plainName = /^[\w-][\w.-]{0,199}$/;

/** Packs a build into a gzipped tar. */
export async function packRelease(files: BuildFiles): Promise<Buffer> {
  const tar = pack();
  for (const [name, content] of files) tar.entry({ name }, content);
  tar.finalize();
  const chunks: Buffer[] = [];
  for await (const chunk of tar) chunks.push(chunk as Buffer);
  return promisify(gzip)(Buffer.concat(chunks));
}

/**
 * Unpacks an archive in memory.
 * @throws ReleaseError where it is no archive, is too large, or contains anything but plain files of one folder that
 * builds may have
 */
export async function unpackRelease(archive: Uint8Array): Promise<BuildFiles> {
  const files = new Map<string, Buffer>();
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
      if (files.has(name)) throw new ReleaseError("archiveTwice", { file: name });
      if (files.size === archiveLimits.files)
        throw new ReleaseError("archiveFiles", { count: archiveLimits.files });
      const chunks: Buffer[] = [];
      for await (const chunk of entry) {
        bytes += (chunk as Buffer).length;
        requireReleaseSize(bytes);
        chunks.push(chunk as Buffer);
      }
      files.set(name, Buffer.concat(chunks));
    }
  })();
  const results = await Promise.allSettled([
    unpacked,
    pipeline(Readable.from([archive]), createGunzip(), limited, tar),
  ]);
  for (const result of results) {
    if (result.status === "fulfilled") continue;
    const { reason } = result;
    if (reason instanceof ReleaseError) throw reason;
    throw new ReleaseError("archiveUnreadable", {}, { cause: reason });
  }
  return files;
}
