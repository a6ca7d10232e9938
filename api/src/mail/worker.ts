import type { Model } from "mongoose";
import { clock } from "../clock.ts";
import type { Feature } from "../feature.ts";
import type { Logger } from "../http/logger.ts";
import type { Metrics } from "../http/metrics.ts";
import { createClaims } from "./claims.ts";
import { createDeliveries, type MailComposers } from "./deliveries.ts";
import type { MailHolder } from "./outbox.ts";
import { measureQueue } from "./queue-gauges.ts";
import type { Transport } from "./transport.ts";

export interface MailWorker extends Feature {
  /** Sets the functions that compose mails; to be called before `start`. */
  composeWith(composers: MailComposers): void;
  /** Registers a collection whose documents hold mails; to be called before `start`. */
  watch<Doc extends MailHolder>(model: Model<Doc>): void;
  /** Looks for mails now instead of at the next interval. */
  wake(): void;
  /** Whether this process's last mail was not sent for a reason that an operator must remove. */
  isRefused(): boolean;
}

/** How many mails a process sends at once. */
export const workersMax = 4;
const pollMs = 2000;
/** How long a worker's lease on a mail lasts without renewal. A crash delays the mail by this at most. */
const leaseDefaultMs = 15_000;
const stopMs = 5000;
/** How long a stop waits for the database to keep which deliveries it has ended. */
const closeMs = 2000;

interface MailWorkerDeps {
  log: Logger;
  transport: Transport;
  metrics: Metrics;
  /** For tests. */
  leaseMs?: number;
}

/** Delivers the mails in the outboxes at least once; retries with growing pauses, for 24 hours. */
export function createMailWorker({
  log,
  transport,
  metrics,
  leaseMs = leaseDefaultMs,
}: MailWorkerDeps): MailWorker {
  const outboxes: Model<MailHolder>[] = [];
  measureQueue(outboxes, metrics);
  const running = new Set<Promise<void>>();
  let timer: NodeJS.Timeout | undefined;
  let started = false;
  /** Increases whenever mails have been queued. */
  let wakes = 0;

  const claims = createClaims(outboxes, leaseMs);
  const deliveries = createDeliveries({ log, transport, metrics, claims, leaseMs });

  const work = async (): Promise<void> => {
    for (;;) {
      const seen = wakes;
      const claimed = started ? await claims.claim(clock.now()) : undefined;
      if (claimed === undefined) {
        // A `wake` during the search may be about a mail in a collection that was searched before.
        if (!started || seen === wakes) return;
      } else {
        // Where one mail is due, others may be; while none is, one worker alone looks for them.
        startWorker();
        if (await deliveries.deliver(claimed, () => !started)) wakes++;
      }
    }
  };

  const startWorker = () => {
    if (running.size >= workersMax) return;
    // An unavailable database is logged by requests; the worker tries again at the next interval.
    const one = work().catch((thrown: unknown) => log.debug({ err: thrown }, "mail worker paused"));
    const settled = one.finally(() => running.delete(settled));
    running.add(settled);
  };

  /** Waits for the running deliveries, for so long at most. */
  const settled = async (limitMs: number) => {
    let timeout: NodeJS.Timeout | undefined;
    const tooLong = new Promise<void>((resolve) => {
      timeout = setTimeout(resolve, limitMs);
    });
    await Promise.race([Promise.all(running), tooLong]);
    clearTimeout(timeout);
  };

  return {
    composeWith: deliveries.composeWith,
    watch(model) {
      outboxes.push(model as unknown as Model<MailHolder>);
    },
    wake() {
      wakes++;
      if (started) startWorker();
    },
    async start() {
      started = true;
      timer = setInterval(startWorker, pollMs).unref();
      startWorker();
    },
    isRefused: deliveries.isRefused,
    async stop() {
      started = false;
      clearInterval(timer);
      await settled(stopMs);
      // A delivery that hangs is ended; the next process repeats it.
      transport.close();
      await settled(closeMs);
    },
  };
}
