import { randomUUID } from "node:crypto";
import { lookup } from "node:dns/promises";
import { isIP } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { limits, type z } from "@souffleur/contracts";
import type { Webhook, WebhookInput } from "@souffleur/contracts/webhooks";
import { requireProof } from "../account/proof.ts";
import { auditEvent } from "../audit/event.ts";
import { appError } from "../http/errors.ts";
import type { By, Member } from "../http/guard.ts";
import { hostOf, isPublicAddress } from "../http/public-address.ts";
import type { Outboxes } from "../mail/outboxes.ts";
import type { DeliveryRecords } from "./delivery-records.ts";
import { isAllowedUrl } from "./post.ts";
import type { WebhookSecrets } from "./secrets.ts";
import { toWebhookDto, type WebhookDoc } from "./webhook-model.ts";
import type { WebhookRecords } from "./webhook-records.ts";

interface OwnWebhooksDeps {
  webhooks: WebhookRecords;
  deliveries: DeliveryRecords;
  secrets: WebhookSecrets;
  privateAllowed: boolean;
  outboxes: Outboxes;
  /** Looks for due webhooks. */
  wake(): void;
}

/** How long a new address may take to be resolved; a name that does not resolve yet is checked when it is sent to. */
const lookupMs = 2000;

export type OwnWebhooks = ReturnType<typeof createOwnWebhooks>;

/** What administrators do with their organization's webhooks. */
export function createOwnWebhooks(deps: OwnWebhooksDeps) {
  const { webhooks, deliveries, secrets, privateAllowed, outboxes, wake } = deps;

  const require = ({ organizationId }: Member, id: string) => requireOwn(webhooks, organizationId, id);
  const toDto = async (webhook: WebhookDoc): Promise<Webhook> =>
    toWebhookDto(webhook, await deliveries.countWaiting(webhook._id));

  const audited = (
    action: "webhook.created" | "webhook.deleted" | "webhook.secret_renewed" | "webhook.switched_on",
    { caller, source }: By,
    now: Date,
    details: { from?: string; to?: string; reason?: string },
  ) => auditEvent(action, caller.organizationId, now, { actorId: caller.userId, source, ...details });

  return {
    async list({ organizationId }: Member): Promise<Webhook[]> {
      return Promise.all((await webhooks.listOf(organizationId)).map(toDto));
    },

    /** @throws AppError PROOF_REQUIRED, VALIDATION_ERROR, INVALID_TRANSITION */
    async create(
      { url: typed, events }: z.output<typeof WebhookInput>,
      by: By,
      now: Date,
    ): Promise<Webhook & { secret: string }> {
      requireProof(by.caller, now);
      const url = new URL(typed);
      await requireAllowed(url, privateAllowed);
      const _id = randomUUID();
      const { secret, stored } = secrets.create(_id, now);
      const doc = {
        _id,
        organizationId: by.caller.organizationId,
        url: url.href,
        events,
        secrets: [stored],
        createdAt: now,
        failures: 0,
        outbox: [],
      };
      const to = nameOf(doc);
      const audit = audited("webhook.created", by, now, { to, reason: events.join(" ") });
      if (!(await webhooks.add(doc, audit)))
        throw appError("INVALID_TRANSITION", {
          text: "An organization has at most {most} webhooks. Delete one first.",
          values: { most: limits.webhooksMax },
        });
      outboxes.wake();
      return { ...toWebhookDto(doc, 0), secret };
    },

    /** @throws AppError NOT_FOUND */
    async remove(id: string, by: By, now: Date): Promise<void> {
      const webhook = await require(by.caller, id);
      const audit = audited("webhook.deleted", by, now, { from: nameOf(webhook) });
      if (!(await webhooks.remove(by.caller.organizationId, id, audit))) throw noWebhook();
      outboxes.wake();
      await deliveries.clear(id);
    },

    /** @throws AppError PROOF_REQUIRED, NOT_FOUND, INVALID_TRANSITION */
    async renewSecret(id: string, by: By, now: Date): Promise<Webhook & { secret: string }> {
      requireProof(by.caller, now);
      for (;;) {
        const before = await require(by.caller, id);
        const valid = before.secrets.filter(({ expiresAt }) => expiresAt === undefined || expiresAt > now);
        if (valid.length >= limits.webhookSecretsMax)
          throw appError("INVALID_TRANSITION", {
            text: "Three secrets are valid at the moment. Try again when the oldest has expired.",
          });
        const expiresAt = new Date(now.getTime() + limits.webhookSecretOverlapMs);
        const { secret, stored } = secrets.create(id, now);
        const audit = audited("webhook.secret_renewed", by, now, { to: nameOf(before) });
        const all = [stored, ...valid.map((former) => ({ expiresAt, ...former }))];
        const after = await webhooks.setSecrets(before, all, audit);
        if (after === null) continue;
        outboxes.wake();
        return { ...(await toDto(after)), secret };
      }
    },

    /** May be repeated. @throws AppError NOT_FOUND */
    async switchOn(id: string, by: By, now: Date): Promise<Webhook> {
      const before = await require(by.caller, id);
      const audit = audited("webhook.switched_on", by, now, { to: nameOf(before) });
      const after = await webhooks.switchOn(by.caller.organizationId, id, audit);
      if (after === null) return toDto(await require(by.caller, id));
      outboxes.wake();
      wake();
      return toDto(after);
    },
  };
}

export const noWebhook = () => appError("NOT_FOUND", { text: "This webhook was not found." });

/** @throws AppError NOT_FOUND, also for another organization's */
export async function requireOwn(
  webhooks: Pick<WebhookRecords, "find">,
  organizationId: string,
  id: string,
): Promise<WebhookDoc> {
  const found = await webhooks.find(organizationId, id);
  if (found === null) throw noWebhook();
  return found;
}

/** A webhook in the audit log: its path and query may be secrets of the receiver. */
const nameOf = ({ _id, url }: Pick<WebhookDoc, "_id" | "url">) => `${new URL(url).host} (${_id})`;

/** @throws AppError VALIDATION_ERROR for an address that is not, or resolves to one that is not, public */
async function requireAllowed(url: URL, privateAllowed: boolean): Promise<void> {
  if (isAllowedUrl(url, privateAllowed)) {
    if (privateAllowed || isIP(hostOf(url)) !== 0) return;
    const waited = new AbortController();
    const found = await Promise.race([
      lookup(url.hostname.replace(/\.$/, ""), { all: true }).catch(() => []),
      delay(lookupMs, [], { signal: waited.signal }).catch(() => []),
    ]);
    waited.abort();
    if (found.every(({ address }) => isPublicAddress(address))) return;
  }
  throw appError("VALIDATION_ERROR", {
    text: "This address is not public. Enter one that the internet reaches over https.",
    field: "url",
  });
}
