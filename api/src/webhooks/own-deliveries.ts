import { randomUUID } from "node:crypto";
import type { WebhookDelivery } from "@souffleur/contracts/webhooks";
import { appError } from "../http/errors.ts";
import type { Member } from "../http/guard.ts";
import { type ShownDelivery, toDeliveryDto } from "./delivery-model.ts";
import type { DeliveriesQuery, DeliveryRecords } from "./delivery-records.ts";
import { bodyOf } from "./event-relay.ts";
import { noWebhook, requireOwn } from "./own-webhooks.ts";
import type { WebhookDoc } from "./webhook-model.ts";
import type { WebhookRecords } from "./webhook-records.ts";

interface OwnDeliveriesDeps {
  webhooks: Pick<WebhookRecords, "find" | "markDue">;
  deliveries: DeliveryRecords;
  /** Looks for due webhooks. */
  wake(): void;
}

export type OwnDeliveries = ReturnType<typeof createOwnDeliveries>;

/** What administrators do with the deliveries of their organization's webhooks. */
export function createOwnDeliveries({ webhooks, deliveries, wake }: OwnDeliveriesDeps) {
  const require = ({ organizationId }: Member, id: string) => requireOwn(webhooks, organizationId, id);

  async function markDue({ _id }: WebhookDoc, now: Date): Promise<void> {
    await webhooks.markDue([_id], now, true);
    wake();
  }

  return {
    /** @throws AppError NOT_FOUND, INVALID_TRANSITION */
    async test(id: string, caller: Member, now: Date): Promise<WebhookDelivery> {
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
    async sendAgain(id: string, messageId: string, caller: Member, now: Date): Promise<WebhookDelivery> {
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
    async list(caller: Member, id: string, query: DeliveriesQuery) {
      await require(caller, id);
      const { found, ...rest } = await deliveries.page(id, query);
      return { deliveries: found.map(toDeliveryDto), ...rest };
    },
  };
}

function shown(delivery: ShownDelivery | null): WebhookDelivery {
  // Deleted with its webhook meanwhile.
  if (delivery === null) throw noWebhook();
  return toDeliveryDto(delivery);
}

function requireOn(webhook: WebhookDoc): WebhookDoc {
  if (webhook.switchedOffAt === undefined) return webhook;
  throw appError("INVALID_TRANSITION", { text: "This webhook is switched off. Switch it on first." });
}
