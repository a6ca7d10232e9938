import type { Counter } from "prom-client";
import type { Logger } from "../http/logger.ts";
import { startTicker, type Ticker } from "../scheduling/ticker.ts";
import type { LiveCalls } from "./live-calls.ts";
import type { CallDoc } from "./records/call-model.ts";
import { type LeaseRecords, leaseMs } from "./records/lease-records.ts";

interface LeasesDeps {
  records: LeaseRecords;
  live: Pick<LiveCalls, "announceEnd">;
  log: Logger;
  /** This process, as the owner of calls. */
  owner: string;
  /** Whether no other process can share the database, so that any other owner of an active call is dead. */
  isSoleProcess: boolean;
  /** Whether a call of a dead process may still be found, so that it must not be ended yet. */
  isAwaited: (call: CallDoc) => boolean;
  /** How to continue a call that this process takes over; undefined for a call that no process can continue. */
  resume: (call: CallDoc) => (() => Promise<void>) | undefined;
  /** How many calls were taken over. */
  taken: Counter;
}

const renewMs = 750;
const pollMs = 500;
/** A process that has not renewed for this long is suspected to be dead. */
const suspectMs = 2000;
/**
 * The scripted calls of a suspected process are taken over when their lease has not changed for this long by this
 * process's own clock, because clocks may differ.
 */
const unchangedMs = 900;

interface Suspicion {
  leaseUntil: number;
  /** By this process's own clock, in milliseconds. */
  since: number;
}

/**
 * Renews the leases of this process's calls, and takes over the calls of processes that have stopped renewing. A scripted
 * call continues within five seconds; a process that was only slow notices the loss, because its next line is not stored.
 * A call that no process can continue ends when its lease has expired, as of its owner's last sign of life.
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

  async function poll(): Promise<void> {
    const now = Date.now();
    const since = performance.now();
    const quiet = await records.findOthers(owner, new Date(now + leaseMs - suspectMs));
    suspicions = new Map(
      quiet.map(({ _id, leaseUntil }) => {
        const before = suspicions.get(_id);
        const isUnchanged = before?.leaseUntil === leaseUntil.getTime();
        return [_id, isUnchanged ? before : { leaseUntil: leaseUntil.getTime(), since }];
      }),
    );
    const isDead = (call: CallDoc) =>
      call.leaseUntil.getTime() < now ||
      (resume(call) !== undefined && since - (suspicions.get(call._id)?.since ?? since) >= unchangedMs);
    await takeAll(quiet.filter(isDead));
  }

  return {
    async start(): Promise<void> {
      if (isSoleProcess) await takeAll(await records.findOthers(owner));
      else await poll();
      const failed = (err: unknown) => log.warn({ err }, "leases could not be renewed or looked through");
      // Two tickers, so that this process's calls do not seem abandoned while it takes over others.
      tickers.push(
        startTicker(renewMs, () => records.renew(owner), failed),
        startTicker(pollMs, poll, failed),
      );
    },
    async stop(): Promise<void> {
      await Promise.all(tickers.splice(0).map((ticker) => ticker.stop()));
    },
  };
}
