import type { Connection } from "mongoose";
import { clock } from "../clock.ts";

/** Until then, processes of the version before may run, or be put back; they send no shared body. */
const afterUpdateMs = 24 * 60 * 60_000;
/** The migration that records when the first process of a version started that finds shared bodies. */
export const sharingMigration = 21;

/**
 * @returns a function that tells whether bodies are stored once for several webhooks: a day after the update, and at once
 * in a database that began with such a version
 */
export function createBodySharing(connection: Connection): () => Promise<boolean> {
  const migrations = connection.collection<{ _id: number; doneAt: Date; tookMs?: number }>("migrations");
  let from: number | undefined;
  return async () => {
    if (from === undefined) {
      const done = await migrations.findOne({ _id: sharingMigration });
      // Without it nothing has migrated, as in tests of the relay alone.
      if (done === null) return false;
      from = done.tookMs === undefined ? 0 : done.doneAt.getTime() + afterUpdateMs;
    }
    return clock.ms() >= from;
  };
}
