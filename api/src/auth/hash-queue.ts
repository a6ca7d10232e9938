import { availableParallelism } from "node:os";
import { refusal } from "../http/errors.ts";

interface HashQueue {
  /** @throws AppError SERVER_BUSY where the wait would be longer than the queue allows */
  run<T>(task: () => Promise<T>): Promise<T>;
  /** Tasks that wait for a core. */
  waiting(): number;
}

/**
 * Password hashing is what limits sign-in: under a flood it must answer "busy" at once rather than let
 * everyone time out. As many tasks run as there are cores: more are not faster, and would take threads of the
 * pool from files and names. What would wait longer than `maxWaitMs` (by the running average of a task) is refused.
 */
export function createHashQueue({ lanes = availableParallelism(), maxWaitMs = 2000 } = {}): HashQueue {
  const waiting: { begin: () => void }[] = [];
  let running = 0;
  let averageMs = 15;

  const busy = (waitMs: number) => refusal("SERVER_BUSY", { retryAfter: waitMs / 1000 });

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
    // The average lags behind a machine that suddenly got slower: the bound still holds.
    if (waited > maxWaitMs) {
      leave();
      throw busy(waited);
    }
  }

  /** The lane goes to the next in line; `running` counts lanes that are taken. */
  function leave(): void {
    const next = waiting.shift();
    if (next) next.begin();
    else running--;
  }

  return {
    async run(task) {
      await enter();
      const start = performance.now();
      try {
        return await task();
      } finally {
        averageMs += (performance.now() - start - averageMs) / 16;
        leave();
      }
    },
    waiting: () => waiting.length,
  };
}
