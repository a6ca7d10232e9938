import type { Connection } from "mongoose";
import type { Users } from "../auth/accounts/users.ts";
import type { Bus } from "../bus.ts";
import type { Config } from "../config.ts";
import type { Keyring } from "../crypto/keyring.ts";
import { createRegisteredMetrics, type Metrics } from "../http/metrics.ts";
import type { Mount } from "../http/mount.ts";
import { serverLimits } from "../limits.ts";
import type { Outboxes } from "../mail/outboxes.ts";
import { inTurn } from "../scheduling/in-turn.ts";
import type { Jobs } from "../scheduling/jobs.ts";
import { deliveryModel } from "./delivery-model.ts";
import { createDeliveryRecords } from "./delivery-records.ts";
import { createEventRelay } from "./event-relay.ts";
import { webhookMails } from "./mails.ts";
import { createOwnDeliveries } from "./own-deliveries.ts";
import { createOwnWebhooks } from "./own-webhooks.ts";
import { createPost } from "./post.ts";
import { mountWebhooks } from "./routes.ts";
import { createWebhookSecrets } from "./secrets.ts";
import { createSender } from "./sender.ts";
import { type WebhookDoc, webhookModel } from "./webhook-model.ts";
import { createWebhookRecords, sendable } from "./webhook-records.ts";

interface WebhooksDeps {
  connection: Connection;
  config: Config;
  keys: Keyring;
  metrics: Metrics;
  jobs: Jobs;
  users: Users;
  outboxes: Outboxes;
  bus: Pick<Bus, "on">;
}

const { webhooks: shares } = serverLimits.jobs;

/** Sends an organization's events to the addresses that its administrators choose. */
export function createWebhooks(deps: WebhooksDeps) {
  const { connection, config, keys, metrics, users, outboxes, jobs, bus } = deps;
  const model = webhookModel(connection);
  outboxes.watch(model);
  const webhooks = createWebhookRecords(model, keys);
  const deliveries = createDeliveryRecords(deliveryModel(connection));
  const secrets = createWebhookSecrets(keys);
  const privateAllowed = config.WEBHOOK_PRIVATE_ADDRESSES;
  const send = createSender({
    webhooks,
    deliveries,
    secrets,
    post: createPost(privateAllowed),
    attempts: createRegisteredMetrics(metrics).counter(
      "souffleur_webhook_attempts_total",
      "Requests to webhooks by what became of them",
      ["outcome"],
    ),
    outboxes,
  });
  const queue = jobs.leased<WebhookDoc, keyof typeof shares>({
    name: "webhooks",
    models: [model],
    shares,
    waiting: { filter: { dueAt: { $gt: new Date(0) }, switchedOffAt: null }, since: "dueAt" },
    where: (pool, now) => sendable(now, pool === "failing"),
    run: (job, pool) => send(job, pool === "failing"),
  });
  const { wake } = queue;
  const relay = createEventRelay({ jobs, webhooks, deliveries, onDue: wake });
  bus.on("call.changed", relay.wake);
  const own = createOwnWebhooks({
    webhooks,
    deliveries,
    secrets,
    privateAllowed,
    outboxes,
    wake,
  });
  const ownDeliveries = createOwnDeliveries({ webhooks, deliveries, wake });

  return {
    /** Registers a collection whose documents hold events; to be called before `start`. */
    watch: relay.watch,
    /** How much an organization has of what has a maximum. */
    async sizeOf(organizationId: string): Promise<{ webhooks: number; deliveries: number }> {
      const own = await webhooks.listOf(organizationId);
      const waiting = await deliveries.mostWaiting(own.map(({ _id }) => _id));
      return { webhooks: own.length, deliveries: waiting };
    },
    mails: webhookMails(users, config.PUBLIC_URL),
    mount: (mount: Mount) => mountWebhooks(mount, own, ownDeliveries),
    async createIndexes() {
      await webhooks.createIndexes();
      await deliveries.createIndexes();
    },
    async start() {
      queue.start();
      relay.start();
    },
    async stop() {
      await relay.stop();
      await queue.stop();
    },
    async sweep(now: Date) {
      // Of a webhook that was deleted while events were relayed to it.
      await inTurn(await webhooks.deleted(), ({ _id }) => deliveries.clear(_id));
      await deliveries.sweep(now);
      await webhooks.sweep(now);
    },
  };
}
export type Webhooks = ReturnType<typeof createWebhooks>;
