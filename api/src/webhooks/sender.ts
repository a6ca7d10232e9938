import type { Counter } from "prom-client";
import { clock } from "../clock.ts";
import type { Outboxes } from "../mail/outboxes.ts";
import { type Job, retryMs } from "../scheduling/jobs.ts";
import type { DeliveryDoc, StoredAttempt } from "./delivery-model.ts";
import type { DeliveryRecords, QueuedDelivery } from "./delivery-records.ts";
import { isAccepted, isGone, type Post } from "./post.ts";
import { createReceiverHealth } from "./receiver-health.ts";
import { signedHeaders, type WebhookSecrets } from "./secrets.ts";
import { isSlow, type WebhookDoc } from "./webhook-model.ts";
import type { WebhookRecords } from "./webhook-records.ts";

/** How many requests a webhook gets at once, and how many deliveries are read at once. */
const atOnce = 8;
const batch = 100;
/** How many deliveries about their subjects are read with them: one call may have thousands. */
const laneMost = 1000;
/** After this time, another webhook has its turn; requests under way are waited for. */
const sliceMs = 2000;
/** The weight of an answer in the moving average of how long they take. */
const answerWeight = 0.25;

interface SenderDeps {
  webhooks: WebhookRecords;
  deliveries: DeliveryRecords;
  secrets: WebhookSecrets;
  post: Post;
  attempts: Counter<"outcome">;
  outboxes: Outboxes;
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
    const wait = Math.max(retryMs(tries), waitMs);
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

/**
 * Sends the due deliveries of a webhook of which this process has the lease: those about one call or customer one after
 * the other, others at the same time. Several failures in a row end it: from then on, a webhook gets one request after
 * each of its pauses, however many deliveries wait. A slow one goes on in the places of the failing ones.
 */
export function createSender(deps: SenderDeps) {
  const { webhooks, deliveries } = deps;

  /** @param isFailing whether it is in a place of the failing and slow ones */
  return async (job: Job<WebhookDoc>, isFailing: boolean): Promise<undefined> => {
    const { doc: webhook } = job;
    const off = new AbortController();
    const signal = AbortSignal.any([job.signal, off.signal]);
    const { attempt, hasPaused, answerMs } = createAttempts(deps, webhook, {
      signal,
      end: () => off.abort(),
    });
    const until = performance.now() + sliceMs;
    const isOver = () => signal.aborted || job.isStopping();
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
      const waiting = await deliveries.waitingOf(webhook._id, subjects, laneMost);
      const bySubject = new Map<string, QueuedDelivery[]>();
      for (const one of waiting) {
        const lane = bySubject.get(one.subjectId);
        if (lane === undefined) bySubject.set(one.subjectId, [one]);
        else lane.push(one);
      }
      const lanes = bySubject.values();
      const run = async () => {
        for (const lane of lanes) await sendInOrder(isProbe ? lane.slice(0, 1) : lane, now);
      };
      await Promise.all(Array.from({ length: atOnce }, run));
    }

    /** Ends the turn. @param only what must be so */
    const rest = (dueAt: Date | undefined, only = {}) =>
      job.end(
        {
          $set: { ...(dueAt && { dueAt }), ...(answerMs() !== undefined && { answerMs: answerMs() }) },
          $unset: { worker: "", attempts: "", ...(dueAt === undefined && { dueAt: "" }) },
        },
        only,
      );

    try {
      while (!isOver() && !isSpent()) {
        const due = await webhooks.dueOf(webhook);
        if (due === undefined) break;
        const now = clock.now();
        isProbe = hasPaused();
        const found = await deliveries.due(webhook._id, now, isProbe ? 1 : batch);
        if (found.length > 0) {
          await sendBatch(found, now);
          if (hasPaused()) break;
        } else if (await rest(await deliveries.nextDue(webhook._id), { due: due === "" ? null : due })) break;
        // Else one was added meanwhile.
      }
    } finally {
      await rest(clock.now());
    }
  };
}
