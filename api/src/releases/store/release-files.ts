import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { brotliCompress, brotliDecompress, constants, gunzip, gzip } from "node:zlib";
import { LRUCache } from "lru-cache";
import type { Connection } from "mongoose";
import { clock } from "../../clock.ts";
import { repeatUpsert } from "../../database/duplicate-keys.ts";

/** What a document can hold beside its compressed forms: MongoDB's have 16 MB at most. */
export const fileBytesMax = 8_000_000;
/** Of the files that a process keeps in memory. Five remotes have about 2 MB. */
const memoryBytesMax = 64_000_000;
/** A file whose release is not stored yet is left alone this long. */
const takingInMs = 3_600_000;

/** A file in each form that is stored: compressed, or as it is where that is smaller. */
export interface Forms {
  br?: Buffer;
  gzip?: Buffer;
  raw?: Buffer;
}

interface StoredFile extends Forms {
  /** The hash of its content. */
  _id: string;
  /** When a release with it was last taken in. */
  at: Date;
}

export type ReleaseFiles = ReturnType<typeof createReleaseFiles>;

const compressed = /\.(js|css|json)$/;

/** The hash of a file, as Subresource Integrity has it. */
export function integrityOf(content: Buffer): string {
  return `sha384-${createHash("sha384").update(content).digest("base64")}`;
}

/** The contents of released files in the database, by their hash; what is read is kept in memory up to a limit. */
export function createReleaseFiles(connection: Connection) {
  const collection = connection.collection<StoredFile>("release_files");
  const read = new LRUCache<string, Forms>({
    maxSize: memoryBytesMax,
    sizeCalculation: sizeOf,
    async fetchMethod(hash): Promise<Forms | undefined> {
      const found = await collection.findOne({ _id: hash }, { promoteBuffers: true });
      return found ?? undefined;
    },
  });

  return {
    /**
     * Stores a file under its hash, compressed once. The same file is stored once.
     * @param given what the build has compressed already; used where it is the same content
     */
    async takeIn(name: string, content: Buffer, given: Forms = {}): Promise<void> {
      const _id = integrityOf(content);
      // Its time is renewed: until its release is stored no other process removes it.
      const { matchedCount } = await collection.updateOne({ _id }, { $set: { at: clock.now() } });
      if (matchedCount > 0) return;
      const forms = await compress(name, content, given);
      await repeatUpsert(() =>
        collection.updateOne({ _id }, { $set: { ...forms, at: clock.now() } }, { upsert: true }),
      );
    },

    /**
     * A file's content, in the first of these encodings that it is stored in, else uncompressed.
     * @returns undefined where it is not stored
     */
    async content(hash: string, encodings: readonly ("br" | "gzip")[] = []) {
      const forms = read.get(hash) ?? (await read.fetch(hash));
      if (forms === undefined) return undefined;
      for (const encoding of encodings) {
        const body = forms[encoding];
        if (body !== undefined) return { encoding, body };
      }
      const body = forms.raw ?? (await promisify(gunzip)(forms.gzip ?? ""));
      return { encoding: undefined, body };
    },

    /** Removes the files that no release has. @param used the hashes of all stored releases */
    async removeUnused(used: ReadonlySet<string>, now: Date): Promise<void> {
      const old = { at: { $lt: new Date(now.getTime() - takingInMs) } };
      const found = await collection.find(old, { projection: { _id: 1 } }).toArray();
      for (const { _id } of found) if (!used.has(_id)) await collection.deleteOne({ _id, ...old });
    },
  };
}

function sizeOf({ br, gzip, raw }: Forms): number {
  return [br, gzip, raw].reduce((sum, form) => sum + (form?.length ?? 0), 1);
}

async function compress(name: string, content: Buffer, given: Forms): Promise<Forms> {
  // A source map is read here, and compressed well would take seconds.
  const isMap = name.endsWith(".map");
  const forms: Forms = {};
  if (isMap || compressed.test(name)) {
    forms.gzip = (await sameAs(content, given.gzip, gunzip)) ?? (await promisify(gzip)(content));
  }
  if (compressed.test(name)) {
    const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } };
    forms.br =
      (await sameAs(content, given.br, brotliDecompress)) ??
      (await promisify(brotliCompress)(content, quality));
  }
  // Without a gain the file is stored as it is.
  return forms.gzip !== undefined && forms.gzip.length < content.length ? forms : { raw: content };
}

/** A compressed form, where it is one of this content. */
async function sameAs(
  content: Buffer,
  form: Buffer | undefined,
  decompress: typeof gunzip | typeof brotliDecompress,
): Promise<Buffer | undefined> {
  if (form === undefined) return undefined;
  const options = { maxOutputLength: Math.max(1, content.length) };
  const found: Buffer | undefined = await promisify<Buffer, object, Buffer>(decompress)(form, options).catch(
    () => undefined,
  );
  return found?.equals(content) ? form : undefined;
}
