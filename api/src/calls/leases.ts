import type { Counter } from "prom-client";
import type { Logger } from "../logger.ts";
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

const leaseMs = 8000;
const beatMs = 2000;

export const leaseEnd = (now = Date.now()) => new Date(now + leaseMs);

/** When the process that carries a call was last known to be alive. */
export const lastBeatOf = ({ leaseUntil }: Pick<CallDoc, "leaseUntil">, now = Date.now()) =>
  new Date(Math.min(leaseUntil.getTime() - leaseMs, now));

/**
 * Says every two seconds that this process is alive, and takes over the calls of processes that said so no more
 * for eight. Who was only slow finds that he carries them no longer by his next line, which is not kept. A call
 * that nobody can go on with ends as of its process's last sign of life, with the lines that it kept.
 */
export function createLeases(deps: LeasesDeps) {
  const { records, live, log, owner, alone, isAwaited, goOn, taken } = deps;
  let timer: NodeJS.Timeout | undefined;
  let beating: Promise<void> = Promise.resolve();

  async function sweep(all: boolean): Promise<void> {
    for (const call of await records.findAbandoned(owner, new Date(), all)) {
      if (isAwaited(call)) continue;
      const next = goOn(call);
      if (next) {
        if ((await records.takeOver(call, owner, leaseEnd())) === null) continue;
        log.warn({ callId: call._id, owner: call.owner }, "took over a call that its server left behind");
        taken.inc();
        await next();
        continue;
      }
      const ended = await records.endAbandoned(call, lastBeatOf(call));
      if (ended === null) continue;
      log.warn({ callId: ended._id, owner: call.owner }, "ended a call that its server left behind");
      live.announceEnd(ended);
    }
  }

  async function beat(): Promise<void> {
    try {
      await records.renewLeases(owner, leaseEnd());
      await sweep(false);
    } catch (err) {
      log.warn({ err }, "leases could not be renewed");
    }
  }

  return {
    async start(): Promise<void> {
      await sweep(alone);
      timer = setInterval(() => {
        beating = beating.then(beat);
      }, beatMs);
      timer.unref();
    },
    async stop(): Promise<void> {
      clearInterval(timer);
      await beating;
    },
    /** After `stop`: another process may go on at once. */
    async release(): Promise<void> {
      await records.releaseLeases(owner, new Date());
    },
  };
}
