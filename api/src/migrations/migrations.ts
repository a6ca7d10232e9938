import type { mongo } from "mongoose";

/** A change of the stored data. Numbers are never reused, and a released migration is never changed. */
export interface Migration {
  number: number;
  /** Its description, for the log and the record. */
  name: string;
  /**
   * Must be repeatable after a complete or a killed run, and find nothing to change in a new database. Processes of the
   * previous version may be serving.
   */
  up(db: mongo.Db): Promise<void>;
}

export const migrations: readonly Migration[] = [
  {
    number: 27,
    name: "the baseline: the data as the first release stores it, which nothing migrates to",
    up: async () => {},
  },
  {
    number: 28,
    // Nothing of the first release lacks it: the example of a migration.
    name: "give ended calls their length, by which they can be found",
    up: (db) =>
      inSteps(db, "calls", (calls, step) =>
        calls.updateMany({ ...step, endedAt: { $exists: true }, durationSeconds: { $exists: false } }, [
          {
            $set: { durationSeconds: { $toInt: { $floor: { $add: [{ $divide: [lengthMs, 1000] }, 0.5] } } } },
          },
        ]),
      ),
  },
];

const lengthMs = { $max: [0, { $subtract: ["$endedAt", "$startedAt"] }] };

const atOnce = 1000;

/** Changes all documents of a collection in short steps, because processes of the previous version may be serving. */
async function inSteps(
  db: mongo.Db,
  collection: string,
  change: (
    documents: mongo.Collection<{ _id: string; [field: string]: unknown }>,
    step: { _id: { $gt: string; $lte: string } },
  ) => Promise<unknown>,
): Promise<void> {
  const documents = db.collection<{ _id: string; [field: string]: unknown }>(collection);
  for (let last = ""; ; ) {
    const step = await documents
      .find({ _id: { $gt: last } }, { projection: { _id: 1 } })
      .sort({ _id: 1 })
      .limit(atOnce)
      .toArray();
    const end = step.at(-1);
    if (end === undefined) return;
    await change(documents, { _id: { $gt: last, $lte: end._id } });
    last = end._id;
  }
}
