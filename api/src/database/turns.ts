import type { Connection } from "mongoose";
import { isDuplicateKey } from "../duplicate-key.ts";

interface Turn {
  _id: string;
  /** When the next one may begin. */
  nextAt: Date;
}

/** Whose turn it is to do what one process is enough for. */
export function createTurns(connection: Connection) {
  return {
    /** Whether this process does it now; for so many milliseconds nobody else does. Who dies has had his turn. */
    async take(name: string, everyMs: number, now: Date): Promise<boolean> {
      try {
        await connection
          .collection<Turn>("turns")
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
