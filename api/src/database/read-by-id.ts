import DataLoader from "dataloader";
import type { Collection } from "mongoose";

/** As many as one answer of the database surely holds. */
const mostAtOnce = 100;

/**
 * Reads documents by primary key, those that are asked for in the same moment with one command: what a
 * single read costs in the driver and on the socket is most of what a request costs. Nothing is kept: each
 * read begins after it was asked for. Straight to the driver, since mongoose's query machinery costs more
 * than the read.
 */
export function readById<Doc extends { _id: string }>(
  collection: Collection,
  projection: Record<string, 0 | 1>,
): (id: string) => Promise<Doc | null> {
  const loader = new DataLoader<string, Doc | null>(
    async (ids) => {
      const unique = [...new Set(ids)];
      const found = collection.find({ _id: { $in: unique } } as object, {
        projection,
        limit: unique.length,
        batchSize: unique.length + 1,
      });
      const byId = new Map(
        (await (found.toArray() as Promise<unknown[]> as Promise<Doc[]>)).map((doc) => [doc._id, doc]),
      );
      return ids.map((id) => byId.get(id) ?? null);
    },
    { cache: false, maxBatchSize: mostAtOnce, batchScheduleFn: (read) => setImmediate(read) },
  );
  return (id) => loader.load(id);
}
