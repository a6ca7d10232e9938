import { mongo } from "mongoose";
import type { Logger } from "../http/logger.ts";

/** Enough for a collection with millions of documents. */
const timeLimitMs = 30 * 60_000;

/**
 * Creates indexes, even if it takes longer than the connection waits for an answer: the database continues to build an
 * index whose command timed out, and the next attempt waits for it.
 * @param create may be called several times
 * @throws any error of `create` but a network error; after half an hour that too
 */
export async function buildIndexes(create: () => Promise<unknown>, log: Logger): Promise<void> {
  const begun = performance.now();
  for (;;) {
    try {
      await create();
      return;
    } catch (thrown) {
      const isLate = performance.now() - begun > timeLimitMs;
      if (!(thrown instanceof mongo.MongoNetworkError) || isLate) throw thrown;
      log.info("the database is still building indexes");
    }
  }
}
