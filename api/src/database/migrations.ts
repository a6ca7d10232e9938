import type { mongo } from "mongoose";

/** One change of what is stored. Numbers are never used again, and a migration that was released never changes. */
export interface Migration {
  number: number;
  /** What it does, for the log and the record. */
  name: string;
  /**
   * May be run again over what it, or a run of it that was killed, has done before; processes of the version
   * before serve meanwhile.
   */
  up(db: mongo.Db): Promise<void>;
}

const namespaceNotFound = 26;
const indexNotFound = 27;

export const migrations: readonly Migration[] = [
  {
    number: 1,
    name: "drop the index of all calls' leases, in whose place one of the active calls came",
    up: (db) => dropIndex(db, "calls", "status_1_leaseUntil_1"),
  },
];

async function dropIndex(db: mongo.Db, collection: string, index: string): Promise<void> {
  try {
    await db.collection(collection).dropIndex(index);
  } catch (thrown) {
    const code = thrown instanceof Error && "code" in thrown ? thrown.code : undefined;
    if (code !== namespaceNotFound && code !== indexNotFound) throw thrown;
  }
}
