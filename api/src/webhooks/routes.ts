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
import { clock } from "../clock.ts";
import type { Mount } from "../http/mount.ts";
import type { OwnDeliveries } from "./own-deliveries.ts";
import type { OwnWebhooks } from "./own-webhooks.ts";

export function mountWebhooks(mount: Mount, own: OwnWebhooks, deliveries: OwnDeliveries): void {
  mount(listWebhooks, async ({ caller }) => ({ data: { webhooks: await own.list(caller) } }));

  mount(createWebhook, async ({ by, body }) => ({
    data: await own.create(body, by, clock.now()),
    message: "Webhook created",
  }));

  mount(deleteWebhook, async ({ by, params }) => {
    await own.remove(params.webhookId, by, clock.now());
    return { message: "Webhook deleted" };
  });

  mount(renewWebhookSecret, async ({ by, params }) => ({
    data: await own.renewSecret(params.webhookId, by, clock.now()),
  }));

  mount(switchWebhookOn, async ({ by, params }) => ({
    data: await own.switchOn(params.webhookId, by, clock.now()),
  }));

  mount(testWebhook, async ({ caller, params }) => ({
    data: await deliveries.test(params.webhookId, caller, clock.now()),
  }));

  mount(listWebhookDeliveries, async ({ caller, params, query }) => ({
    data: await deliveries.list(caller, params.webhookId, query),
  }));

  mount(sendWebhookDelivery, async ({ caller, params: { webhookId, deliveryId } }) => ({
    data: await deliveries.sendAgain(webhookId, deliveryId, caller, clock.now()),
  }));
}
