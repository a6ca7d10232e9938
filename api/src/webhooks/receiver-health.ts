import { auditEvent } from "../audit/event.ts";
import { queuedMail } from "../mail/outbox.ts";
import type { Outboxes } from "../mail/outboxes.ts";
import { backoff } from "../scheduling/backoff.ts";
import { failuresMax, type WebhookDoc } from "./webhook-model.ts";
import type { WebhookRecords } from "./webhook-records.ts";

/** Between the attempts at a failing webhook. */
const pauses = { firstWait: 5000, lastWait: 10 * 60_000 };
/** A webhook that has failed for so long is switched off. */
const failingMaxMs = 3 * 24 * 60 * 60_000;

interface HealthDeps {
  webhooks: Pick<WebhookRecords, "recovered" | "failed" | "switchOff">;
  outboxes: Outboxes;
}

/** Counts what succeeds and fails during a webhook's turn: failures in a row pause it, and in the end switch it off. */
export function createReceiverHealth({ webhooks, outboxes }: HealthDeps, webhook: WebhookDoc) {
  let { failures, failingSince } = webhook;
  /** Whether the receiver has asked to be left alone for a while. */
  let isToWait = false;

  async function switchOff(now: Date, isGone: boolean): Promise<void> {
    const { _id, organizationId = "", url } = webhook;
    const { host } = new URL(url);
    const audit = auditEvent("webhook.switched_off", organizationId, now, { from: `${host} (${_id})` });
    const mail = queuedMail("webhook-off", now, { organizationId, host, ...(isGone && { isGone: "true" }) });
    const since = isGone ? undefined : new Date(now.getTime() - failingMaxMs);
    if (await webhooks.switchOff(webhook, since, { audit, mail })) outboxes.wake();
  }

  const hasPaused = () => isToWait || failures >= failuresMax;
  return {
    hasPaused,

    /** @returns whether it was paused before */
    async succeeded(): Promise<boolean> {
      // What was under way when it asked for a pause does not end that.
      if (isToWait || (failures === 0 && failingSince === undefined)) return false;
      const wasPaused = hasPaused();
      failures = 0;
      failingSince = undefined;
      await webhooks.recovered(webhook);
      return wasPaused;
    },

    /** @param waitMs how long it wants to get nothing @returns whether it is off from now on */
    async failed(now: Date, { waitMs, isGone }: { waitMs: number; isGone: boolean }): Promise<boolean> {
      failures += 1;
      failingSince ??= now;
      const own = failures >= failuresMax ? backoff(failures - failuresMax, pauses) : 0;
      const pause = Math.max(own, waitMs);
      isToWait ||= waitMs > 0;
      const pausedUntil = new Date(now.getTime() + pause);
      await webhooks.failed(webhook, now, { failures, ...(pause > 0 && { pausedUntil }) });
      const isOff = isGone || now.getTime() - failingSince.getTime() >= failingMaxMs;
      if (isOff) await switchOff(now, isGone);
      return isOff;
    },
  };
}
