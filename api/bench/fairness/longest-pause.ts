import { setImmediate as turn } from "node:timers/promises";

/** More than this is felt by everybody whom the process serves. */
export const pauseGoalMs = 50;

/**
 * The longest time, in milliseconds, for which the event loop of this process answered nobody else. What the machine gave to
 * other processes meanwhile does not count.
 */
export async function longestPause(run: () => Promise<unknown>): Promise<number> {
  let longest = 0;
  let isRunning = true;
  const watching = (async () => {
    let [at, used] = [performance.now(), process.cpuUsage()];
    while (isRunning) {
      await turn();
      const [now, usedNow] = [performance.now(), process.cpuUsage()];
      const busy = (usedNow.user - used.user + usedNow.system - used.system) / 1000;
      longest = Math.max(longest, Math.min(now - at, busy));
      [at, used] = [now, usedNow];
    }
  })();
  try {
    await run();
  } finally {
    isRunning = false;
    await watching;
  }
  return longest;
}
