import type { Model } from "mongoose";
import { clock } from "../clock.ts";
import type { Feature } from "../feature.ts";
import type { Logger } from "../http/logger.ts";
import type { Metrics } from "../http/metrics.ts";
import type { Pollers } from "../scheduling/pollers.ts";
import { createTurns } from "../scheduling/turns.ts";
import { createClaims } from "./claims.ts";
import { createDeliveries, type MailComposers, type NoticeQuota } from "./deliveries.ts";
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
/** How many of them may be mails that nobody waits for. */
const noticesMax = 2;
/** How many an organization has at once. */
const shares = { awaited: 2, notices: 1 } as const;
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
  quota: NoticeQuota;
  pollers: Pick<Pollers, "add">;
  /** For tests. */
  leaseMs?: number;
}

/**
 * Delivers the mails in the outboxes at least once; retries with growing pauses, for 24 hours. What somebody waits for goes
 * first, and organizations have turns.
 */
export function createMailWorker({
  log,
  transport,
  metrics,
  quota,
  pollers,
  leaseMs = leaseDefaultMs,
}: MailWorkerDeps): MailWorker {
  const outboxes: Model<MailHolder>[] = [];
  measureQueue(outboxes, metrics);
  const running = new Set<Promise<void>>();
  let started = false;
  /** Whether there was a mail since the last look. */
  let hadMail = false;
  /** Increases whenever mails have been queued. */
  let wakes = 0;

  const claims = createClaims(outboxes, leaseMs, (count) => deliveries.count("merged", count));
  const deliveries = createDeliveries({
    ...{ log, transport, metrics, claims, quota, leaseMs },
    onPostponed: (dueAt) => poller.lookIn(dueAt.getTime() - clock.ms()),
  });
  const turns = { awaited: createTurns(shares.awaited), notices: createTurns(shares.notices) };
  let notices = 0;

  const take = (kind: keyof typeof turns) =>
    turns[kind].take(
      (without) => claims.claim(clock.now(), { areAwaited: kind === "awaited", without }),
      ({ organizationId }) => organizationId,
    );

  const takeNotice = async () => {
    if (notices >= noticesMax) return undefined;
    notices += 1;
    const end = () => {
      notices -= 1;
    };
    const turn = await take("notices").catch((thrown: unknown) => {
      end();
      throw thrown;
    });
    if (turn === undefined) return end();
    return {
      work: turn.work,
      end() {
        end();
        turn.end();
      },
    };
  };

  const work = async (): Promise<void> => {
    for (;;) {
      const seen = wakes;
      const turn = started ? ((await take("awaited")) ?? (await takeNotice())) : undefined;
      if (turn === undefined) {
        // A `wake` during the search may be about a mail in a collection that was searched before.
        if (!started || seen === wakes) return;
      } else {
        hadMail = true;
        // Where one mail is due, others may be; while none is, one worker alone looks for them.
        startWorker();
        if (await deliveries.deliver(turn.work, () => !started).finally(turn.end)) wakes++;
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

  const poller = pollers.add({
    name: "mail",
    everyMs: pollMs,
    backsOff: true,
    async task() {
      const had = hadMail;
      hadMail = false;
      startWorker();
      return had;
    },
    failed: () => {},
  });

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
      poller.start();
      startWorker();
    },
    isRefused: deliveries.isRefused,
    async stop() {
      started = false;
      await poller.stop();
      await settled(stopMs);
      // A delivery that hangs is ended; the next process repeats it.
      transport.close();
      await settled(closeMs);
    },
  };
}
