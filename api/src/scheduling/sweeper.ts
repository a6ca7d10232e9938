import type { createPeriodicLock } from "../database/periodic-lock.ts";
import type { Logger } from "../http/logger.ts";

const everyMs = 60_000;
const leewayMs = 1000;

/**
 * Removes what has expired, now and then; of several processes one at a time. Nothing relies on it: expiry is part
 * of every query.
 */
export function createSweeper(
  tasks: readonly ((now: Date) => Promise<void>)[],
  periodicLock: ReturnType<typeof createPeriodicLock>,
  log: Logger,
) {
  let timer: NodeJS.Timeout | undefined;
  let running = Promise.resolve();
  const paused = (thrown: unknown) => log.debug({ err: thrown }, "sweeping paused");
  const run = async (now: Date) => {
    for (const task of tasks) await task(now).catch(paused);
  };
  const sweep = async () => {
    // A little less than the timer's own time, which would otherwise miss every second turn.
    if (await periodicLock.take("sweep", everyMs - leewayMs, new Date())) await run(new Date());
  };
  return {
    run,
    start() {
      timer = setInterval(() => {
        running = running.then(sweep).catch(paused);
      }, everyMs);
      timer.unref();
    },
    async stop() {
      clearInterval(timer);
      await running;
    },
  };
}
