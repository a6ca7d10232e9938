import { randomUUID } from "node:crypto";
import { lookup } from "node:dns/promises";
import { isIP } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { limits, type z } from "@souffleur/contracts";
import type { Webhook, WebhookDelivery, WebhookInput } from "@souffleur/contracts/webhooks";
import { requireProof } from "../account/proof.ts";
import { auditEvent } from "../audit/event.ts";
import { appError } from "../http/errors.ts";
import type { Member } from "../http/guard.ts";
import { hostOf, isPublicAddress } from "../http/public-address.ts";
import { toDeliveryDto } from "./delivery-model.ts";
import type { DeliveryRecords } from "./delivery-records.ts";
import { bodyOf } from "./event-relay.ts";
import { isAllowedUrl } from "./post.ts";
import type { WebhookSecrets } from "./secrets.ts";
import type { WebhookDoc } from "./webhook-model.ts";
import { failuresMax, type WebhookRecords } from "./webhook-records.ts";

interface OwnWebhooksDeps {
  webhooks: WebhookRecords;
  deliveries: DeliveryRecords;
  secrets: WebhookSecrets;
  privateAllowed: boolean;
  /** Called when audit events have been queued. */
  wake: () => void;
  /** Called when deliveries are due. */
  onDue: () => void;
}

interface By {
  caller: Member;
  source: string;
}

/** How long a new address may take to be resolved; a name that does not resolve yet is checked when it is sent to. */
const lookupMs = 2000;

export type OwnWebhooks = ReturnType<typeof createOwnWebhooks>;

/** What administrators do with their organization's webhooks. */
export function createOwnWebhooks(deps: OwnWebhooksDeps) {
  const { webhooks, deliveries, secrets, privateAllowed, wake, onDue } = deps;

  /** @throws AppError NOT_FOUND, also for another organization's */
  async function require({ organizationId }: Member, id: string): Promise<WebhookDoc> {
    const found = await webhooks.find(organizationId, id);
    if (found === null) throw notFound();
    return found;
  }

  const toDto = async (webhook: WebhookDoc): Promise<Webhook> =>
    toWebhookDto(webhook, await deliveries.countWaiting(webhook._id));

  const audited = (
    action: "webhook.created" | "webhook.deleted" | "webhook.secret_renewed" | "webhook.switched_on",
    { caller, source }: By,
    now: Date,
    details: { from?: string; to?: string; reason?: string },
  ) => auditEvent(action, caller.organizationId, now, { actorId: caller.userId, source, ...details });

  async function markDue({ _id }: WebhookDoc, now: Date): Promise<void> {
    await webhooks.markDue([_id], now, true);
    onDue();
  }

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
      wake();
      return { ...toWebhookDto(doc, 0), secret };
    },

    /** @throws AppError NOT_FOUND */
    async remove(id: string, by: By, now: Date): Promise<void> {
      const webhook = await require(by.caller, id);
      const audit = audited("webhook.deleted", by, now, { from: nameOf(webhook) });
      if (!(await webhooks.remove(by.caller.organizationId, id, audit))) throw notFound();
      wake();
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
        wake();
        return { ...(await toDto(after)), secret };
      }
    },

    /** May be repeated. @throws AppError NOT_FOUND */
    async switchOn(id: string, by: By, now: Date): Promise<Webhook> {
      const before = await require(by.caller, id);
      const audit = audited("webhook.switched_on", by, now, { to: nameOf(before) });
      const after = await webhooks.switchOn(by.caller.organizationId, id, audit);
      if (after === null) return toDto(await require(by.caller, id));
      wake();
      onDue();
      return toDto(after);
    },

    /** @throws AppError NOT_FOUND, INVALID_TRANSITION */
    async test(id: string, { caller }: By, now: Date): Promise<WebhookDelivery> {
      const webhook = requireOn(await require(caller, id));
      const messageId = `msg_${randomUUID()}`;
      const type = "webhook.test";
      const body = bodyOf(type, now, { webhookId: id });
      const test = { webhookId: id, messageId, type, subjectId: messageId, body, isAnonymous: true, at: now };
      await deliveries.add([test], now);
      await deliveries.sendAgain(id, messageId, now);
      await markDue(webhook, now);
      return shown(await deliveries.find(id, messageId));
    },

    /** @throws AppError NOT_FOUND, INVALID_TRANSITION */
    async sendAgain(id: string, messageId: string, { caller }: By, now: Date): Promise<WebhookDelivery> {
      const webhook = requireOn(await require(caller, id));
      const before = await deliveries.find(id, messageId);
      if (before === null) throw appError("NOT_FOUND", { text: "This delivery was not found." });
      const again = await deliveries.sendAgain(id, messageId, now);
      if (again === null)
        throw appError("INVALID_TRANSITION", { text: "The data of this delivery was erased." });
      await markDue(webhook, now);
      return toDeliveryDto(again);
    },

    /** @throws AppError NOT_FOUND, VALIDATION_ERROR */
    async deliveries(caller: Member, id: string, query: { limit: number; cursor?: string | undefined }) {
      await require(caller, id);
      const { found, ...rest } = await deliveries.page(id, query);
      return { deliveries: found.map(toDeliveryDto), ...rest };
    },
  };
}

const notFound = () => appError("NOT_FOUND", { text: "This webhook was not found." });

function shown(delivery: Parameters<typeof toDeliveryDto>[0] | null): WebhookDelivery {
  // Deleted with its webhook meanwhile.
  if (delivery === null) throw notFound();
  return toDeliveryDto(delivery);
}

function requireOn(webhook: WebhookDoc): WebhookDoc {
  if (webhook.switchedOffAt === undefined) return webhook;
  throw appError("INVALID_TRANSITION", { text: "This webhook is switched off. Switch it on first." });
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

function toWebhookDto(
  {
    _id: id,
    url,
    events,
    createdAt,
    failures,
    failingSince,
    switchedOffAt,
    secrets,
  }: Omit<WebhookDoc, "audit" | "slot">,
  waiting: number,
): Webhook {
  const isFailing = failures >= failuresMax;
  return {
    id,
    url,
    events,
    createdAt: createdAt.toISOString(),
    state: switchedOffAt !== undefined ? "off" : isFailing ? "failing" : "on",
    ...(failingSince !== undefined && { failingSince: failingSince.toISOString() }),
    ...(switchedOffAt !== undefined && { switchedOffAt: switchedOffAt.toISOString() }),
    waiting,
    secrets: secrets.map(({ createdAt: at, expiresAt }) => ({
      createdAt: at.toISOString(),
      ...(expiresAt !== undefined && { expiresAt: expiresAt.toISOString() }),
    })),
  };
}
