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

/** What a queued mail turns out to be at the moment of sending. */
export type Composed =
  | { to: string; message: Message }
  /** One mail for each recipient, ordered in its place. */
  | { fanOut: readonly QueuedMail[] }
  /** It is too early: it is composed anew when it is due. */
  | { notBefore: Date }
  /** It is no longer needed. */
  | "obsolete";

type Compose = (mail: QueuedMail, holderId: string, now: Date) => Promise<Composed>;

/** What composes the mails of each kind: a kind without one does not compile. */
export type MailComposers = Record<MailKind, Compose>;

export interface MailWorker extends Feature {
  /** Sets what composes the mails; before `start`. */
  composeWith(composers: MailComposers): void;
  /** Registers a collection whose documents hold mails; before `start`. */
  watch<Doc extends MailHolder>(model: Model<Doc>): void;
  /** Something was queued: look at once rather than at the next interval. */
  wake(): void;
}

const atOnce = 4;
const pollMs = 2000;
/** How long a worker's lease on a mail lasts without renewal: a crash delays the mail by no more. */
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

/** Delivers what waits in the outboxes, at least once, with growing pauses, for 24 hours. */
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
  let wakes = 0;

  const claim = async (now: Date) => {
    for (const model of outboxes) {
      const holder = await model
        .findOneAndUpdate(
          { outbox: { $elemMatch: { dueAt: { $lte: now } } } },
          { $set: { "outbox.$.dueAt": new Date(now.getTime() + leaseMs) }, $inc: { "outbox.$.attempts": 1 } },
          // The state before shows which one the positional operator met: the first that was due.
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

  const retry = async ({ model, holderId, mail }: Claim, now: Date) => {
    const pause = backoff(mail.attempts - 1, retries);
    await model.updateOne(
      { _id: holderId, "outbox.id": mail.id },
      { $set: { "outbox.$.dueAt": new Date(now.getTime() + pause) } },
    );
  };

  const putOff = async ({ model, holderId, mail }: Claim, dueAt: Date) => {
    await model.updateOne(
      { _id: holderId, "outbox.id": mail.id },
      { $set: { "outbox.$.dueAt": dueAt, "outbox.$.attempts": 0 } },
    );
  };

  /** Keeps the mail while it is being delivered, however long the mail server takes. */
  const keep = ({ model, holderId, mail }: Claim) =>
    startTicker(
      beatMs,
      async () => {
        const dueAt = new Date(Date.now() + leaseMs);
        await model.updateOne({ _id: holderId, "outbox.id": mail.id }, { $set: { "outbox.$.dueAt": dueAt } });
      },
      (thrown) => log.debug({ err: thrown }, "mail lease not renewed"),
    );

  const handle = async (claimed: Claim): Promise<void> => {
    const { mail, holderId } = claimed;
    const beat = keep(claimed);
    const about = { mail: mail.id, kind: mail.kind, attempt: mail.attempts };
    try {
      const compose = composers.get(mail.kind);
      // A process of a newer version queued it, and one like that will send it.
      if (compose === undefined) throw new Error(`This version has no mail of the kind ${mail.kind}`);
      const composed = await compose(mail, holderId, new Date());
      if (composed === "obsolete") mails.inc({ outcome: "obsolete" });
      else if ("fanOut" in composed) return await replace(claimed, composed.fanOut);
      else if ("notBefore" in composed) {
        await beat.stop();
        return await putOff(claimed, composed.notBefore);
      } else {
        await transport.deliver({ id: mail.id, to: composed.to, ...composed.message });
        mails.inc({ outcome: "sent" });
        log.info(about, "mail sent");
      }
      await remove(claimed);
    } catch (thrown) {
      const now = new Date();
      const over = thrown instanceof PermanentFailure || now.getTime() - mail.queuedAt.getTime() > giveUpMs;
      mails.inc({ outcome: over ? "given_up" : "postponed" });
      log[over ? "error" : "warn"]({ ...about, err: thrown }, over ? "mail given up" : "mail postponed");
      await beat.stop();
      await (over ? remove(claimed) : retry(claimed, now));
    } finally {
      await beat.stop();
    }
  };

  const turn = async (): Promise<void> => {
    for (;;) {
      const seen = wakes;
      const claimed = started ? await claim(new Date()) : undefined;
      if (claimed !== undefined) await handle(claimed);
      // A wake during the search may be about a mail that the search has passed already.
      else if (!started || seen === wakes) return;
    }
  };

  const startTurns = (turns: number) => {
    for (let free = Math.min(turns, atOnce - running.size); free > 0; free--) {
      // Requests report that the database is away; here it only means: later.
      const one = turn().catch((thrown: unknown) => log.debug({ err: thrown }, "mail worker paused"));
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
      if (started) startTurns(1);
    },
    async start() {
      started = true;
      timer = setInterval(() => startTurns(atOnce), pollMs);
      timer.unref();
      startTurns(atOnce);
    },
    async stop() {
      started = false;
      clearInterval(timer);
      // A delivery that hangs is left behind: its lease runs out, and the next start takes it up.
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
