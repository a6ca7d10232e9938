import { clock } from "../clock.ts";
import type { createPeriodicLock } from "../database/periodic-lock.ts";
import type { Feature } from "../feature.ts";
import type { Logger } from "../http/logger.ts";
import type { Pollers } from "./pollers.ts";

const everyMs = 60_000;
const leewayMs = 1000;

/** Periodically removes expired data, in one process at a time. Nothing relies on it: every query checks expiry. */
export function createSweeper(
  features: readonly Feature[],
  periodicLock: ReturnType<typeof createPeriodicLock>,
  { log, pollers }: { log: Logger; pollers: Pollers },
): Required<Pick<Feature, "sweep" | "start" | "stop">> {
  const failed = (thrown: unknown) => log.warn({ err: thrown }, "expired data could not be removed");
  const sweepAll = async (now: Date) => {
    for (const feature of features) await feature.sweep?.(now).catch(failed);
  };
  const sweepOnce = async () => {
    // Slightly less than the timer's interval: with the full interval the lock would refuse every second tick.
    if (!(await periodicLock.take("sweep", everyMs - leewayMs, clock.now()))) return;
    await sweepAll(clock.now());
    // What has expired may have left events and mails.
    pollers.happened();
  };
  const { start, stop } = pollers.add({ name: "sweep", everyMs, task: sweepOnce, failed });
  return { sweep: sweepAll, start: async () => start(), stop };
}
