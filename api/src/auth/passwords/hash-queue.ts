import { availableParallelism } from "node:os";
import { appError } from "../../http/errors.ts";

/**
 * Password hashing limits the rate of sign-ins. Under a flood, a task that would wait longer than `maxWaitMs` (by the
 * running average of a task) is refused at once, so that not all of them time out. As many tasks run as there are
 * cores: more would not be faster, and would take threads of Node.js' pool from file access and name resolution.
 */
export function createHashQueue({ lanes = availableParallelism(), maxWaitMs = 2000 } = {}) {
  const waiting: { begin: () => void }[] = [];
  let running = 0;
  let averageMs = 15;

  const busy = (waitMs: number) => appError("SERVER_BUSY", { retryAfter: waitMs / 1000 });

  async function enter(): Promise<void> {
    if (running < lanes) {
      running++;
      return;
    }
    const waitMs = ((waiting.length + 1) * averageMs) / lanes;
    if (waitMs > maxWaitMs) throw busy(waitMs);
    const since = performance.now();
    await new Promise<void>((begin) => waiting.push({ begin }));
    const waited = performance.now() - since;
    // The average lags behind a machine that suddenly becomes slower.
    if (waited > maxWaitMs) {
      leave();
      throw busy(waited);
    }
  }

  /** Passes the lane to the next waiting task. `running` counts the lanes in use. */
  function leave(): void {
    const next = waiting.shift();
    if (next) next.begin();
    else running--;
  }

  return {
    /** @throws AppError SERVER_BUSY where the wait would be too long */
    async run<T>(task: () => Promise<T>): Promise<T> {
      await enter();
      const start = performance.now();
      try {
        return await task();
      } finally {
        averageMs += (performance.now() - start - averageMs) / 16;
        leave();
      }
    },
    /** The number of tasks that wait for a lane. */
    waiting: () => waiting.length,
  };
}
