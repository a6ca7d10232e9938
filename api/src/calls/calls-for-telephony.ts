import { isWritten } from "../database/duplicate-keys.ts";
import type { NamedCustomer } from "./customers/customer-calls.ts";
import type { LiveCalls } from "./live-calls.ts";
import { type NewCall, newCall } from "./new-call.ts";
import type { CallDoc, PhoneLine } from "./records/call-model.ts";
import type { CallRecords } from "./records/call-records.ts";

/** A telephone call, as it is stored. */
export type StoredCall = CallDoc;

type NewPhoneCall = Omit<NewCall, "source" | "owner">;

interface CallsForTelephonyDeps {
  records: CallRecords;
  live: LiveCalls;
  owner: string;
  /** Counts media frames of a call. */
  onPackets(call: StoredCall, howMany: number): void;
  customerOf: CustomerOf;
}

/** The organization's customer with a number, as far as the agent may see it. */
export type CustomerOf = (
  agent: Pick<CallDoc, "agentId" | "organizationId">,
  number: string,
) => Promise<NamedCustomer | undefined>;

/** The part of the calls that telephony uses. */
export function createCallsForTelephony({
  records,
  live,
  owner,
  onPackets,
  customerOf,
}: CallsForTelephonyDeps) {
  const { leases, phones } = records;
  return {
    ...phones,
    live,
    /** This process, as the owner of calls. */
    owner,
    onPackets,

    /** Stores a new call and emits its start; undefined where the agent's channel already has a stored call. */
    async open(given: NewPhoneCall): Promise<StoredCall | undefined> {
      const { number } = given.customer;
      const known = number === undefined ? undefined : await customerOf(given, number);
      const customer = { ...given.customer, ...known };
      const call = newCall({ ...given, customer, source: "telephony", owner });
      return (await isWritten(live.open(call))) ? call : undefined;
    },

    takeOver: (call: StoredCall, line: Omit<PhoneLine, "key">) => phones.takeOver(call, owner, line),

    /** Ends a call of a dead process, and emits its end. */
    async endAbandoned(call: StoredCall): Promise<void> {
      const ended = await leases.endAbandoned(call, "hangup");
      if (ended) live.announceEnd(ended);
    },

    /** Lets a successor take over the telephone calls of this process at once. */
    release: () => leases.release(owner),
  };
}
export type CallsForTelephony = ReturnType<typeof createCallsForTelephony>;
