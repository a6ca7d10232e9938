import { foldedLine } from "@souffleur/contracts/fold";
import type { mongo } from "mongoose";
import { customersInSteps } from "./customers-in-steps.ts";

interface Named {
  name?: string;
  company?: string;
}

/** Gives customers the key of their name and company; one that changes meanwhile has it from that change. */
export async function collectNamesakeKeys(db: mongo.Db): Promise<void> {
  const customers = db.collection<{ _id: string } & Named>("customers");
  for await (const some of customersInSteps<Named>(db, { name: 1, company: 1 })) {
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
