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
import { languageOf } from "../http/language.ts";
import type { Mount } from "../http/mount.ts";
import { textIn } from "../texts/texts.ts";
import { sourceOf } from "../throttle/source.ts";
import type { OwnDeliveries } from "./own-deliveries.ts";
import type { OwnWebhooks } from "./own-webhooks.ts";

export function mountWebhooks(mount: Mount, own: OwnWebhooks, deliveries: OwnDeliveries): void {
  mount(listWebhooks, async ({ caller }) => ({ data: { webhooks: await own.list(caller) } }));

  mount(createWebhook, async ({ caller, body, req }) => ({
    data: await own.create(body, { caller, source: sourceOf(req) }, new Date()),
    message: textIn(languageOf(req), "Webhook created"),
  }));

  mount(deleteWebhook, async ({ caller, params, req }) => {
    await own.remove(params.webhookId, { caller, source: sourceOf(req) }, new Date());
    return { message: textIn(languageOf(req), "Webhook deleted") };
  });

  mount(renewWebhookSecret, async ({ caller, params, req }) => ({
    data: await own.renewSecret(params.webhookId, { caller, source: sourceOf(req) }, new Date()),
  }));

  mount(switchWebhookOn, async ({ caller, params, req }) => ({
    data: await own.switchOn(params.webhookId, { caller, source: sourceOf(req) }, new Date()),
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
