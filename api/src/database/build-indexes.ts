import { mongo } from "mongoose";
import type { Logger } from "../http/logger.ts";

/** Of a collection with millions of documents. */
const longestMs = 30 * 60_000;

/**
 * Creates indexes however long it takes: the database goes on with one whose command got no answer in time, and the next
 * try waits for it, or finds it made.
 * @param create may be repeated
 * @throws what `create` throws besides a lost or silent connection, and that after half an hour
 */
export async function buildIndexes(create: () => Promise<unknown>, log: Logger): Promise<void> {
  const begun = performance.now();
  for (;;) {
    try {
      await create();
      return;
    } catch (thrown) {
      if (!(thrown instanceof mongo.MongoNetworkError) || performance.now() - begun > longestMs) throw thrown;
      log.info("the database is still building indexes");
    }
  }
}
