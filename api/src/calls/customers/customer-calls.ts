import { randomUUID } from "node:crypto";
import { phoneKey, spellingsOfKey } from "../../phone/phone-number.ts";
import type { CallDoc, CallModels } from "../records/call-model.ts";

/** A customer of an organization, as its calls name it. */
export interface NamedCustomer {
  id: string;
  name: string;
}

/** The newest calls of a number that get its customer's id. */
const callsLinked = 500;

const phoned = { clientNumber: 1, clientName: 1 } as const;
type Phoned = Pick<CallDoc, "_id" | keyof typeof phoned>;

/** The calls of an organization's customers. All changes can be repeated. */
export function createCustomerCalls({ calls }: Pick<CallModels, "calls">) {
  /** Names the customer of calls; where the PBX gave no name, the customer's replaces the number. */
  async function set(found: readonly Phoned[], { id, name }: NamedCustomer): Promise<void> {
    if (found.length === 0) return;
    const ids = found.map(({ _id }) => _id);
    await calls.updateMany({ _id: { $in: ids }, erasedAt: null }, { $set: { clientId: id } });
    const unnamed = found.filter(({ clientName }) => phoneKey(clientName) !== undefined);
    await calls.updateMany(
      { _id: { $in: unnamed.map(({ _id }) => _id) }, erasedAt: null },
      { $set: { clientName: name, wordsDue: randomUUID() } },
    );
  }

  return {
    /** Gives a customer's id to the calls from its numbers that have none. @param keys of `phoneKey` */
    async link(organizationId: string, customer: NamedCustomer, keys: readonly string[]): Promise<void> {
      if (keys.length === 0) return;
      const wanted = new Set(keys);
      const free = { organizationId, clientId: null, erasedAt: null, clientNumber: { $exists: true } };
      const found = await Promise.all([
        // The search finds calls by all spellings of their customer's number.
        ...keys.map((key) =>
          calls
            .find({ ...free, words: { $in: spellingsOfKey(key) } }, phoned)
            .hint({ organizationId: 1, words: 1, startedAt: -1 })
            .sort({ startedAt: -1 })
            .limit(callsLinked)
            .lean<Phoned[]>(),
        ),
        // Running calls, and those that have just ended, have no words yet.
        calls
          .find({ ...free, wordsDue: { $exists: true } }, phoned)
          .hint({ wordsDue: 1 })
          .lean<Phoned[]>(),
      ]);
      const ofCustomer = found
        .flat()
        .filter(({ clientNumber = "" }) => wanted.has(phoneKey(clientNumber) ?? ""));
      await set(ofCustomer, customer);
    },

    /** Names the customer of one call. */
    async linkOne(callId: string, { id, name }: NamedCustomer): Promise<void> {
      await calls.updateOne(
        { _id: callId, erasedAt: null },
        { $set: { clientId: id, clientName: name, wordsDue: randomUUID() } },
      );
    },

    /** Takes a deleted customer's id from its calls, which keep its name. */
    async unlink(customerId: string): Promise<void> {
      await calls.updateMany({ clientId: customerId }, { $unset: { clientId: "" } });
    },
  };
}
export type CustomerCalls = ReturnType<typeof createCustomerCalls>;
