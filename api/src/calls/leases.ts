import { clock } from "../clock.ts";
import type { Config } from "../config.ts";
import type { Logger } from "../http/logger.ts";
import type { Pollers } from "../scheduling/pollers.ts";
import type { LiveCalls } from "./live-calls.ts";
import type { CallDoc } from "./records/call-model.ts";
import type { LeaseRecords } from "./records/lease-records.ts";

interface LeasesDeps {
  records: LeaseRecords;
  live: Pick<LiveCalls, "announceEnd">;
  log: Logger;
  pollers: Pick<Pollers, "add">;
  /** This process, as the owner of calls. */
  owner: string;
  config: Pick<Config, "MONGODB_URI" | "ASTERISK_ARI_URL">;
}

const renewMs = 750;
const pollMs = 500;
/** How long a telephone call of a dead process stays active while no process finds it at the PBX. */
const phoneGraceMs = 10 * 60_000;

/**
 * Renews the leases of this process's calls, and ends the calls of processes whose leases have expired, as of their last
 * sign of life.
 */
export function createLeases({ records, live, log, owner, config, pollers }: LeasesDeps) {
  /** The embedded database belongs to this process alone, so that any other owner of an active call is dead. */
  const isSoleProcess = config.MONGODB_URI === undefined;

  /** Whether telephony still looks for a call at the PBX, where it may outlive the process that followed it. */
  function isAwaited({ source, leaseUntil }: CallDoc): boolean {
    const isFollowed = config.ASTERISK_ARI_URL !== undefined && source === "telephony";
    return isFollowed && clock.ms() - leaseUntil.getTime() < phoneGraceMs;
  }

  async function end(call: CallDoc): Promise<void> {
    const ended = await records.endAbandoned(call, "server_restarted");
    if (ended === null) return;
    log.warn({ callId: ended._id, owner: call.owner }, "ended a call that its server left behind");
    live.announceEnd(ended);
  }

  /** @returns whether there are calls of other processes */
  async function endAbandoned(expiredBefore?: Date): Promise<boolean> {
    const calls = await records.findOthers(owner, expiredBefore);
    const outcomes = await Promise.allSettled(calls.filter((call) => !isAwaited(call)).map(end));
    const failure = outcomes.find(({ status }) => status === "rejected");
    if (failure?.status === "rejected") throw failure.reason;
    return calls.length > 0;
  }

  const failed = (err: unknown) => log.warn({ err }, "leases could not be renewed or looked through");
  // Two, so that this process's calls do not seem abandoned while it ends others.
  const parts = [
    // Also without a word of a new call, which begins with a whole lease, it is renewed in time.
    pollers.add({
      name: "leases",
      everyMs: renewMs,
      backsOff: true,
      task: () => records.renew(owner),
      failed,
    }),
    pollers.add({
      name: "abandoned calls",
      everyMs: pollMs,
      // After the start, a process that is alone finds those that telephony still looks for.
      backsOff: isSoleProcess,
      task: () => endAbandoned(clock.now()),
      failed,
    }),
  ];

  return {
    async start(): Promise<void> {
      await endAbandoned(isSoleProcess ? undefined : clock.now());
      for (const part of parts) part.start();
    },
    async stop(): Promise<void> {
      await Promise.all(parts.map((part) => part.stop()));
    },
  };
}
