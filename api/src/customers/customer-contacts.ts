import type { ListedCustomer } from "@souffleur/contracts/customers";
import { readableBy } from "../calls/access.ts";
import { withoutDay } from "../calls/records/outcome-records.ts";
import type { Member } from "../http/guard.ts";
import type { CustomerModel } from "./customer-model.ts";

type Contacts = Pick<ListedCustomer, "lastCallAt" | "nextStep">;
interface Found {
  _id: string;
  calls: { startedAt: Date }[];
  steps: { nextStep?: string; openStep: string }[];
}

/**
 * The last call and the first open next step of customers, of the calls that a member may read. Practice is no contact. One
 * command, which reads a call of each by an index, however many they have.
 */
export function createCustomerContacts(customers: CustomerModel) {
  return async (member: Member, ids: readonly string[]): Promise<ReadonlyMap<string, Contacts>> => {
    if (ids.length === 0) return new Map();
    const of = { ...readableBy(member), practice: null, erasedAt: null };
    const look = (as: keyof Found, condition: object, sort: Record<string, 1 | -1>, field: object) => ({
      $lookup: {
        from: "calls",
        localField: "_id",
        foreignField: "clientId",
        pipeline: [{ $match: { ...condition, ...of } }, { $sort: sort }, { $limit: 1 }, { $project: field }],
        as,
      },
    });
    const found = await customers.aggregate<Found>([
      { $match: { _id: { $in: [...ids] } } },
      { $project: { _id: 1 } },
      look("calls", {}, { startedAt: -1 }, { _id: 0, startedAt: 1 }),
      look("steps", { openStep: { $exists: true } }, { openStep: 1 }, { _id: 0, nextStep: 1, openStep: 1 }),
    ]);
    return new Map(found.map((one) => [one._id, toContacts(one)]));
  };
}

function toContacts({ calls: [call], steps: [step] }: Found): Contacts {
  return {
    ...(call && { lastCallAt: call.startedAt.toISOString() }),
    ...(step && {
      nextStep: {
        ...(step.nextStep !== undefined && { text: step.nextStep }),
        ...(step.openStep !== withoutDay && { day: step.openStep }),
      },
    }),
  };
}
