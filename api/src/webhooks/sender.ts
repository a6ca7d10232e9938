import type { Counter } from "prom-client";
import { auditEvent } from "../audit/event.ts";
import type { Logger } from "../http/logger.ts";
import { queuedMail } from "../mail/outbox.ts";
import { backoff } from "../scheduling/backoff.ts";
import { startTicker } from "../scheduling/ticker.ts";
import type { StoredAttempt } from "./delivery-model.ts";
import type { DeliveryRecords, QueuedDelivery } from "./delivery-records.ts";
import { isAccepted, type Post } from "./post.ts";
import { signedHeaders, type WebhookSecrets } from "./secrets.ts";
import type { WebhookDoc } from "./webhook-model.ts";
import { failuresMax, leaseMs, type WebhookRecords } from "./webhook-records.ts";

/** How many requests a webhook gets at once, and how many deliveries are read at once. */
const atOnce = 8;
const batch = 100;
/** After this time, another webhook has its turn. */
const sliceMs = 2000;
const retries = { firstWait: 5000, lastWait: 60 * 60_000 };
/** Between the attempts at a failing webhook. */
const pauses = { firstWait: 5000, lastWait: 10 * 60_000 };
/** A webhook that has failed for so long is switched off. */
export const failingMaxMs = 3 * 24 * 60 * 60_000;

interface SenderDeps {
  webhooks: WebhookRecords;
  deliveries: DeliveryRecords;
  secrets: WebhookSecrets;
  post: Post;
  log: Logger;
  attempts: Counter<"outcome">;
  /** Called when audit events and mails have been queued. */
  wake: () => void;
}

/**
 * Sends the due deliveries of a webhook of which this process has the lease: those about one call or customer one after
 * the other, others at the same time. Several failures in a row end it: from then on, a webhook gets one request after
 * each of its pauses, however many deliveries wait.
 */
export function createSender({ webhooks, deliveries, secrets, post, log, attempts, wake }: SenderDeps) {
  /** One webhook's turn. @param isStopping whether the process ends */
  return async function send(webhook: WebhookDoc, isStopping: () => boolean): Promise<void> {
    const lost = new AbortController();
    let { failures, failingSince } = webhook;
    const lease = startTicker(
      leaseMs / 3,
      async () => {
        if (!(await webhooks.renew(webhook))) lost.abort();
      },
      (err) => log.debug({ err }, "webhook lease not renewed"),
    );
    const hasPaused = () => failures >= failuresMax;
    const isOver = () => lost.signal.aborted || isStopping();

    async function accepted(id: string, attempt: StoredAttempt): Promise<true> {
      await deliveries.delivered(id, attempt);
      attempts.inc({ outcome: "delivered" });
      if (failures === 0 && failingSince === undefined) return true;
      const wasPaused = hasPaused();
      failures = 0;
      failingSince = undefined;
      await webhooks.recovered(webhook);
      if (wasPaused) await deliveries.hurry(webhook._id, new Date());
      return true;
    }

    async function refused(
      id: string,
      attempt: StoredAttempt,
      tries: number,
      giveUpAt: Date,
    ): Promise<boolean> {
      const now = new Date();
      const isGivenUp = now >= giveUpAt;
      const dueAt = new Date(now.getTime() + backoff(tries - 1, retries));
      await deliveries.failed(id, attempt, isGivenUp ? undefined : dueAt < giveUpAt ? dueAt : giveUpAt);
      attempts.inc({ outcome: isGivenUp ? "given_up" : "failed" });
      failures += 1;
      failingSince ??= now;
      const pause = hasPaused() ? backoff(failures - failuresMax, pauses) : undefined;
      await webhooks.failed(
        webhook,
        now,
        failures,
        pause === undefined ? undefined : new Date(now.getTime() + pause),
      );
      if (now.getTime() - failingSince.getTime() >= failingMaxMs) await switchOff(now);
      return isGivenUp;
    }

    async function switchOff(now: Date): Promise<void> {
      const { _id, organizationId = "", url } = webhook;
      const { host } = new URL(url);
      const audit = auditEvent("webhook.switched_off", organizationId, now, { from: `${host} (${_id})` });
      const mail = queuedMail("webhook-off", now, { organizationId, host });
      const failingMax = new Date(now.getTime() - failingMaxMs);
      if (await webhooks.switchOff(webhook, failingMax, { audit, mail })) wake();
      lost.abort();
    }

    /** @returns whether the next delivery about the subject may be sent */
    async function attempt({ _id }: QueuedDelivery): Promise<boolean> {
      const now = new Date();
      const delivery = await deliveries.begin(_id, now);
      // It was erased or deleted, or another process has sent it.
      if (delivery?.body === undefined) return true;
      const { body, messageId, giveUpAt = now } = delivery;
      const valid = secrets.valid(webhook._id, webhook.secrets, now);
      const headers = {
        "content-type": "application/json",
        "user-agent": "Souffleur-Webhooks",
        ...signedHeaders(valid, messageId, body, now),
      };
      const made: StoredAttempt =
        valid.length === 0
          ? { at: now, error: "secret" }
          : await post(webhook.url, { body, headers, signal: lost.signal });
      if (isAccepted(made)) return accepted(_id, made);
      // What was cut here says nothing about the receiver.
      if (lost.signal.aborted) return false;
      return refused(_id, made, delivery.attempts, giveUpAt);
    }

    /** Deliveries about one subject, in their order. */
    async function sendInOrder(lane: readonly QueuedDelivery[], now: Date): Promise<void> {
      const [first] = lane;
      if (first?.dueAt && first.dueAt > now)
        return deliveries.postpone(webhook._id, first.subjectId, first.dueAt);
      for (const delivery of lane) {
        if (isOver() || (hasPaused() && !isProbe)) return;
        if (!(await attempt(delivery))) return;
      }
    }

    /** Whether only one request is made, to find out whether the receiver answers. */
    let isProbe = hasPaused();

    async function sendAll(): Promise<void> {
      const until = Date.now() + sliceMs;
      for (;;) {
        const due = await webhooks.dueOf(webhook);
        if (due === undefined) return;
        const now = new Date();
        isProbe = hasPaused();
        const found = await deliveries.due(webhook._id, now, isProbe ? 1 : batch);
        if (found.length === 0) {
          if (await webhooks.rest(webhook, due, await deliveries.nextDue(webhook._id))) return;
          continue;
        }
        const subjects = [...new Set(found.map(({ subjectId }) => subjectId))];
        const waiting = await deliveries.waitingOf(webhook._id, subjects);
        const lanes = subjects.map((subject) => waiting.filter(({ subjectId }) => subjectId === subject));
        const next = lanes.values();
        const run = async () => {
          for (const lane of next) await sendInOrder(isProbe ? lane.slice(0, 1) : lane, now);
        };
        await Promise.all(Array.from({ length: atOnce }, run));
        if (isOver() || hasPaused()) return;
        if (Date.now() > until) return void (await webhooks.rest(webhook, due, new Date()));
      }
    }

    try {
      await sendAll();
    } finally {
      await lease.stop();
      await webhooks.release(webhook);
    }
  };
}
