import {
  createWebhook,
  deleteWebhook,
  listWebhookDeliveries,
  listWebhooks,
  renewWebhookSecret,
  sendWebhookDelivery,
  switchWebhookOn,
  testWebhook,
} from "@souffleur/contracts/webhooks";
import type { Mount } from "../http/mount.ts";
import type { OwnDeliveries } from "./own-deliveries.ts";
import type { OwnWebhooks } from "./own-webhooks.ts";

export function mountWebhooks(mount: Mount, own: OwnWebhooks, deliveries: OwnDeliveries): void {
  mount(listWebhooks, async ({ caller }) => ({ data: { webhooks: await own.list(caller) } }));

  mount(createWebhook, async ({ by, body }) => ({
    data: await own.create(body, by, new Date()),
    message: "Webhook created",
  }));

  mount(deleteWebhook, async ({ by, params }) => {
    await own.remove(params.webhookId, by, new Date());
    return { message: "Webhook deleted" };
  });

  mount(renewWebhookSecret, async ({ by, params }) => ({
    data: await own.renewSecret(params.webhookId, by, new Date()),
  }));

  mount(switchWebhookOn, async ({ by, params }) => ({
    data: await own.switchOn(params.webhookId, by, new Date()),
  }));

  mount(testWebhook, async ({ caller, params }) => ({
    data: await deliveries.test(params.webhookId, caller, new Date()),
  }));

  mount(listWebhookDeliveries, async ({ caller, params, query }) => ({
    data: await deliveries.list(caller, params.webhookId, query),
  }));

  mount(sendWebhookDelivery, async ({ caller, params: { webhookId, deliveryId } }) => ({
    data: await deliveries.sendAgain(webhookId, deliveryId, caller, new Date()),
  }));
}
