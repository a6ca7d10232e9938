import type { Connection } from "mongoose";
import { isWritten } from "./duplicate-keys.ts";

interface Lock {
  _id: string;
  /** When the next one may begin. */
  nextAt: Date;
}

/** A lock on periodic work that one process does for all processes. */
export function createPeriodicLock(connection: Connection) {
  return {
    /** True where this process has the lock. Then no process gets it for `everyMs`, even if this one dies. */
    take: (name: string, everyMs: number, now: Date): Promise<boolean> =>
      isWritten(
        connection
          .collection<Lock>("turns")
          .updateOne(
            { _id: name, nextAt: { $lte: now } },
            { $set: { nextAt: new Date(now.getTime() + everyMs) } },
            { upsert: true },
          ),
      ),
  };
}
