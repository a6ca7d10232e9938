import type { Model } from "mongoose";

const writes = [
  "insertOne",
  "insertMany",
  "updateOne",
  "updateMany",
  "replaceOne",
  "findOneAndUpdate",
  "findOneAndReplace",
  "bulkWrite",
] as const;
type Write = (...args: unknown[]) => Promise<unknown>;

/** What the driver's methods return of what they have changed. */
interface Result {
  modifiedCount?: number;
  upsertedCount?: number;
  insertedCount?: number;
  lastErrorObject?: { n?: number } | undefined;
}

/** Whether a write that has found nothing to change is known by its result. */
function hasChanged(result: unknown): boolean {
  if (typeof result !== "object" || result === null) return false;
  const { modifiedCount, upsertedCount = 0, insertedCount = 0, lastErrorObject } = result as Result;
  if (lastErrorObject !== undefined) return lastErrorObject.n !== 0;
  return modifiedCount === undefined || modifiedCount + upsertedCount + insertedCount > 0;
}

/**
 * Calls `written` after each write of this process that has changed a model's collection, before its caller goes on. The
 * collection's own methods, because Mongoose's hooks can't be added to a model that exists.
 */
export function onWrite<Doc>({ collection }: Pick<Model<Doc>, "collection">, written: () => void): void {
  const methods = collection as unknown as Record<(typeof writes)[number], Write>;
  for (const name of writes) {
    const write = methods[name].bind(collection);
    methods[name] = async (...args) => {
      const result = await write(...args);
      // An upsert that returns what was before has nothing to return.
      if (hasChanged(result) || args.some(isUpsert)) written();
      return result;
    };
  }
}

const isUpsert = (options: unknown) => (options as { upsert?: boolean } | undefined)?.upsert === true;
