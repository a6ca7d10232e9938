import { isDeepStrictEqual } from "node:util";
import { Release } from "@souffleur/contracts";
import { LRUCache } from "lru-cache";
import type { Collection, Connection } from "mongoose";
import { clock } from "../../clock.ts";
import { repeatUpsert } from "../../database/duplicate-keys.ts";
import type { Incoming } from "./incoming.ts";
import { ReleaseError } from "./release-error.ts";
import { createReleaseFiles } from "./release-files.ts";

const keepCount = 5;
const keepMs = 30 * 24 * 3_600_000;
const addressesMax = 10_000;

interface ReleaseDocument {
  /** `<remote>/<version>` */
  _id: string;
  name: string;
  release: Release;
  files: { name: string; hash: string }[];
  /** When it was last published or live. */
  usedAt: Date;
  /** Whether it was ever live, as a canary too: its files are public. */
  opened: boolean;
}

/** A stored release, and when it was last published or live. */
export interface StoredRelease {
  release: Release;
  usedAt: Date;
}

type Named = Pick<Release, "name" | "version">;
const idOf = ({ name, version }: Named) => `${name}/${version}`;

export type StoredReleases = ReturnType<typeof createStoredReleases>;

/** The releases in the database, one document each, and their files. */
export function createStoredReleases(connection: Connection) {
  const collection = connection.collection<ReleaseDocument>("releases");
  const files = createReleaseFiles(connection);
  /** The hash at a public address, which never changes. */
  const addresses = new LRUCache<string, string>({
    max: addressesMax,
    fetchMethod: (address) => hashOf(collection, address),
  });

  const read = ({ release, usedAt }: ReleaseDocument) => ({ release: Release.parse(release), usedAt });
  const isStored = async (one: Named) => (await collection.countDocuments({ _id: idOf(one) })) > 0;

  async function find(name: string, version: string): Promise<Release> {
    const found = await collection.findOne({ _id: idOf({ name, version }) });
    if (found === null) throw new ReleaseError("unknownVersion", { name, version });
    return read(found).release;
  }

  return {
    files,
    find,
    isStored,
    /**
     * Stores a checked build without making it public: its files, then the document that names them.
     * @throws ReleaseError where its version or a file's name has another content already
     */
    async takeIn(incoming: Incoming): Promise<Release> {
      const { release, hashes, files: contents } = incoming;
      await requireFreeNames(collection, incoming);
      for (const file of hashes.keys()) {
        const [br, gzip] = [contents.get(`${file}.br`), contents.get(`${file}.gz`)];
        const content = contents.get(file) ?? Buffer.alloc(0);
        await files.takeIn(file, content, { ...(br && { br }), ...(gzip && { gzip }) });
      }
      const named = [...hashes].map(([name, hash]) => ({ name, hash }));
      // Without members that are undefined.
      const plain: Release = JSON.parse(JSON.stringify(release));
      const { name, version } = release;
      const stored = await repeatUpsert(() =>
        collection.findOneAndUpdate(
          { _id: idOf(release) },
          {
            $set: { usedAt: clock.now() },
            $setOnInsert: { name, release: plain, files: named, opened: false },
          },
          { upsert: true, returnDocument: "after" },
        ),
      );
      if (stored === null || !isSame(read(stored).release, release))
        throw new ReleaseError("otherContent", { name, version });
      return release;
    },

    /**
     * Makes a release's files public, before the registry names it.
     * @throws ReleaseError where it is not stored
     */
    async open(one: Named): Promise<void> {
      const change = { $set: { opened: true, usedAt: clock.now() } };
      const { matchedCount } = await collection.updateOne({ _id: idOf(one) }, change);
      if (matchedCount === 0)
        throw new ReleaseError("missingVersion", { name: one.name, version: one.version });
    },

    /** Restarts the retention of a release that was live until now. */
    async touch(one: Named): Promise<void> {
      await collection.updateOne({ _id: idOf(one) }, { $set: { usedAt: clock.now() } });
    },

    /** The stored releases of a remote, or of all, the last used first. */
    async list(name?: string): Promise<StoredRelease[]> {
      const wanted = name === undefined ? {} : { name };
      return (await collection.find(wanted).sort({ usedAt: -1 }).toArray()).map(read);
    },

    /** The hash of the file at a remote's public address; undefined where there is none. */
    async hashAt(name: string, file: string): Promise<string | undefined> {
      const address = `${name}/${file}`;
      return addresses.get(address) ?? (await addresses.fetch(address));
    },

    /**
     * Removes the releases that were not used within 30 days, but for the last five of each remote and those in use, and
     * then the files that no release has.
     */
    async removeExpired(isNeeded: (one: Named) => boolean, now: Date): Promise<void> {
      const old = { usedAt: { $lt: new Date(now.getTime() - keepMs) } };
      let removed = 0;
      for (const name of await collection.distinct("name", old)) {
        const stored = await collection.find({ name }).sort({ usedAt: -1 }).skip(keepCount).toArray();
        for (const { _id, release } of stored.filter((one) => !isNeeded(one.release))) {
          // Not where it was used in the meantime.
          removed += (await collection.deleteOne({ _id, ...old })).deletedCount;
          for (const { name: file } of stored.flatMap((one) => one.files))
            addresses.delete(`${release.name}/${file}`);
        }
      }
      if (removed > 0) await files.removeUnused(new Set(await collection.distinct("files.hash")), now);
    },

    async createIndexes(): Promise<void> {
      await collection.createIndex({ name: 1, usedAt: -1 });
      await collection.createIndex({ name: 1, "files.name": 1 });
    },
  };
}

function isSame(one: Release, other: Release): boolean {
  return isDeepStrictEqual([one.integrity, one.manifest], [other.integrity, other.manifest]);
}

/** Refuses another content under the public name of a file: names have 32 bits of their content's hash. */
async function requireFreeNames(
  collection: Collection<ReleaseDocument>,
  { release: { name, version }, hashes }: Incoming,
): Promise<void> {
  // The map of a file may differ: it depends on where it was built.
  const own = [...hashes].filter(([file]) => !file.endsWith(".map"));
  const differing = { $or: own.map(([file, hash]) => ({ name: file, hash: { $ne: hash } })) };
  const other = await collection.findOne(
    { name, _id: { $ne: idOf({ name, version }) }, files: { $elemMatch: differing } },
    { projection: { "release.version": 1, "files.$": 1 } },
  );
  const [file] = other?.files ?? [];
  if (other !== null && file !== undefined)
    throw new ReleaseError("otherFile", { name, version: other.release.version, file: file.name });
}

async function hashOf(collection: Collection<ReleaseDocument>, address: string): Promise<string | undefined> {
  const [name = "", file = ""] = address.split("/");
  const having = { name, opened: true, "files.name": file };
  const found = await collection.findOne(having, { projection: { "files.$": 1 } });
  return found?.files[0]?.hash;
}
