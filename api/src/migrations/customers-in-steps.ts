import type { mongo } from "mongoose";

const customersAtOnce = 1000;

/** All stored customers by their ids, a thousand at once, with these fields. Deleted ones may lack them. */
export async function* customersInSteps<Fields extends object>(
  db: mongo.Db,
  projection: { [Field in keyof Fields]-?: 1 },
): AsyncGenerator<({ _id: string } & Fields)[]> {
  for (let last = ""; ; ) {
    const some = await db
      .collection<{ _id: string }>("customers")
      .find({ _id: { $gt: last } }, { projection })
      .sort({ _id: 1 })
      .limit(customersAtOnce)
      .toArray();
    const end = some.at(-1);
    if (end === undefined) return;
    last = end._id;
    yield some as ({ _id: string } & Fields)[];
  }
}

/** Schedules the collection of the words of all customers. */
export async function collectCustomersAgain(db: mongo.Db): Promise<void> {
  const customers = db.collection<{ _id: string }>("customers");
  for await (const some of customersInSteps(db, {}))
    await customers.updateMany(
      // Deleted ones have no name.
      { _id: { $in: some.map(({ _id }) => _id) }, name: { $exists: true } },
      { $set: { wordsDue: "stored" } },
    );
}
