import { performance } from "node:perf_hooks";
import { appError } from "../http/errors.ts";
import type { Leave } from "../http/turn.ts";
import { serverLimits } from "../limits.ts";

/** Shares that are nothing any more are forgotten when so many are known. */
const sharesKnown = 10_000;
const shortestWaitMs = 10;

/** Milliseconds of the process, of which what is long ago counts less. */
interface Used {
  used: number;
  at: number;
}

interface Share extends Used {
  /** What its last requests took, on average. */
  cost: number;
  underWay: number;
  waiting: Waiting[];
  /** Until then, or until one of its requests ends, no further one enters for having waited. */
  lateAt: number;
  timer?: NodeJS.Timeout;
}

interface Waiting {
  enter(): void;
  until: number;
}

interface SharesOptions {
  /** As `serverLimits.process.busy`. */
  busy?: number | undefined;
  /** In milliseconds. */
  now?: () => number;
  /** For how many milliseconds the process has been at work. */
  worked?: () => number;
}

/**
 * Divides the time of the process between the organizations whose requests it answers. While requests of others are under way, an
 * organization that takes more than these leave of `busy` waits with its further ones; one that is alone takes what it wants.
 *
 * What a request takes cannot be measured, since many are under way in turns: what the process works is divided equally
 * between them.
 */
export function createProcessShares({
  busy = serverLimits.process.busy,
  now = () => performance.now(),
  worked = () => performance.eventLoopUtilization().active,
}: SharesOptions = {}) {
  const { least, memoryMs, waitMs, waitingMost } = serverLimits.process;
  const shares = new Map<string, Share>();
  /** Of organizations: callers without a session have limits of their own, and hold a connection at no cost. */
  const all: Used = { used: 0, at: now() };
  const queues = new Set<Share>();
  let underWay = 0;
  let workedUntil = worked();
  /** What each request that is under way since the start would have taken. */
  let taken = 0;

  function advance(): void {
    const until = worked();
    if (underWay > 0) taken += (until - workedUntil) / underWay;
    workedUntil = until;
  }

  function use(one: Used, ms = 0): number {
    const at = now();
    one.used = one.used * Math.exp((one.at - at) / memoryMs) + ms;
    one.at = at;
    return one.used;
  }

  function shareOf(organizationId: string): Share {
    const known = shares.get(organizationId);
    if (known !== undefined) return known;
    if (shares.size >= sharesKnown)
      for (const [id, one] of shares) if (one.underWay === 0 && use(one) < 1) shares.delete(id);
    const share = { used: 0, at: now(), cost: 0, underWay: 0, waiting: [], lateAt: 0 };
    shares.set(organizationId, share);
    return share;
  }

  /** How long its next request waits at least; 0 where it does not. */
  function waitOf(share: Share): number {
    if (underWay === share.underWay) return 0;
    const used = use(share);
    const part = Math.max(least, busy - (use(all) - used));
    const soon = used + share.underWay * share.cost;
    return soon < part ? 0 : Math.max(shortestWaitMs, memoryMs * Math.log(soon / part));
  }

  function enter(share: Share): Leave {
    advance();
    const before = taken;
    underWay += 1;
    share.underWay += 1;
    return () => {
      advance();
      const cost = taken - before;
      underWay -= 1;
      use(all, cost);
      share.underWay -= 1;
      share.lateAt = 0;
      share.cost += (cost - share.cost) / 4;
      use(share, cost);
      for (const one of queues) admitNext(one);
    };
  }

  /** Admits those whose turn it is, and those that have waited for long enough: these one after the other. */
  function admitNext(share: Share): void {
    clearTimeout(share.timer);
    for (let [first] = share.waiting; first !== undefined; [first] = share.waiting) {
      const wait = waitOf(share);
      const left = Math.max(first.until, share.lateAt) - now();
      if (wait > 0 && left > 0) {
        share.timer = setTimeout(admitNext, Math.min(wait, left), share).unref();
        return;
      }
      // One whose body comes slowly holds up the next for no longer.
      if (wait > 0) share.lateAt = now() + waitMs;
      share.waiting.shift();
      first.enter();
    }
    queues.delete(share);
  }

  /**
   * Waits for the organization's turn.
   * @throws AppError RATE_LIMITED where too many wait
   */
  return async (organizationId: string): Promise<Leave> => {
    const share = shareOf(organizationId);
    if (share.waiting.length === 0 && waitOf(share) === 0) return enter(share);
    if (share.waiting.length >= waitingMost) throw appError("RATE_LIMITED", { retryAfter: waitMs / 1000 });
    return new Promise((resolve) => {
      share.waiting.push({ enter: () => resolve(enter(share)), until: now() + waitMs });
      queues.add(share);
      if (share.waiting.length === 1) admitNext(share);
    });
  };
}
