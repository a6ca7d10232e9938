import type { Counter } from "prom-client";
import { clock } from "../clock.ts";
import type { Logger } from "../http/logger.ts";
import type { Outboxes } from "../mail/outboxes.ts";
import { backoff } from "../scheduling/backoff.ts";
import { startTicker } from "../scheduling/ticker.ts";
import type { DeliveryDoc, StoredAttempt } from "./delivery-model.ts";
import type { DeliveryRecords, QueuedDelivery } from "./delivery-records.ts";
import { isAccepted, isGone, type Post } from "./post.ts";
import { createReceiverHealth } from "./receiver-health.ts";
import { signedHeaders, type WebhookSecrets } from "./secrets.ts";
import { isSlow, type WebhookDoc } from "./webhook-model.ts";
import { leaseMs, type WebhookRecords } from "./webhook-records.ts";

/** How many requests a webhook gets at once, and how many deliveries are read at once. */
const atOnce = 8;
const batch = 100;
/** After this time, another webhook has its turn; requests under way are waited for. */
const sliceMs = 2000;
/** The weight of an answer in the moving average of how long they take. */
const answerWeight = 0.25;
const retries = { firstWait: 5000, lastWait: 60 * 60_000 };

interface SenderDeps {
  webhooks: WebhookRecords;
  deliveries: DeliveryRecords;
  secrets: WebhookSecrets;
  post: Post;
  log: Logger;
  attempts: Counter<"outcome">;
  outboxes: Outboxes;
  /** Has webhooks looked through at this time, when one of them is due. */
  lookAt(time: Date): void;
}

/** Makes the attempts of one webhook's turn. @param end ends the turn */
function createAttempts(
  deps: SenderDeps,
  webhook: WebhookDoc,
  { signal, end }: { signal: AbortSignal; end(): void },
) {
  const { deliveries, secrets, post, attempts } = deps;
  const health = createReceiverHealth(deps, webhook);
  let { answerMs } = webhook;

  async function send({ body, messageId }: DeliveryDoc & { body: string }, now: Date): ReturnType<Post> {
    const valid = secrets.valid(webhook._id, webhook.secrets, now);
    if (valid.length === 0) return { at: now, error: "secret" };
    const headers = {
      "content-type": "application/json",
      "user-agent": "Souffleur-Webhooks",
      ...signedHeaders(valid, messageId, body, now),
    };
    return post(webhook.url, { body, headers, signal });
  }

  /** @returns whether the delivery is given up */
  async function failed(delivery: DeliveryDoc, made: StoredAttempt, waitMs = 0): Promise<boolean> {
    const now = clock.now();
    const { _id, attempts: tries, giveUpAt = now } = delivery;
    const isGivenUp = now >= giveUpAt;
    const wait = Math.max(backoff(tries - 1, retries), waitMs);
    const next = new Date(Math.min(now.getTime() + wait, giveUpAt.getTime()));
    await deliveries.failed(_id, made, isGivenUp ? undefined : next);
    attempts.inc({ outcome: isGivenUp ? "given_up" : "failed" });
    if (await health.failed(now, { waitMs, isGone: isGone(made) })) end();
    return isGivenUp;
  }

  return {
    hasPaused: health.hasPaused,
    answerMs: () => answerMs,
    /** @returns whether the next delivery about the subject may be sent */
    async attempt({ _id }: QueuedDelivery): Promise<boolean> {
      const now = clock.now();
      const delivery = await deliveries.begin(_id, now);
      // It was erased or deleted, or another process has sent it.
      if (delivery === null) return true;
      const { waitMs, ...made } = await send(delivery, now);
      if (made.durationMs !== undefined && !signal.aborted)
        answerMs = (answerMs ?? made.durationMs) * (1 - answerWeight) + made.durationMs * answerWeight;
      if (!isAccepted(made)) {
        // What was cut here says nothing about the receiver.
        return !signal.aborted && failed(delivery, made, waitMs);
      }
      await deliveries.delivered(_id, made);
      attempts.inc({ outcome: "delivered" });
      if (await health.succeeded()) await deliveries.hurry(webhook._id, clock.now());
      return true;
    },
  };
}

export type Send = ReturnType<typeof createSender>;

interface TurnOptions {
  /** Whether it is in a place of the failing and slow ones. */
  isFailing: boolean;
  /** Whether the process ends. */
  isStopping(): boolean;
}

/**
 * Sends the due deliveries of a webhook of which this process has the lease: those about one call or customer one after
 * the other, others at the same time. Several failures in a row end it: from then on, a webhook gets one request after
 * each of its pauses, however many deliveries wait. A slow one goes on in the places of the failing ones.
 */
export function createSender(deps: SenderDeps) {
  const { webhooks, deliveries, log, lookAt } = deps;

  async function sendAll(
    webhook: WebhookDoc,
    { attempt, hasPaused, answerMs }: ReturnType<typeof createAttempts>,
    { lost, isFailing, isStopping }: TurnOptions & { lost: AbortSignal },
  ) {
    const until = performance.now() + sliceMs;
    const isOver = () => lost.aborted || isStopping();
    /** Whether it is another webhook's turn. Asked before each delivery, since one may take five seconds. */
    const isSpent = () => performance.now() > until || (!isFailing && isSlow(answerMs()));
    /** Whether only one request is made, to find out whether the receiver answers. */
    let isProbe = false;

    /** Deliveries about one subject, in their order. */
    async function sendInOrder(lane: readonly QueuedDelivery[], now: Date): Promise<void> {
      const [first] = lane;
      if (first?.dueAt && first.dueAt > now)
        return deliveries.postpone(webhook._id, first.subjectId, first.dueAt);
      for (const delivery of lane)
        if (isOver() || isSpent() || (hasPaused() && !isProbe) || !(await attempt(delivery))) return;
    }

    async function sendBatch(found: readonly QueuedDelivery[], now: Date): Promise<void> {
      const subjects = [...new Set(found.map(({ subjectId }) => subjectId))];
      const waiting = await deliveries.waitingOf(webhook._id, subjects);
      const lanes = subjects
        .map((subject) => waiting.filter(({ subjectId }) => subjectId === subject))
        .values();
      const run = async () => {
        for (const lane of lanes) await sendInOrder(isProbe ? lane.slice(0, 1) : lane, now);
      };
      await Promise.all(Array.from({ length: atOnce }, run));
    }

    for (;;) {
      const due = await webhooks.dueOf(webhook);
      if (due === undefined) return;
      const now = clock.now();
      isProbe = hasPaused();
      const found = await deliveries.due(webhook._id, now, isProbe ? 1 : batch);
      if (found.length === 0) {
        const nextAt = await deliveries.nextDue(webhook._id);
        if (!(await webhooks.rest(webhook, due, nextAt))) continue;
        if (nextAt !== undefined) lookAt(nextAt);
        return;
      }
      await sendBatch(found, now);
      if (isOver() || hasPaused()) return;
      if (isSpent()) return void (await webhooks.rest(webhook, due, clock.now()));
    }
  }

  /** One webhook's turn. */
  return async (webhook: WebhookDoc, options: TurnOptions): Promise<void> => {
    const lost = new AbortController();
    const attempts = createAttempts(deps, webhook, { signal: lost.signal, end: () => lost.abort() });
    const lease = startTicker(
      leaseMs / 3,
      async () => {
        if (!(await webhooks.renew(webhook))) lost.abort();
      },
      (err) => log.debug({ err }, "webhook lease not renewed"),
    );
    try {
      await sendAll(webhook, attempts, { ...options, lost: lost.signal });
    } finally {
      await lease.stop();
      await webhooks.release(webhook, attempts.answerMs());
    }
  };
}
