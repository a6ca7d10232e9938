import type { Counter } from "prom-client";
import type { Logger } from "../http/logger.ts";
import { startTicker, type Ticker } from "../scheduling/ticker.ts";
import type { CallDoc } from "./call-model.ts";
import { type LeaseRecords, leaseMs } from "./lease-records.ts";
import type { LiveCalls } from "./live-calls.ts";

interface LeasesDeps {
  records: LeaseRecords;
  live: Pick<LiveCalls, "announceEnd">;
  log: Logger;
  /** This process, as the calls that it carries know it. */
  owner: string;
  /** Whether no other process can share the database, so that an active call of another owner is a dead one's. */
  isSoleProcess: boolean;
  /** Whether a call of a dead process may be found again, so that it is not to be ended yet. */
  isAwaited: (call: CallDoc) => boolean;
  /** Continues a call that this process has taken over; undefined for one that no process can continue. */
  resume: (call: CallDoc) => (() => Promise<void>) | undefined;
  /** How many calls were taken over. */
  taken: Counter;
}

const renewMs = 750;
const lookMs = 500;
/** A process that has not renewed for so long is suspected; its scripted calls are continued elsewhere … */
const suspectMs = 2000;
/** … when its lease has not moved for so long either, by this process's own clock: clocks may differ. */
const unmovedMs = 900;

interface Suspicion {
  leaseUntil: number;
  /** By this process's own clock, in milliseconds. */
  since: number;
}

/**
 * Renews the leases of this process's calls, and takes over the calls of processes that renew no more: a scripted one
 * continues within four seconds of their end. A process that was only slow is not harmed: its next line is not stored,
 * which shows it that it carries the call no longer. A call that no process can continue ends when its lease has
 * lapsed, as of its process's last sign of life, with its stored lines.
 */
export function createLeases(deps: LeasesDeps) {
  const { records, live, log, owner, isSoleProcess, isAwaited, resume, taken } = deps;
  const tickers: Ticker[] = [];
  let suspicions = new Map<string, Suspicion>();

  async function take(call: CallDoc): Promise<void> {
    const next = resume(call);
    if (next) {
      if ((await records.takeOver(call, owner)) === null) return;
      log.warn({ callId: call._id, owner: call.owner }, "took over a call that its server left behind");
      taken.inc();
      await next();
      return;
    }
    const ended = await records.endAbandoned(call, "server_restarted");
    if (ended === null) return;
    log.warn({ callId: ended._id, owner: call.owner }, "ended a call that its server left behind");
    live.announceEnd(ended);
  }

  async function takeAll(calls: readonly CallDoc[]): Promise<void> {
    const outcomes = await Promise.allSettled(calls.filter((call) => !isAwaited(call)).map(take));
    const failure = outcomes.find(({ status }) => status === "rejected");
    if (failure?.status === "rejected") throw failure.reason;
  }

  async function look(): Promise<void> {
    const now = Date.now();
    const since = performance.now();
    const quiet = await records.findUnrenewed(owner, new Date(now + leaseMs - suspectMs));
    suspicions = new Map(
      quiet.map(({ _id, leaseUntil }) => {
        const before = suspicions.get(_id);
        const isUnmoved = before?.leaseUntil === leaseUntil.getTime();
        return [_id, isUnmoved ? before : { leaseUntil: leaseUntil.getTime(), since }];
      }),
    );
    const isDead = (call: CallDoc) =>
      call.leaseUntil.getTime() < now ||
      (resume(call) !== undefined && since - (suspicions.get(call._id)?.since ?? since) >= unmovedMs);
    await takeAll(quiet.filter(isDead));
  }

  return {
    async start(): Promise<void> {
      if (isSoleProcess) await takeAll(await records.findOthers(owner));
      else await look();
      const failed = (err: unknown) => log.warn({ err }, "leases could not be renewed or looked through");
      // Independent of each other: while calls are taken over, the own ones must not seem abandoned.
      tickers.push(
        startTicker(renewMs, () => records.renew(owner), failed),
        startTicker(lookMs, look, failed),
      );
    },
    async stop(): Promise<void> {
      await Promise.all(tickers.splice(0).map((ticker) => ticker.stop()));
    },
  };
}
