import { unknownCustomer } from "@souffleur/contracts";
import type { mongo } from "mongoose";
import { searchedWords } from "../customers/customer-content.ts";
import type { CustomerDoc } from "../customers/customer-model.ts";
import { isWithheld } from "../phone/withheld.ts";
import { createSlices } from "../slices.ts";
import { inSteps } from "./calls-in-steps.ts";
import { customersInSteps } from "./customers-in-steps.ts";

interface NumberedCall {
  _id: string;
  clientName: string;
  clientNumber?: string;
  clientId?: string;
}
type Contact = Pick<
  CustomerDoc,
  "name" | "company" | "numbers" | "emails" | "tags" | "notes" | "revision"
> & {
  keys?: string[];
  words?: string[];
};

/**
 * Takes from calls what was sent in the place of a hidden number, and the customer of whom nothing else said so. The names that
 * came with it go, too: the number itself, and that of a customer who was saved with it.
 */
export async function clearCalls(db: mongo.Db): Promise<void> {
  const customers = db.collection<{ _id: string; name?: string }>("customers");
  const pause = createSlices();
  await inSteps(db, async (calls, step) => {
    const projection = { clientName: 1, clientNumber: 1, clientId: 1 } as const;
    const some = calls.find({ ...step, erasedAt: null }, { projection });
    const withheld: NumberedCall[] = [];
    for await (const call of some as unknown as AsyncIterable<NumberedCall>) {
      if (isHidden(call.clientNumber) || isHidden(call.clientName)) withheld.push(call);
      await pause();
    }
    const ids = withheld.flatMap(({ clientId }) => clientId ?? []);
    const names = new Map<string, string | undefined>();
    if (ids.length > 0)
      for await (const { _id, name } of customers.find({ _id: { $in: ids } }, { projection: { name: 1 } }))
        names.set(_id, name);
    for (const { _id, clientName, clientNumber, clientId } of withheld) {
      const isByNumber = isHidden(clientNumber);
      const isTaken = isByNumber && clientId !== undefined && names.get(clientId) === clientName;
      await calls.updateOne(
        { _id, clientName, clientNumber: clientNumber ?? null },
        {
          $set: {
            wordsDue: "stored",
            ...((isHidden(clientName) || isTaken) && { clientName: unknownCustomer }),
          },
          ...(isByNumber && { $unset: { clientNumber: "", clientId: "" } }),
        },
      );
    }
  });
}

const isHidden = (text: string | undefined) => text !== undefined && text !== "" && isWithheld(text);

/** Takes such numbers from customers, and has those with an accented domain found by it. */
export async function clearCustomers(db: mongo.Db): Promise<void> {
  const customers = db.collection<{ _id: string } & Contact>("customers");
  const pause = createSlices();
  const fields = {
    name: 1,
    company: 1,
    numbers: 1,
    emails: 1,
    tags: 1,
    notes: 1,
    keys: 1,
    revision: 1,
  } as const;
  for await (const some of customersInSteps<Contact>(db, fields)) {
    const changes: mongo.AnyBulkWriteOperation<{ _id: string } & Contact>[] = [];
    for (const { _id, keys = [], revision, ...contact } of some) {
      await pause();
      // Deleted ones have nothing.
      const { numbers = [], emails = [] } = contact as Partial<Contact>;
      const readable = numbers.filter((number) => !isWithheld(number));
      const isAccented = emails.some((email) => /[@.]xn--/u.test(email));
      if (readable.length === numbers.length && !isAccented) continue;
      // An address may begin with a word that stands for a number.
      const kept = keys.filter((key) => key.includes("@") || !isWithheld(key.replace(/\n.*$/su, "")));
      const words = searchedWords({ ...contact, numbers: readable });
      const update = {
        $set: { numbers: readable, words, ...(kept.length > 0 && { keys: kept }) },
        ...(kept.length === 0 && { $unset: { keys: "" as const } }),
      };
      changes.push({ updateOne: { filter: { _id, revision }, update } });
    }
    if (changes.length > 0) await customers.bulkWrite(changes, { ordered: false });
  }
}
