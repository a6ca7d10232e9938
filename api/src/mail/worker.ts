import type { Model } from "mongoose";
import { Counter } from "prom-client";
import type { Feature } from "../feature.ts";
import type { Logger } from "../http/logger.ts";
import type { Metrics } from "../http/metrics.ts";
import { backoff } from "../scheduling/backoff.ts";
import { startTicker } from "../scheduling/ticker.ts";
import type { Message } from "./message.ts";
import type { MailHolder, MailKind, QueuedMail } from "./outbox.ts";
import { measureQueue } from "./queue-gauges.ts";
import { PermanentFailure, type Transport } from "./transport.ts";

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
}

const workersMax = 4;
const pollMs = 2000;
/** How long a worker's lease on a mail lasts without renewal. A crash delays the mail by this at most. */
const leaseMs = 15_000;
const beatMs = 5000;
const retries = { firstWait: 5000, lastWait: 60 * 60_000 };
const giveUpMs = 24 * 60 * 60_000;
const stopMs = 5000;

interface MailWorkerDeps {
  log: Logger;
  transport: Transport;
  metrics: Metrics;
}

/** Delivers the mails in the outboxes at least once; retries with growing pauses, for 24 hours. */
export function createMailWorker({ log, transport, metrics }: MailWorkerDeps): MailWorker {
  let composers = new Map<string, Compose>();
  const outboxes: Model<MailHolder>[] = [];
  const mails = new Counter({
    name: "souffleur_mails_total",
    help: "Mails by what became of them",
    labelNames: ["outcome"],
    registers: [metrics.registry],
  });
  measureQueue(outboxes, metrics);
  const running = new Set<Promise<void>>();
  let timer: NodeJS.Timeout | undefined;
  let started = false;
  /** Increases whenever mails have been queued. */
  let wakes = 0;

  const claim = async (now: Date) => {
    for (const model of outboxes) {
      const holder = await model
        .findOneAndUpdate(
          { outbox: { $elemMatch: { dueAt: { $lte: now } } } },
          { $set: { "outbox.$.dueAt": new Date(now.getTime() + leaseMs) }, $inc: { "outbox.$.attempts": 1 } },
          // The state before shows the mail that the positional operator matched: the first that was due.
          { returnDocument: "before", projection: { outbox: 1 } },
        )
        .lean<MailHolder>();
      const mail = holder?.outbox.find(({ dueAt }) => dueAt <= now);
      if (holder && mail)
        return { model, holderId: holder._id, mail: { ...mail, attempts: mail.attempts + 1 } };
    }
    return undefined;
  };
  type Claim = NonNullable<Awaited<ReturnType<typeof claim>>>;

  const remove = async ({ model, holderId, mail }: Claim) => {
    await model.updateOne({ _id: holderId }, { $pull: { outbox: { id: mail.id } } });
  };

  const replace = async ({ model, holderId, mail }: Claim, successors: readonly QueuedMail[]) => {
    const others = { $filter: { input: "$outbox", cond: { $ne: ["$$this.id", mail.id] } } };
    await model.updateOne(
      { _id: holderId, "outbox.id": mail.id },
      [{ $set: { outbox: { $concatArrays: [others, successors.map((next) => ({ $literal: next }))] } } }],
      { updatePipeline: true },
    );
    wakes++;
  };

  const postpone = async ({ model, holderId, mail }: Claim, dueAt: Date, attempts?: number) => {
    const fields = {
      "outbox.$.dueAt": dueAt,
      ...(attempts !== undefined && { "outbox.$.attempts": attempts }),
    };
    await model.updateOne({ _id: holderId, "outbox.id": mail.id }, { $set: fields });
  };

  /** Renews the lease while the mail is being delivered, however long the mail server takes. */
  const keepLease = (claimed: Claim) =>
    startTicker(
      beatMs,
      () => postpone(claimed, new Date(Date.now() + leaseMs)),
      (thrown) => log.debug({ err: thrown }, "mail lease not renewed"),
    );

  const handle = async (claimed: Claim): Promise<void> => {
    const { mail, holderId } = claimed;
    const beat = keepLease(claimed);
    const about = { mail: mail.id, kind: mail.kind, attempt: mail.attempts };
    try {
      const compose = composers.get(mail.kind);
      // A process of a newer version has queued it and will send it.
      if (compose === undefined) throw new Error(`This version has no mail of the kind ${mail.kind}`);
      const composed = await compose(mail, holderId, new Date());
      if (composed === "obsolete") mails.inc({ outcome: "obsolete" });
      else if ("fanOut" in composed) return await replace(claimed, composed.fanOut);
      else if ("notBefore" in composed) {
        await beat.stop();
        return await postpone(claimed, composed.notBefore, 0);
      } else {
        await transport.deliver({ id: mail.id, to: composed.to, ...composed.message });
        mails.inc({ outcome: "sent" });
        log.info(about, "mail sent");
      }
      await remove(claimed);
    } catch (thrown) {
      const now = Date.now();
      const isOver = thrown instanceof PermanentFailure || now - mail.queuedAt.getTime() > giveUpMs;
      mails.inc({ outcome: isOver ? "given_up" : "postponed" });
      log[isOver ? "error" : "warn"]({ ...about, err: thrown }, isOver ? "mail given up" : "mail postponed");
      await beat.stop();
      if (isOver) await remove(claimed);
      else await postpone(claimed, new Date(now + backoff(mail.attempts - 1, retries)));
    } finally {
      await beat.stop();
    }
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
    async stop() {
      started = false;
      clearInterval(timer);
      // A delivery that hangs is not waited for: its lease expires, and the next start repeats it.
      let timeout: NodeJS.Timeout | undefined;
      const tooLong = new Promise<void>((resolve) => {
        timeout = setTimeout(resolve, stopMs);
      });
      await Promise.race([Promise.all(running), tooLong]);
      clearTimeout(timeout);
      transport.close();
    },
  };
}
