import { clock } from "../clock.ts";
import type { Logger } from "../http/logger.ts";
import { createRegisteredMetrics, type Metrics } from "../http/metrics.ts";
import { backoff } from "../scheduling/backoff.ts";
import { startTicker } from "../scheduling/ticker.ts";
import type { Claim, Claims } from "./claims.ts";
import type { Message } from "./message.ts";
import { isAwaited, type MailKind, type QueuedMail } from "./outbox.ts";
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

/** How many mails that nobody waits for a recipient and an organization get. */
export interface NoticeQuota {
  /** @returns seconds to wait, or 0 where one may be sent */
  take(of: "notices to a recipient" | "notices of an organization", key: string, now: Date): Promise<number>;
}

const retries = { firstWait: 5000, lastWait: 60 * 60_000 };
const giveUpMs = 24 * 60 * 60_000;

interface DeliveriesDeps {
  log: Logger;
  transport: Transport;
  metrics: Metrics;
  claims: Claims;
  quota: NoticeQuota;
  leaseMs: number;
  /** Told when a mail that waits is due. */
  onPostponed(dueAt: Date): void;
}

/** Composes and sends the mails that were claimed; retries with growing pauses, for 24 hours. */
export function createDeliveries({
  log,
  transport,
  metrics,
  claims,
  quota,
  leaseMs,
  onPostponed,
}: DeliveriesDeps) {
  let composers = new Map<string, Compose>();
  const { counter, gauge } = createRegisteredMetrics(metrics);
  const mails = counter("souffleur_mails_total", "Mails by what became of them", ["outcome"]);
  let refused = false;
  gauge(
    "souffleur_mail_refused",
    "Whether mails cannot be sent until an operator acts (1): server, sender, sign-in or this client",
    () => (refused ? 1 : 0),
  );

  const postpone = async (claimed: Claim, dueAt: Date, attempts?: number) => {
    await claims.postpone(claimed, dueAt, attempts);
    onPostponed(dueAt);
  };

  /** Renews the lease while the mail is being delivered, however long the mail server takes. */
  const keepLease = (claimed: Claim, lost: () => void) =>
    startTicker(
      leaseMs / 3,
      async () => {
        if (!(await claims.postpone(claimed, new Date(clock.ms() + leaseMs)))) lost();
      },
      (thrown) => log.debug({ err: thrown }, "mail lease not renewed"),
    );

  const send = async (claimed: Claim, signal: AbortSignal) => {
    const { mail, holderId } = claimed;
    const compose = composers.get(mail.kind);
    // A process of a newer version has queued it and will send it.
    if (compose === undefined) throw new Error(`This version has no mail of the kind ${mail.kind}`);
    const composed = await compose(mail, holderId, clock.now());
    if (composed === "obsolete" || "fanOut" in composed || "notBefore" in composed) return composed;
    const later = await noticeFrom(quota, claimed, composed.to);
    if (later !== undefined) return { notBefore: later };
    await transport.deliver({ id: mail.id, to: composed.to, ...composed.message }, signal);
    refused = false;
    return "sent";
  };

  const failed = async (claimed: Claim, thrown: unknown, isTaken: boolean, isStopped: boolean) => {
    const { mail } = claimed;
    const about = { mail: mail.id, kind: mail.kind, attempt: mail.attempts, err: thrown };
    if (isTaken) return log.warn(about, "mail taken over by another process");
    // A stop has ended the delivery: the next process begins with it.
    if (isStopped) return await claims.postpone(claimed, clock.now());
    const now = clock.ms();
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
    if (isOver) await claims.remove(claimed);
    else await postpone(claimed, new Date(now + backoff(mail.attempts - 1, retries)));
  };

  /**
   * Sends a mail, and keeps in its outbox what became of it.
   * @returns whether other mails have replaced it
   */
  const deliver = async (claimed: Claim, isStopped: () => boolean): Promise<boolean> => {
    const { mail } = claimed;
    const taken = new AbortController();
    const lease = keepLease(claimed, () => taken.abort());
    const about = { mail: mail.id, kind: mail.kind, attempt: mail.attempts };
    try {
      const outcome = await send(claimed, taken.signal);
      if (outcome === "sent") {
        mails.inc({ outcome });
        log.info(about, "mail sent");
        await claims.removeSent(claimed, isStopped);
        return false;
      }
      await lease.stop();
      if (outcome === "obsolete") {
        mails.inc({ outcome });
        await claims.remove(claimed);
      } else if ("notBefore" in outcome) await postpone(claimed, outcome.notBefore, 0);
      else {
        await claims.replace(claimed, outcome.fanOut);
        return true;
      }
    } catch (thrown) {
      await lease.stop();
      await failed(claimed, thrown, taken.signal.aborted, isStopped());
    } finally {
      await lease.stop();
    }
    return false;
  };

  return {
    composeWith(all: MailComposers): void {
      composers = new Map(Object.entries(all));
    },
    deliver,
    count: (outcome: "merged", by: number) => mails.inc({ outcome }, by),
    isRefused: () => refused,
  };
}

/** When a mail may be sent; until then it waits, and a later one about the same may replace it. */
async function noticeFrom(
  quota: NoticeQuota,
  { mail, organizationId }: Claim,
  to: string,
): Promise<Date | undefined> {
  // A repeated attempt has taken its part already.
  if (isAwaited(mail) || mail.attempts > 1) return undefined;
  const now = clock.now();
  // By what is told, so that many changes of one kind do not hold back the news of another.
  const told = `${mail.kind} ${mail.data.change ?? ""} ${to}`;
  const wait =
    (await quota.take("notices to a recipient", told, now)) ||
    (organizationId === undefined ? 0 : await quota.take("notices of an organization", organizationId, now));
  return wait === 0 ? undefined : new Date(now.getTime() + wait * 1000);
}
