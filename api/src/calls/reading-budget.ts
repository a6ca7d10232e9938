import { appError } from "../http/errors.ts";
import type { Caller } from "../http/guard.ts";
import { serverLimits } from "../limits.ts";
import { createKeyedQueue } from "../scheduling/keyed-queue.ts";
import type { CallDoc } from "./records/call-model.ts";
import type { LineDoc } from "./records/line-model.ts";
import type { LineRecords, SpokenLine } from "./records/line-records.ts";

/** Several times the longest calls, at once; then a line every two milliseconds, as nobody reads. */
const { linesRead: linesMost, linesReadPerSecond: linesPerSecond } = serverLimits;
/** Accounts whose budget is full again are forgotten when so many are known. */
const accountsKnown = 10_000;

/**
 * What an account may read of its calls, counted in lines, because a long call costs a thousand times as much as a short one. An account's
 * reads run one after the other, so that many at once don't all find it full.
 */
export function createReadingBudget(now: () => number = () => performance.now()) {
  const queue = createKeyedQueue();
  const spent = new Map<string, { lines: number; at: number }>();

  function spentOf(account: string): number {
    const { lines, at } = spent.get(account) ?? { lines: 0, at: now() };
    return Math.max(0, lines - ((now() - at) / 1000) * linesPerSecond);
  }

  function add(account: string, lines: number): void {
    spent.set(account, { lines: spentOf(account) + lines, at: now() });
    if (spent.size <= accountsKnown) return;
    for (const one of spent.keys()) if (spentOf(one) === 0) spent.delete(one);
  }

  return {
    /** Reads lines for an account. @throws AppError RATE_LIMITED where it has read too many */
    read<Line>(account: string, read: () => Promise<Line[]>): Promise<Line[]> {
      return queue.acquire(account, async () => {
        const over = spentOf(account) - linesMost;
        if (over >= 0) throw appError("RATE_LIMITED", { retryAfter: Math.ceil((over + 1) / linesPerSecond) });
        const lines = await read();
        add(account, lines.length);
        return lines;
      });
    },
  };
}

/** Reads lines of a call within the caller's budget. @throws AppError RATE_LIMITED */
export interface ReadLines {
  after(caller: Pick<Caller, "userId">, callId: string, after: number): Promise<LineDoc[]>;
  spoken(caller: Pick<Caller, "userId">, call: Pick<CallDoc, "_id" | "seq">): Promise<SpokenLine[]>;
}

export function createReadLines({ after, spoken }: Pick<LineRecords, "after" | "spoken">): ReadLines {
  const budget = createReadingBudget();
  return {
    after: ({ userId }, callId, from) => budget.read(userId, () => after(callId, from)),
    spoken: ({ userId }, call) => budget.read(userId, () => spoken(call)),
  };
}
