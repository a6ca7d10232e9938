import type { Model } from "mongoose";
import { clock } from "../clock.ts";
import { createRegisteredMetrics, type Metrics } from "../http/metrics.ts";
import type { JobHolder } from "./job-lease.ts";
import type { Kind } from "./job-queue.ts";

interface Waiting {
  length: number;
  oldest: Date;
}

/** How long a scrape waits for the database. */
const answerMs = 1000;

/**
 * Counts the stored jobs of each kind that wait, and how long the oldest does, at each scrape. They are in the database, so
 * every process reports the same; NaN while that is unavailable.
 */
export function measureJobs(metrics: Metrics) {
  const { counter, gauge } = createRegisteredMetrics(metrics);
  const kinds = new Map<string, () => Promise<Waiting>>();
  const unknown = { length: Number.NaN, oldest: new Date(Number.NaN) };
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
  const measured = (read: (waiting: Waiting) => number) => async () =>
    (await ask()).map(([kind, waiting]) => ({ labels: { kind }, value: read(waiting) }));
  gauge(
    "souffleur_jobs_waiting",
    "Stored jobs that wait, by kind",
    measured(({ length }) => length),
    ["kind"],
  );
  gauge(
    "souffleur_jobs_oldest_seconds",
    "Age of the oldest stored job that waits, 0 without any, by kind",
    measured(({ length, oldest }) => (length === 0 ? 0 : Math.max(0, clock.ms() - oldest.getTime()) / 1000)),
    ["kind"],
  );

  return {
    failed: counter("souffleur_jobs_failed_total", "Failed attempts at stored jobs, by kind", ["kind"]),
    measure({ name, list, waiting }: Kind<string>, models: readonly Model<JobHolder>[]): void {
      const path = list === undefined ? "" : `${list}.`;
      const count = (model: Model<JobHolder>) =>
        model
          .aggregate<Waiting>([
            { $match: waiting.filter },
            {
              $project: {
                length: list ? { $size: `$${list}` } : { $literal: 1 },
                oldest: { $min: `$${path}${waiting.since}` },
              },
            },
            { $group: { _id: null, length: { $sum: "$length" }, oldest: { $min: "$oldest" } } },
          ])
          .option({ timeoutMS: answerMs });
      kinds.set(name, async () => {
        const found = (await Promise.all(models.map(count))).flat();
        const length = found.reduce((sum, one) => sum + one.length, 0);
        return { length, oldest: new Date(Math.min(...found.map(({ oldest }) => oldest.getTime()))) };
      });
    },
  };
}
