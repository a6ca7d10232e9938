import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";
import { promisify } from "node:util";
import { gunzip, gzip } from "node:zlib";
import { extract, pack } from "tar-stream";
import { type BuildFiles, releaseBytesMax } from "./build-files.ts";
import { ReleaseError } from "./release-error.ts";

/** All bytes of an archive that are no file's content: its headers and padding. */
const headerBytesMax = 2_000_000;

/** Packs a build into a gzipped tar. */
export async function packRelease(files: BuildFiles): Promise<Buffer> {
  const tar = pack();
  for (const [name, content] of files) tar.entry({ name }, content);
  tar.finalize();
  return promisify(gzip)(await buffer(tar));
}

/**
 * Unpacks an archive in memory. What its entries are is left to `checkIncoming`, which knows the names of a release's files.
 * @throws ReleaseError where it is no archive, or is too large
 */
export async function unpackRelease(archive: Uint8Array): Promise<BuildFiles> {
  const files = new Map<string, Buffer>();
  const maxOutputLength = releaseBytesMax + headerBytesMax;
  try {
    const unzipped = await promisify(gunzip)(archive, { maxOutputLength });
    const tar = extract();
    const read = async () => {
      for await (const entry of tar) files.set(entry.header.name, await buffer(entry));
    };
    await Promise.all([read(), pipeline(Readable.from([unzipped]), tar)]);
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    if (code === "ERR_BUFFER_TOO_LARGE") throw new ReleaseError("releaseSize", { bytes: releaseBytesMax });
    throw new ReleaseError("archiveUnreadable", {}, { cause });
  }
  return files;
}
