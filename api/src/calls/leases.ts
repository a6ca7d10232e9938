import type { Counter } from "prom-client";
import type { Logger } from "../http/logger.ts";
import { startTicker, type Ticker } from "../scheduling/ticker.ts";
import type { CallDoc } from "./call-model.ts";
import type { CallRecords } from "./call-records.ts";
import type { LiveCalls } from "./live-calls.ts";

interface LeasesDeps {
  records: CallRecords;
  live: LiveCalls;
  log: Logger;
  /** This process, as the calls that it carries know it. */
  owner: string;
  /** Whether no other process can share the database, so that an active call of another owner is a dead one's. */
  alone: boolean;
  /** Whether a call of a dead process may be found again, so that it is not to be ended yet. */
  isAwaited: (call: CallDoc) => boolean;
  /** Goes on with a call that is this process's now; undefined where nobody can. */
  goOn: (call: CallDoc) => (() => Promise<void>) | undefined;
  /** How many calls were taken over. */
  taken: Counter;
}

/** Past this nobody takes a process for alive: its calls end where nobody can go on with them. */
const leaseMs = 8000;
const renewMs = 750;
const lookMs = 500;
/** A process that has not renewed for so long is suspected; its scripted calls are gone on with elsewhere … */
const suspectMs = 2000;
/** … when its lease has not moved for so long either, by the clock of the one who looks: clocks may differ. */
const unmovedMs = 900;

export const leaseEnd = (now = Date.now()) => new Date(now + leaseMs);

/** When the process that carries a call was last known to be alive. */
export const lastBeatOf = ({ leaseUntil }: Pick<CallDoc, "leaseUntil">, now = Date.now()) =>
  new Date(Math.min(leaseUntil.getTime() - leaseMs, now));

interface Suspicion {
  leaseUntil: number;
  /** By this process' own clock, in milliseconds. */
  since: number;
}

/**
 * Says again and again that this process is alive, and takes over the calls of processes that say so no more: a
 * scripted one is gone on with within four seconds of their end. That harms nobody who was only slow: they find that
 * they carry it no longer by their next line, which is not kept. A call that nobody can go on with ends when the
 * lease has lapsed, as of its process's last sign of life, with the lines that it kept.
 */
export function createLeases(deps: LeasesDeps) {
  const { records, live, log, owner, alone, isAwaited, goOn, taken } = deps;
  const tickers: Ticker[] = [];
  let suspicions = new Map<string, Suspicion>();

  async function takeOn(call: CallDoc): Promise<void> {
    const next = goOn(call);
    if (next) {
      if ((await records.takeOver(call, owner, leaseEnd())) === null) return;
      log.warn({ callId: call._id, owner: call.owner }, "took over a call that its server left behind");
      taken.inc();
      await next();
      return;
    }
    const ended = await records.endAbandoned(call, lastBeatOf(call));
    if (ended === null) return;
    log.warn({ callId: ended._id, owner: call.owner }, "ended a call that its server left behind");
    live.announceEnd(ended);
  }

  async function sweep(calls: readonly CallDoc[]): Promise<void> {
    const outcomes = await Promise.allSettled(calls.filter((call) => !isAwaited(call)).map(takeOn));
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
      (goOn(call) !== undefined && since - (suspicions.get(call._id)?.since ?? since) >= unmovedMs);
    await sweep(quiet.filter(isDead));
  }

  return {
    async start(): Promise<void> {
      if (alone) await sweep(await records.findOthers(owner));
      else await look();
      const renew = () => records.renewLeases(owner, leaseEnd());
      const failed = (err: unknown) => log.warn({ err }, "leases could not be looked after");
      // Each for itself: while calls are taken over, the own ones must not seem abandoned.
      tickers.push(startTicker(renewMs, renew, failed), startTicker(lookMs, look, failed));
    },
    async stop(): Promise<void> {
      await Promise.all(tickers.splice(0).map((ticker) => ticker.stop()));
    },
    /** After `stop`: another process may go on at once. */
    async release(): Promise<void> {
      await records.releaseLeases(owner, new Date());
    },
  };
}
