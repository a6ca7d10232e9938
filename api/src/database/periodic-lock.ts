import type { Connection } from "mongoose";
import { isDuplicateKey } from "./duplicate-keys.ts";

interface Lock {
  _id: string;
  /** When the next one may begin. */
  nextAt: Date;
}

/** A lock on periodic work that one process does for all. */
export function createPeriodicLock(connection: Connection) {
  return {
    /** Whether this process does it now: no other one does for `everyMs`, even if this one dies. */
    async take(name: string, everyMs: number, now: Date): Promise<boolean> {
      try {
        await connection
          .collection<Lock>("turns")
          .updateOne(
            { _id: name, nextAt: { $lte: now } },
            { $set: { nextAt: new Date(now.getTime() + everyMs) } },
            { upsert: true },
          );
        return true;
      } catch (thrown) {
        if (isDuplicateKey(thrown)) return false;
        throw thrown;
      }
    },
  };
}
