import { availableParallelism } from "node:os";
import { appError } from "../../http/errors.ts";
import { serverLimits } from "../../limits.ts";

type Begin = () => void;

/**
 * Password hashing limits the rate of sign-ins. Those who want hashes have turns, so that the many of one do not hold up
 * another's. Under a flood, a task that would wait longer than `maxWaitMs` (by the running average of a task) is refused at
 * once, so that not all of them time out. As many tasks run as there are cores: more would not be faster, and would take
 * threads of Node.js' pool from file access and name resolution.
 */
export function createHashQueue({
  lanes = availableParallelism(),
  maxWaitMs = serverLimits.hashWaitMs,
} = {}) {
  /** By whose they are, in the order of their turns. */
  const waiting = new Map<string, Begin[]>();
  let running = 0;
  let averageMs = 15;

  const busy = (waitMs: number) => appError("SERVER_BUSY", { retryAfter: waitMs / 1000 });

  /** How many tasks begin before a further one of these does. */
  function before(whose: string): number {
    const turns = (waiting.get(whose)?.length ?? 0) + 1;
    let sum = 0;
    for (const [other, { length }] of waiting) sum += other === whose ? length : Math.min(length, turns);
    return sum;
  }

  async function enter(whose: string): Promise<void> {
    if (running < lanes) {
      running++;
      return;
    }
    const waitMs = ((before(whose) + 1) * averageMs) / lanes;
    if (waitMs > maxWaitMs) throw busy(waitMs);
    const since = performance.now();
    await new Promise<void>((begin) => {
      const own = waiting.get(whose);
      if (own) own.push(begin);
      else waiting.set(whose, [begin]);
    });
    const waited = performance.now() - since;
    // The average lags behind a machine that suddenly becomes slower.
    if (waited > maxWaitMs) {
      leave();
      throw busy(waited);
    }
  }

  /** Passes the lane to the task whose turn it is. `running` counts the lanes in use. */
  function leave(): void {
    for (const [whose, [begin, ...others]] of waiting) {
      waiting.delete(whose);
      if (others.length > 0) waiting.set(whose, others);
      begin?.();
      return;
    }
    running--;
  }

  return {
    /**
     * @param whose those of the same have one turn together
     * @throws AppError SERVER_BUSY where the wait would be too long
     */
    async run<T>(whose: string, task: () => Promise<T>): Promise<T> {
      await enter(whose);
      const start = performance.now();
      try {
        return await task();
      } finally {
        averageMs += (performance.now() - start - averageMs) / 16;
        leave();
      }
    },
    /** The number of tasks that wait for a lane. */
    waiting: () => [...waiting.values()].reduce((sum, { length }) => sum + length, 0),
  };
}
