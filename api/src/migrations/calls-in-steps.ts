import type { mongo } from "mongoose";

const callsAtOnce = 1000;

type StoredCalls = mongo.Collection<{ _id: string; [field: string]: unknown }>;

/** Changes all calls in short steps, because processes of the previous version may be serving. */
export async function inSteps(
  db: mongo.Db,
  change: (calls: StoredCalls, step: { _id: { $gt: string; $lte: string } }) => Promise<unknown>,
): Promise<void> {
  const calls: StoredCalls = db.collection("calls");
  for (let last = ""; ; ) {
    const step = await calls
      .find({ _id: { $gt: last } }, { projection: { _id: 1 } })
      .sort({ _id: 1 })
      .limit(callsAtOnce)
      .toArray();
    const end = step.at(-1);
    if (end === undefined) return;
    await change(calls, { _id: { $gt: last, $lte: end._id } });
    last = end._id;
  }
}

/** Schedules the collection of the words of all ended calls that are not due already. */
export function collectAllAgain(db: mongo.Db): Promise<void> {
  return inSteps(db, (calls, step) =>
    calls.updateMany(
      { ...step, status: "ended", erasedAt: null, wordsDue: { $exists: false } },
      { $set: { wordsDue: "stored" } },
    ),
  );
}
