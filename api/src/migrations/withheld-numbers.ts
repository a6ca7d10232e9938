import { unknownCustomer } from "@souffleur/contracts";
import type { mongo } from "mongoose";
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
interface Contact {
  numbers?: string[];
  emails?: string[];
  keys?: string[];
  revision: number;
}

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

/** Takes such numbers from customers; the words of these, and of those with an accented domain, are collected again. */
export async function clearCustomers(db: mongo.Db): Promise<void> {
  const customers = db.collection<{ _id: string; wordsDue?: string } & Contact>("customers");
  const pause = createSlices();
  const fields = { numbers: 1, emails: 1, keys: 1, revision: 1 } as const;
  for await (const some of customersInSteps<Contact>(db, fields)) {
    const changes: mongo.AnyBulkWriteOperation<{ _id: string; wordsDue?: string } & Contact>[] = [];
    // Deleted ones have nothing.
    for (const { _id, keys = [], numbers = [], emails = [], revision } of some) {
      await pause();
      const readable = numbers.filter((number) => !isWithheld(number));
      const isAccented = emails.some((email) => /[@.]xn--/u.test(email));
      if (readable.length === numbers.length && !isAccented) continue;
      // An address may begin with a word that stands for a number.
      const kept = keys.filter((key) => key.includes("@") || !isWithheld(key.replace(/\n.*$/su, "")));
      const update = {
        $set: { numbers: readable, wordsDue: "stored", ...(kept.length > 0 && { keys: kept }) },
        ...(kept.length === 0 && { $unset: { keys: "" as const } }),
      };
      changes.push({ updateOne: { filter: { _id, revision }, update } });
    }
    if (changes.length > 0) await customers.bulkWrite(changes, { ordered: false });
  }
}
