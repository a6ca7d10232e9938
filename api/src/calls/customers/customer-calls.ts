import { randomUUID } from "node:crypto";
import { phoneKey, spellingsOfKey } from "../../phone/phone-number.ts";
import { createSlices } from "../../slices.ts";
import type { CallDoc, CallModels } from "../records/call-model.ts";
import { withoutDay } from "../records/outcome-records.ts";

/** A customer of an organization, as its calls name it. */
export interface NamedCustomer {
  id: string;
  name: string;
}

/**
 * Says that something is done with a call's customer, or planned for a day. It precedes the write of a wrap-up, so that a
 * process that dies between leaves no step whose customer expires.
 */
export type KeepCustomer = (call: Pick<CallDoc, "clientId">, day?: string | null) => Promise<void>;

/** The newest calls of a number that get its customer's id. */
const callsLinked = 500;

const datedStep = { $cond: [{ $lt: ["$openStep", withoutDay] }, "$openStep", null] };

const phoned = { clientNumber: 1, clientName: 1 } as const;
type Phoned = Pick<CallDoc, "_id" | keyof typeof phoned>;

/** The calls of an organization's customers. All changes can be repeated. */
export function createCustomerCalls({ calls }: Pick<CallModels, "calls">) {
  /**
   * Names the customer of calls, of which only the number says so; where the PBX gave no name, the customer's replaces it, in
   * the same write: a call with an id is not looked at again.
   */
  async function set(found: readonly Phoned[], { id, name }: NamedCustomer): Promise<void> {
    for (const isUnnamed of [true, false]) {
      const some = found.filter(({ clientName }) => (phoneKey(clientName) !== undefined) === isUnnamed);
      if (some.length === 0) continue;
      const named = isUnnamed ? { clientName: name, wordsDue: randomUUID() } : {};
      await calls.updateMany(
        { _id: { $in: some.map(({ _id }) => _id) }, erasedAt: null },
        { $set: { clientId: id, byNumber: isUnnamed ? "name" : "id", ...named } },
      );
    }
  }

  /** The calls from some numbers that meet a condition. @param keys of `phoneKey` */
  async function from(organizationId: string, keys: readonly string[], condition: object): Promise<Phoned[]> {
    if (keys.length === 0) return [];
    const wanted = new Set(keys);
    const some = { ...condition, organizationId, erasedAt: null, clientNumber: { $exists: true } };
    const found = await Promise.all([
      // The search finds calls by all spellings of their customer's number.
      ...keys.map((key) =>
        calls
          .find({ ...some, words: { $in: spellingsOfKey(key) } }, phoned)
          .hint({ organizationId: 1, words: 1, startedAt: -1 })
          .sort({ startedAt: -1 })
          .limit(callsLinked)
          .lean<Phoned[]>(),
      ),
      // Running calls, and those that have just ended, have no words yet.
      calls
        .find({ ...some, wordsDue: { $exists: true } }, phoned)
        .hint({ wordsDue: 1 })
        .lean<Phoned[]>(),
    ]);
    const ofNumbers: Phoned[] = [];
    const pause = createSlices();
    for (const call of found.flat()) {
      if (wanted.has(phoneKey(call.clientNumber ?? "") ?? "")) ofNumbers.push(call);
      await pause();
    }
    return ofNumbers;
  }

  return {
    /** Gives a customer's id to the calls from its numbers that have none. @param keys of `phoneKey` */
    async link(organizationId: string, customer: NamedCustomer, keys: readonly string[]): Promise<void> {
      await set(await from(organizationId, keys, { clientId: null }), customer);
    },

    /** Takes back what `link` has said of numbers that several customers have by now: their calls may be of any of these. */
    async unlinkNumbers(organizationId: string, keys: readonly string[]): Promise<void> {
      const found = await from(organizationId, keys, { byNumber: { $exists: true } });
      const linked = {
        _id: { $in: found.map(({ _id }) => _id) },
        byNumber: { $exists: true },
        erasedAt: null,
      };
      await calls.updateMany(
        { ...linked, byNumber: "name" },
        [{ $set: { clientName: "$clientNumber", wordsDue: randomUUID(), byNumber: "id" } }],
        { updatePipeline: true },
      );
      await calls.updateMany(linked, { $unset: { clientId: "", byNumber: "" } });
    },

    /** Names the customer of one call. */
    async linkOne(callId: string, { id, name }: NamedCustomer): Promise<void> {
      await calls.updateOne(
        { _id: callId, erasedAt: null },
        { $set: { clientId: id, clientName: name, wordsDue: randomUUID() }, $unset: { byNumber: "" } },
      );
    },

    /** Takes the ids of deleted customers from their calls, which keep the names. */
    async unlink(customerIds: readonly string[]): Promise<void> {
      if (customerIds.length === 0) return;
      await calls.updateMany({ clientId: { $in: customerIds } }, { $unset: { clientId: "", byNumber: "" } });
    },

    /** When the last call of each customer started, or the last of their open next steps is due; nothing for those without calls. */
    async lastActivity(customerIds: readonly string[]): Promise<ReadonlyMap<string, Date>> {
      const found = await calls.aggregate<{ _id: string; startedAt: Date; day: string | null }>([
        { $match: { clientId: { $in: customerIds } } },
        { $group: { _id: "$clientId", startedAt: { $max: "$startedAt" }, day: { $max: datedStep } } },
      ]);
      return new Map(
        found.map(({ _id, startedAt, day }) => [
          _id,
          new Date(Math.max(startedAt.getTime(), day === null ? 0 : Date.parse(day))),
        ]),
      );
    },
  };
}
export type CustomerCalls = ReturnType<typeof createCustomerCalls>;
