import { readFile } from "node:fs/promises";
import { join } from "node:path";
import mongoose from "mongoose";

/**
 * Sets fields of the documents that match in the database of a product that is running, as time would.
 * @param dataDir the product's folder, where its engine has written its address
 * @returns how many documents matched
 */
export async function setStored(
  dataDir: string,
  collection: string,
  filter: Record<string, unknown>,
  fields: Record<string, unknown>,
): Promise<number> {
  const address = await readFile(join(dataDir, "engine-address"), "utf8");
  const connection = await mongoose.createConnection(address).asPromise();
  try {
    const { matchedCount } = await connection.collection(collection).updateMany(filter, { $set: fields });
    return matchedCount;
  } finally {
    await connection.close();
  }
}
