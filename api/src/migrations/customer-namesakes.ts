import { foldedLine } from "@souffleur/contracts/fold";
import type { mongo } from "mongoose";

interface StoredCustomer {
  _id: string;
  name?: string;
  company?: string;
}

const customersAtOnce = 1000;

/** Gives customers the key of their name and company; one that changes meanwhile has it from that change. */
export async function collectNamesakeKeys(db: mongo.Db): Promise<void> {
  const customers = db.collection<StoredCustomer>("customers");
  for (let last = ""; ; ) {
    const some = await customers
      .find({ _id: { $gt: last } }, { projection: { name: 1, company: 1 } })
      .sort({ _id: 1 })
      .limit(customersAtOnce)
      .toArray();
    const end = some.at(-1);
    if (end === undefined) return;
    last = end._id;
    const changes = some.flatMap(({ _id, name, company }) => {
      // Deleted ones have no name.
      if (name === undefined) return [];
      const filter = { _id, name, company: company ?? { $exists: false } };
      // As `namesakeKeyOf` of the customers has it.
      const namesakeKey = [name, company ?? ""].map(foldedLine).join("\n");
      return [{ updateOne: { filter, update: { $set: { namesakeKey } } } }];
    });
    if (changes.length > 0) await customers.bulkWrite(changes, { ordered: false });
  }
}
