import type { Model } from "mongoose";
import type { Feature } from "../feature.ts";
import type { Logger } from "../http/logger.ts";
import { createRegisteredMetrics, type Metrics } from "../http/metrics.ts";
import { backoff } from "../scheduling/backoff.ts";
import { startTicker } from "../scheduling/ticker.ts";
import { type Claim, createClaims } from "./claims.ts";
import type { Message } from "./message.ts";
import type { MailHolder, MailKind, QueuedMail } from "./outbox.ts";
import { measureQueue } from "./queue-gauges.ts";
import { MailRefused, RecipientRefused, type Transport } from "./transport.ts";

/** The outcome of composing a queued mail. */
export type Composed =
  | { to: string; message: Message }
  /** The mails that replace it, one for each recipient. */
  | { fanOut: readonly QueuedMail[] }
  /** It is too early; the mail is composed again at this time. */
  | { notBefore: Date }
  /** It is no longer needed. */
  | "obsolete";

type Compose = (mail: QueuedMail, holderId: string, now: Date) => Promise<Composed>;

/** The function that composes the mails of each kind. */
export type MailComposers = Record<MailKind, Compose>;

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
const retries = { firstWait: 5000, lastWait: 60 * 60_000 };
const giveUpMs = 24 * 60 * 60_000;
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
  let composers = new Map<string, Compose>();
  const outboxes: Model<MailHolder>[] = [];
  const { counter, gauge } = createRegisteredMetrics(metrics);
  const mails = counter("souffleur_mails_total", "Mails by what became of them", ["outcome"]);
  measureQueue(outboxes, metrics);
  let refused = false;
  gauge(
    "souffleur_mail_refused",
    "Whether mails cannot be sent until an operator acts (1): server, sender, sign-in or this client",
    () => (refused ? 1 : 0),
  );
  const running = new Set<Promise<void>>();
  let timer: NodeJS.Timeout | undefined;
  let started = false;
  /** Increases whenever mails have been queued. */
  let wakes = 0;

  const { claim, remove, removeSent, replace, postpone } = createClaims(outboxes, leaseMs);

  /** Renews the lease while the mail is being delivered, however long the mail server takes. */
  const keepLease = (claimed: Claim, lost: () => void) =>
    startTicker(
      leaseMs / 3,
      async () => {
        if (!(await postpone(claimed, new Date(Date.now() + leaseMs)))) lost();
      },
      (thrown) => log.debug({ err: thrown }, "mail lease not renewed"),
    );

  const send = async (claimed: Claim, signal: AbortSignal) => {
    const { mail, holderId } = claimed;
    const compose = composers.get(mail.kind);
    // A process of a newer version has queued it and will send it.
    if (compose === undefined) throw new Error(`This version has no mail of the kind ${mail.kind}`);
    const composed = await compose(mail, holderId, new Date());
    if (composed === "obsolete" || "fanOut" in composed || "notBefore" in composed) return composed;
    await transport.deliver({ id: mail.id, to: composed.to, ...composed.message }, signal);
    refused = false;
    return "sent";
  };

  const handle = async (claimed: Claim): Promise<void> => {
    const { mail } = claimed;
    const taken = new AbortController();
    const lease = keepLease(claimed, () => taken.abort());
    const about = { mail: mail.id, kind: mail.kind, attempt: mail.attempts };
    try {
      const outcome = await send(claimed, taken.signal);
      if (outcome === "sent") {
        mails.inc({ outcome });
        log.info(about, "mail sent");
        return await removeSent(claimed, () => !started);
      }
      await lease.stop();
      if (outcome === "obsolete") {
        mails.inc({ outcome });
        await remove(claimed);
      } else if ("notBefore" in outcome) await postpone(claimed, outcome.notBefore, 0);
      else {
        await replace(claimed, outcome.fanOut);
        wakes++;
      }
    } catch (thrown) {
      await lease.stop();
      await failed(claimed, thrown, taken.signal.aborted);
    } finally {
      await lease.stop();
    }
  };

  const failed = async (claimed: Claim, thrown: unknown, isTaken: boolean) => {
    const { mail } = claimed;
    const about = { mail: mail.id, kind: mail.kind, attempt: mail.attempts, err: thrown };
    if (isTaken) return log.warn(about, "mail taken over by another process");
    // A stop has ended the delivery: the next process begins with it.
    if (!started) return await postpone(claimed, new Date());
    const now = Date.now();
    if (thrown instanceof RecipientRefused) refused = false;
    else if (thrown instanceof MailRefused) refused = true;
    const isOver = thrown instanceof RecipientRefused || now - mail.queuedAt.getTime() > giveUpMs;
    const outcome = isOver ? "given_up" : thrown instanceof MailRefused ? "refused" : "postponed";
    mails.inc({ outcome });
    if (outcome === "given_up") log.error(about, "mail given up");
    else if (outcome === "refused")
      log.error(
        about,
        "no mail can be sent: check SMTP_URL and MAIL_FROM; the mails are kept and tried again",
      );
    else log.warn(about, "mail postponed");
    if (isOver) await remove(claimed);
    else await postpone(claimed, new Date(now + backoff(mail.attempts - 1, retries)));
  };

  const work = async (): Promise<void> => {
    for (;;) {
      const seen = wakes;
      const claimed = started ? await claim(new Date()) : undefined;
      if (claimed !== undefined) await handle(claimed);
      // A `wake` during the search may be about a mail in a collection that was searched before.
      else if (!started || seen === wakes) return;
    }
  };

  const startWorkers = (count: number) => {
    for (let free = Math.min(count, workersMax - running.size); free > 0; free--) {
      // An unavailable database is logged by requests; the worker tries again at the next interval.
      const one = work().catch((thrown: unknown) => log.debug({ err: thrown }, "mail worker paused"));
      const settled = one.finally(() => running.delete(settled));
      running.add(settled);
    }
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
    composeWith(all) {
      composers = new Map(Object.entries(all));
    },
    watch(model) {
      outboxes.push(model as unknown as Model<MailHolder>);
    },
    wake() {
      wakes++;
      if (started) startWorkers(1);
    },
    async start() {
      started = true;
      timer = setInterval(() => startWorkers(workersMax), pollMs).unref();
      startWorkers(workersMax);
    },
    isRefused: () => refused,
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
