import type { Model } from "mongoose";
import type { Feature } from "../feature.ts";
import type { Logger } from "../http/logger.ts";
import type { Metrics } from "../http/metrics.ts";
import { serverLimits } from "../limits.ts";
import type { Jobs } from "../scheduling/jobs.ts";
import { createDeliveries, type MailComposers, type NoticeQuota, type ReportFailure } from "./deliveries.ts";
import { kindsOf, type MailHolder } from "./outbox.ts";
import type { Transport } from "./transport.ts";

export interface MailWorker extends Feature {
  /** Sets the functions that compose mails, and one that is told of failures; to be called before `start`. */
  composeWith(composers: MailComposers, report: ReportFailure): void;
  /** Registers a collection whose documents hold mails; to be called before `start`. */
  watch<Doc extends MailHolder>(model: Model<Doc>): void;
  /** Looks for mails now instead of at the next interval. */
  wake(): void;
  /** Whether this process's last mail was not sent for a reason that an operator must remove. */
  isRefused(): boolean;
}

const { mails: shares } = serverLimits.jobs;
/** How many mails a process sends at once. */
export const connectionsMax = shares.awaited.places + shares.notices.places;
const stopMs = 5000;
/** How long a stop waits for the database to keep which deliveries it has ended. */
const closeMs = 2000;

interface MailWorkerDeps {
  log: Logger;
  transport: Transport;
  metrics: Metrics;
  quota: NoticeQuota;
  jobs: Pick<Jobs, "leased">;
}

/** Delivers the mails in the outboxes at least once. What somebody waits for has places of its own. */
export function createMailWorker({ log, transport, metrics, quota, jobs }: MailWorkerDeps): MailWorker {
  const deliveries = createDeliveries({ log, transport, metrics, quota });
  const queue = jobs.leased<MailHolder, keyof typeof shares>({
    name: "mails",
    shares,
    list: "outbox",
    waiting: { filter: { "outbox.dueAt": { $gt: new Date(0) } }, since: "queuedAt" },
    where: (pool) => ({ kind: kindsOf(pool === "awaited") }),
    run: (job): Promise<Date | undefined> => deliveries.deliver(job, () => queue.wake()),
  });
  return {
    composeWith: deliveries.composeWith,
    watch: queue.watch,
    wake: queue.wake,
    start: async () => queue.start(),
    isRefused: deliveries.isRefused,
    async stop() {
      await queue.stop(stopMs);
      // A delivery that hangs is ended; the next process repeats it.
      transport.close();
      await queue.stop(closeMs);
    },
  };
}
