import { isWritten } from "../database/duplicate-keys.ts";
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
}

/** The part of the calls that telephony uses. */
export function createCallsForTelephony({ records, live, owner, onPackets }: CallsForTelephonyDeps) {
  const { leases, phones } = records;
  return {
    ...phones,
    live,
    /** This process, as the owner of calls. */
    owner,
    onPackets,

    /** Stores a new call and emits its start; undefined where the agent's channel already has a stored call. */
    async open(given: NewPhoneCall): Promise<StoredCall | undefined> {
      const call = newCall({ ...given, source: "telephony", owner });
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
