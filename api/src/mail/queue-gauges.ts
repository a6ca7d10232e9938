import type { Model } from "mongoose";
import { clock } from "../clock.ts";
import { createRegisteredMetrics, type Metrics } from "../http/metrics.ts";
import type { MailHolder } from "./outbox.ts";

interface Waiting {
  length: number;
  oldest: Date;
}

/** Limits how long a scrape waits for the database. */
const answerMs = 1000;

/**
 * Measures the number of mails in these outboxes and the age of the oldest, at each scrape. The queue is in the
 * database, so every process reports the same values; NaN while the database is unavailable.
 */
export function measureQueue(outboxes: readonly Model<MailHolder>[], metrics: Metrics): void {
  let asking: Promise<Waiting[]> | undefined;
  /** One query for both gauges of a scrape. */
  const ask = () => {
    asking ??= Promise.all(outboxes.map(waiting))
      .then((found) => found.flat())
      .finally(() => {
        asking = undefined;
      });
    return asking;
  };
  const measured = (read: (queues: Waiting[]) => number) => () => ask().then(read, () => Number.NaN);
  const { gauge } = createRegisteredMetrics(metrics);
  gauge(
    "souffleur_mail_queue_length",
    "Mails that wait to be sent",
    measured((queues) => queues.reduce((sum, { length }) => sum + length, 0)),
  );
  gauge(
    "souffleur_mail_queue_oldest_seconds",
    "Age of the oldest mail that waits, 0 without any",
    measured((queues) =>
      queues.length === 0
        ? 0
        : Math.max(0, clock.ms() - Math.min(...queues.map(({ oldest }) => oldest.getTime()))) / 1000,
    ),
  );
}

/** One result, or none where no mail waits. The index finds the few documents that hold a mail. */
function waiting(model: Model<MailHolder>): Promise<Waiting[]> {
  return model
    .aggregate<Waiting>([
      { $match: { "outbox.dueAt": { $gt: new Date(0) } } },
      { $project: { length: { $size: "$outbox" }, oldest: { $min: "$outbox.queuedAt" } } },
      { $group: { _id: null, length: { $sum: "$length" }, oldest: { $min: "$oldest" } } },
    ])
    .option({ timeoutMS: answerMs });
}
