import DataLoader from "dataloader";
import type { Collection } from "mongoose";

/** The documents of one batch fit into one answer of the database. */
const batchMax = 100;

/**
 * Reads documents by primary key. Reads of the same moment are sent as one command, because the driver and the socket
 * account for most of a request's cost. Nothing is cached. It uses the driver directly: mongoose's queries cost more
 * than the read itself.
 */
export function readById<Doc extends { _id: string }>(
  collection: Collection,
  projection: Record<string, 0 | 1>,
): (id: string) => Promise<Doc | null> {
  const loader = new DataLoader<string, Doc | null>(
    async (ids) => {
      const unique = [...new Set(ids)];
      const options = { projection, limit: unique.length, batchSize: unique.length + 1 };
      const found: unknown = await collection.find({ _id: { $in: unique } } as object, options).toArray();
      const byId = new Map((found as Doc[]).map((doc) => [doc._id, doc]));
      return ids.map((id) => byId.get(id) ?? null);
    },
    { cache: false, maxBatchSize: batchMax, batchScheduleFn: (read) => setImmediate(read) },
  );
  return (id) => loader.load(id);
}
