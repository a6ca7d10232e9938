import { clock } from "../clock.ts";
import { setOrUnset } from "../database/set-or-unset.ts";
import type { Logger } from "../http/logger.ts";
import { createRegisteredMetrics, type Metrics } from "../http/metrics.ts";
import type { Job } from "../scheduling/jobs.ts";
import type { Message } from "./message.ts";
import {
  isAwaited,
  type MailFailure,
  type MailHolder,
  type MailKind,
  type QueuedMail,
  superseded,
} from "./outbox.ts";
import { MailRefused, RecipientRefused, replyOf, type Transport } from "./transport.ts";

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

/** How many mails that nobody waits for a recipient and an organization get. */
export interface NoticeQuota {
  /** @returns seconds to wait, or 0 where one may be sent */
  take(of: "notices to a recipient" | "notices of an organization", key: string, now: Date): Promise<number>;
}

/** Keeps at the account of an address whether the last mail to it was delivered: undefined where it was. */
export type ReportFailure = (to: string, failure: MailFailure | undefined) => Promise<void>;

const giveUpMs = 24 * 60 * 60_000;

interface DeliveriesDeps {
  log: Logger;
  transport: Transport;
  metrics: Metrics;
  quota: NoticeQuota;
}

/** Composes and sends mails, for 24 hours. */
export function createDeliveries({ log, transport, metrics, quota }: DeliveriesDeps) {
  let composers = new Map<string, Compose>();
  let report: ReportFailure = async () => {};
  const { counter, gauge } = createRegisteredMetrics(metrics);
  const mails = counter("souffleur_mails_total", "Mails by what became of them", ["outcome"]);
  let refused = false;
  gauge(
    "souffleur_mail_refused",
    "Whether mails cannot be sent until an operator acts (1): server, sender, sign-in or this client",
    () => (refused ? 1 : 0),
  );

  /** Removes the mails that later ones replace, but for those that another process is sending. */
  async function merge({ model, doc: { _id, outbox }, worker }: Job<MailHolder>): Promise<string[]> {
    const now = clock.now();
    const merged = superseded(outbox).filter(
      (one) => one.worker === worker || one.dueAt <= now || one.attempts === 0,
    );
    const ids = merged.map(({ id }) => id);
    if (ids.length > 0) await model.updateOne({ _id }, { $pull: { outbox: { id: { $in: ids } } } });
    mails.inc({ outcome: "merged" }, ids.length);
    return ids;
  }

  const send = async (job: Job<MailHolder>, mail: QueuedMail, onAddressed: (to: string) => void) => {
    const compose = composers.get(mail.kind);
    // A process of a newer version has queued it and will send it.
    if (compose === undefined) throw new Error(`This version has no mail of the kind ${mail.kind}`);
    const composed = await compose(mail, job.doc._id, clock.now());
    if (composed === "obsolete" || "fanOut" in composed || "notBefore" in composed) return composed;
    const later = await noticeFrom(quota, { mail, organizationId: job.doc.organizationId, to: composed.to });
    if (later !== undefined) return { notBefore: later };
    onAddressed(composed.to);
    await transport.deliver({ id: mail.id, to: composed.to, ...composed.message }, job.signal);
    refused = false;
    return "sent";
  };

  /** What is known of the address, in the document that is about it, else at its account. */
  async function settle(job: Job<MailHolder>, to: string, failure: MailFailure | undefined): Promise<void> {
    const { email, mailFailure } = job.doc;
    if (to !== email) return report(to, failure && without(failure));
    if (failure === undefined && mailFailure === undefined) return;
    const rest = setOrUnset({ mailFailure: failure });
    await job.end({ $pull: { outbox: { worker: job.worker } }, ...rest });
  }

  /** @throws where it is tried again */
  async function failed(
    thrown: unknown,
    job: Job<MailHolder>,
    mail: QueuedMail,
    to: string | undefined,
  ): Promise<void> {
    if (thrown instanceof RecipientRefused) refused = false;
    else if (thrown instanceof MailRefused) refused = true;
    const isOver = thrown instanceof RecipientRefused || clock.ms() - mail.queuedAt.getTime() > giveUpMs;
    const about = { mail: mail.id, kind: mail.kind, attempt: mail.attempts, err: thrown };
    if (isOver) log.error(about, "mail given up");
    else if (thrown instanceof MailRefused)
      log.error(
        about,
        "no mail can be sent: check SMTP_URL and MAIL_FROM; the mails are kept and tried again",
      );
    mails.inc({ outcome: isOver ? "given_up" : thrown instanceof MailRefused ? "refused" : "postponed" });
    if (!isOver) throw thrown;
    if (to === undefined) return;
    const reply = replyOf(thrown);
    const { id, kind, data } = mail;
    await settle(job, to, {
      at: clock.now(),
      state: thrown instanceof RecipientRefused ? "refused" : "givenUp",
      ...(reply !== undefined && { reply }),
      mail: { id, kind, data },
    });
  }

  return {
    composeWith(all: MailComposers, reportFailure: ReportFailure): void {
      composers = new Map(Object.entries(all));
      report = reportFailure;
    },

    /** Sends a mail. @param wake announces those that replace it @returns when it is due again */
    async deliver(job: Job<MailHolder>, wake: () => void): Promise<Date | undefined> {
      const mail = job.doc.outbox.find(({ worker }) => worker === job.worker);
      if (mail === undefined || (await merge(job)).includes(mail.id)) return undefined;
      let to: string | undefined;
      try {
        const outcome = await send(job, mail, (address) => {
          to = address;
        });
        if (outcome === "sent" && to !== undefined) await settle(job, to, undefined);
        if (outcome === "sent" || outcome === "obsolete") {
          mails.inc({ outcome });
          log.info({ mail: mail.id, kind: mail.kind, attempt: mail.attempts, outcome }, "mail done");
          return undefined;
        }
        if ("notBefore" in outcome) return outcome.notBefore;
        const others = { $filter: { input: "$outbox", cond: { $ne: ["$$this.id", mail.id] } } };
        const successors = outcome.fanOut.map((next) => ({ $literal: next }));
        await job.end([{ $set: { outbox: { $concatArrays: [others, successors] } } }]);
        wake();
        return undefined;
      } catch (thrown) {
        if (job.signal.aborted || job.isStopping()) throw thrown;
        await failed(thrown, job, mail, to);
        return undefined;
      }
    },
    isRefused: () => refused,
  };
}

const without = ({ mail: _, ...failure }: MailFailure): MailFailure => failure;

/** When a mail may be sent; until then it waits, and a later one about the same may replace it. */
async function noticeFrom(
  quota: NoticeQuota,
  { mail, organizationId, to }: { mail: QueuedMail; organizationId: string | null | undefined; to: string },
): Promise<Date | undefined> {
  // A repeated attempt has taken its part already.
  if (isAwaited(mail) || mail.attempts > 1) return undefined;
  const now = clock.now();
  // By what is told, so that many changes of one kind do not hold back the news of another.
  const told = `${mail.kind} ${mail.data.change ?? ""} ${to}`;
  const wait =
    (await quota.take("notices to a recipient", told, now)) ||
    (organizationId ? await quota.take("notices of an organization", organizationId, now) : 0);
  return wait === 0 ? undefined : new Date(now.getTime() + wait * 1000);
}
