import type { mongo } from "mongoose";

const namespaceNotFound = 26;
const indexNotFound = 27;

/** Drops an index that may have gone. */
export async function dropIndex(db: mongo.Db, collection: string, index: string): Promise<void> {
  try {
    await db.collection(collection).dropIndex(index);
  } catch (thrown) {
    const code = thrown instanceof Error && "code" in thrown ? thrown.code : undefined;
    if (code !== namespaceNotFound && code !== indexNotFound) throw thrown;
  }
}
