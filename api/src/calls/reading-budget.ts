import type { Caller } from "../http/guard.ts";
import { serverLimits } from "../limits.ts";
import { createKeyedQueue } from "../scheduling/keyed-queue.ts";
import { createBudget } from "../throttle/budget.ts";
import type { CallDoc } from "./records/call-model.ts";
import type { LineDoc } from "./records/line-model.ts";
import type { LineRecords, SpokenLine } from "./records/line-records.ts";

/**
 * What an account may read of its calls, counted in lines, because a long call costs a thousand times as much as a short one. An account's
 * reads run one after the other, so that many at once don't all find it full.
 */
export function createReadingBudget(now?: () => number) {
  const queue = createKeyedQueue();
  const budget = createBudget({ ...serverLimits.linesRead, now });

  return {
    /** Reads lines for an account. @throws AppError RATE_LIMITED where it has read too many */
    read<Line>(account: string, read: () => Promise<Line[]>): Promise<Line[]> {
      return queue.acquire(account, async () => {
        budget.requireFrom(account);
        const lines = await read();
        budget.spend(account, lines.length);
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
