import type { Model } from "mongoose";
import { clock } from "../clock.ts";
import { createRegisteredMetrics, type Metrics } from "../http/metrics.ts";
import type { JobHolder } from "./job-lease.ts";
import type { Measured } from "./job-queue.ts";

/** How many jobs of a kind wait, and since when the oldest does. */
type Waiting = Record<"length" | "oldest", number>;

/** How long a scrape waits for the database. */
const answerMs = 1000;

/**
 * Counts the stored jobs of each kind that wait, and how long the oldest does, at each scrape. They are in the database, so
 * every process reports the same; NaN while that is unavailable.
 */
export function measureJobs(metrics: Metrics) {
  const { counter, gauge } = createRegisteredMetrics(metrics);
  const kinds = new Map<string, () => Promise<Waiting>>();
  const unknown = { length: Number.NaN, oldest: Number.NaN };
  let asking: Promise<(readonly [string, Waiting])[]> | undefined;
  /** One query for both gauges of a scrape. */
  const ask = () => {
    asking ??= Promise.all(
      [...kinds].map(async ([kind, count]) => [kind, await count().catch(() => unknown)] as const),
    ).finally(() => {
      asking = undefined;
    });
    return asking;
  };
  const measured = (name: string, help: string, read: (waiting: Waiting) => number) =>
    gauge(
      name,
      help,
      async () => (await ask()).map(([kind, waiting]) => ({ labels: { kind }, value: read(waiting) })),
      ["kind"],
    );
  measured("souffleur_jobs_waiting", "Stored jobs that wait, by kind", ({ length }) => length);
  measured(
    "souffleur_jobs_oldest_seconds",
    "Age of the oldest that waits, 0 without any",
    ({ oldest }) => Math.max(0, clock.ms() - oldest) / 1000,
  );

  return {
    failed: counter("souffleur_jobs_failed_total", "Failed attempts at stored jobs, by kind", ["kind"]),
    measure({ name, list, waiting }: Measured, models: readonly Model<JobHolder>[]): void {
      const length = list === undefined ? { $literal: 1 } : { $size: `$${list}` };
      const since = list === undefined ? `$${waiting.since}` : `$${list}.${waiting.since}`;
      const pipeline = [
        { $match: waiting.filter },
        { $project: { length, oldest: { $toLong: { $min: since } } } },
        { $group: { _id: null, length: { $sum: "$length" }, oldest: { $min: "$oldest" } } },
      ];
      kinds.set(name, async () => {
        const found = await Promise.all(
          models.map((model) => model.aggregate<Waiting>(pipeline).option({ timeoutMS: answerMs })),
        );
        const all = found.flat();
        return {
          length: all.reduce((sum, one) => sum + one.length, 0),
          oldest: Math.min(...all.map(({ oldest }) => Number(oldest))),
        };
      });
    },
  };
}
