import { isWritten } from "../database/duplicate-keys.ts";
import type { Logger } from "../http/logger.ts";
import type { SttStatsCounter } from "../transcription/stt-stats.ts";
import type { NamedCustomer } from "./customers/customer-calls.ts";
import type { LiveCalls } from "./live-calls.ts";
import { type NewCall, newCall } from "./new-call.ts";
import type { PacketCounts } from "./packet-counts.ts";
import type { CallDoc, PhoneLine } from "./records/call-model.ts";
import type { CallRecords } from "./records/call-records.ts";

/** A telephone call, as it is stored. */
export type StoredCall = CallDoc;

type NewPhoneCall = Omit<NewCall, "source" | "owner">;

interface CallsForTelephonyDeps {
  records: CallRecords;
  live: LiveCalls;
  log: Logger;
  owner: string;
  stats: SttStatsCounter;
  packets: PacketCounts;
  customerOf: CustomerOf;
}

/** The organization's customer with a number, as far as the agent may see it. */
export type CustomerOf = (
  agent: Pick<CallDoc, "agentId" | "organizationId">,
  number: string,
) => Promise<NamedCustomer | undefined>;

/** The part of the calls that telephony uses. */
export function createCallsForTelephony(deps: CallsForTelephonyDeps) {
  const { records, live, log, owner, stats, packets, customerOf } = deps;
  const { leases, phones } = records;

  /** A call whose customer can't be looked up is followed all the same. */
  async function findCustomer(call: NewPhoneCall): Promise<NamedCustomer | undefined> {
    const { number } = call.customer;
    if (number === undefined) return undefined;
    try {
      return await customerOf(call, number);
    } catch (err) {
      log.warn({ err }, "a caller's number was not looked up");
      return undefined;
    }
  }

  return {
    ...phones,
    live,
    /** This process, as the owner of calls. */
    owner,

    /** Counts media frames of a call. */
    countPackets(call: StoredCall, howMany: number): void {
      stats.packets(call.organizationId, howMany);
      packets.add(call._id, howMany);
    },

    /** Stores a new call and emits its start; undefined where the agent's channel already has a stored call. */
    async open(given: NewPhoneCall): Promise<StoredCall | undefined> {
      const customer = { ...given.customer, ...(await findCustomer(given)) };
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
