import {
  choice,
  cursorField,
  endpoint,
  idField,
  limits,
  listCalls,
  openEnum,
  textField,
  tooLong,
  z,
} from "@souffleur/contracts";
import { text } from "./texts/text.ts";

export const webhookEvents = [
  "call.ended",
  "call.wrapped_up",
  "call.deleted",
  "customer.changed",
  "help.requested",
] as const;
export type WebhookEvent = (typeof webhookEvents)[number];
const Event = choice("Event", webhookEvents);
const AnsweredEvent = openEnum(Event);
export type AnsweredEvent = z.infer<typeof AnsweredEvent>;

/** Whether requests can be sent to an address; which hosts are allowed is the server's decision. */
function isHttpAddress(typed: string): boolean {
  if (!URL.canParse(typed)) return false;
  const { protocol, username, password, hash } = new URL(typed);
  return (protocol === "https:" || protocol === "http:") && username + password + hash === "";
}

export const WebhookInput = z.object({
  url: textField("Webhook address is required", "Webhook address")
    .trim()
    .min(1, { error: text("Webhook address is required"), abort: true })
    .max(limits.webhookUrlMax, { ...tooLong("Webhook address", limits.webhookUrlMax), abort: true })
    .refine(isHttpAddress, {
      error: text(
        "Webhook address must be a complete one, such as https://example.com/calls, without user, password or #",
      ),
    }),
  events: z
    .array(Event, { error: text("Events must be a list") })
    .min(1, { error: text("Choose at least one event") })
    .max(webhookEvents.length, { error: text("Events has entries twice") })
    .transform((events) => webhookEvents.filter((event) => events.includes(event))),
});
export type WebhookInput = z.input<typeof WebhookInput>;

/** A receiver of an organization's events. Its secrets are shown once, when they are created. */
export const Webhook = z.object({
  id: z.string(),
  url: z.string(),
  events: z.array(AnsweredEvent),
  createdAt: z.iso.datetime(),
  /** "failing": the last attempts have failed, and less often is tried. "off": it gets nothing until it is switched on. */
  state: z.enum(["on", "failing", "off"]),
  /** When the first attempt after the last delivery has failed. */
  failingSince: z.iso.datetime().optional(),
  /** Its answers take over two seconds on average: it gets its messages after those of others. */
  isSlow: z.boolean().optional(),
  switchedOffAt: z.iso.datetime().optional(),
  /** Of one that is off: its receiver has answered 410, and not failed for days. */
  isGone: z.boolean().optional(),
  /** How many deliveries wait, counted up to `limits.webhookWaitingShown`. */
  waiting: z.int().nonnegative(),
  /** The secrets that sign, the newest first; all but the first have an end. */
  secrets: z.array(z.object({ createdAt: z.iso.datetime(), expiresAt: z.iso.datetime().optional() })),
});
export type Webhook = z.infer<typeof Webhook>;

/** Why an attempt has no answer, or one that does not count. "full": none was made, since too much waited already. */
export const AttemptError = z.enum(["timeout", "unreachable", "address", "redirect", "secret", "full"]);
export type AttemptError = z.infer<typeof AttemptError>;

export const DeliveryState = choice("State", ["waiting", "delivered", "failed", "erased"]);
export type DeliveryState = z.infer<typeof DeliveryState>;

export const WebhookDelivery = z.object({
  /** The `webhook-id` of its requests. */
  id: z.string(),
  type: z.string(),
  /** The call or customer that it is about. */
  subjectId: z.string().optional(),
  /** "failed": given up. "erased": its data was erased before it was delivered. */
  state: DeliveryState,
  createdAt: z.iso.datetime(),
  attempts: z.int().nonnegative(),
  /** Of a waiting one, at the earliest. */
  nextAttemptAt: z.iso.datetime().optional(),
  lastAttempt: z
    .object({
      at: z.iso.datetime(),
      durationMs: z.number().optional(),
      status: z.int().optional(),
      error: openEnum(AttemptError).optional(),
      /** The beginning of the answer's body. */
      answer: z.string().optional(),
    })
    .optional(),
  /** Whether it can be sent again: its data is still there. */
  repeatable: z.boolean(),
});
export type WebhookDelivery = z.infer<typeof WebhookDelivery>;

const tag = "Webhooks";
const settings = { access: "organization", capability: "manageSettings", tag } as const;
const exampleId = "9f1b0c52-6d0e-4a53-8b6c-2f3f1f4b7a10";
const params = z.object({ webhookId: idField() });
const ofWebhook = { ...settings, params, example: { params: { webhookId: exampleId } } };
const WithSecret = Webhook.extend({ secret: z.string() });

export const listWebhooks = endpoint("GET", "/api/webhooks", {
  ...settings,
  summary: "The organization's webhooks, the newest first; for callers who may manage settings",
  data: z.object({ webhooks: z.array(Webhook).max(limits.webhooksMax) }),
});

export const createWebhook = endpoint("POST", "/api/webhooks", {
  ...settings,
  summary:
    "Create a webhook, whose secret this answer alone contains. Events from then on are sent to its address by POST, signed as Standard Webhooks says",
  errors: ["PROOF_REQUIRED", "INVALID_TRANSITION"],
  limit: 20,
  example: {
    body: { url: "https://crm.example.com/souffleur", events: ["call.ended", "call.wrapped_up"] },
  },
  body: WebhookInput,
  data: WithSecret,
});

export const deleteWebhook = endpoint("DELETE", "/api/webhooks/:webhookId", {
  ...ofWebhook,
  summary: "Delete a webhook and its deliveries: nothing more is sent. 404 where there is none",
});

export const renewWebhookSecret = endpoint("POST", "/api/webhooks/:webhookId/secret", {
  ...ofWebhook,
  summary:
    "Create another secret, which this answer alone contains. The former one signs as well for 24 hours. 409 where three sign already",
  errors: ["PROOF_REQUIRED", "INVALID_TRANSITION"],
  limit: 20,
  data: WithSecret,
});

export const switchWebhookOn = endpoint("POST", "/api/webhooks/:webhookId/on", {
  ...ofWebhook,
  summary:
    "Switch a webhook on that failed for too long, and send what still waits; without effect on another",
  limit: 20,
  data: Webhook,
});

export const testWebhook = endpoint("POST", "/api/webhooks/:webhookId/test", {
  ...ofWebhook,
  summary: "Send an event of the type webhook.test; the list of deliveries has its answer",
  errors: ["INVALID_TRANSITION"],
  limit: 20,
  data: WebhookDelivery,
});

export const listWebhookDeliveries = endpoint("GET", "/api/webhooks/:webhookId/deliveries", {
  ...settings,
  summary:
    "The deliveries of the last 30 days with their answers, the newest first: all, or those of one state",
  example: { params: { webhookId: exampleId }, query: { limit: 20, state: "failed" } },
  params,
  query: listCalls.query.pick({ limit: true }).extend({
    state: DeliveryState.optional(),
    /** The `nextCursor` of the previous page. */
    cursor: cursorField(),
  }),
  data: z.object({
    deliveries: z.array(WebhookDelivery).max(limits.callsPageMax),
    nextCursor: z.string().optional(),
  }),
});

export const sendWebhookDelivery = endpoint("POST", "/api/webhooks/:webhookId/deliveries/:deliveryId/send", {
  ...settings,
  summary: "Send a delivery again, at once and for another 24 hours. 409 where its data was erased",
  errors: ["INVALID_TRANSITION"],
  limit: 60,
  example: { params: { webhookId: exampleId, deliveryId: "msg_2Vb0kC9aR4mQ7xJt1sPzL8dYfWe" } },
  params: params.extend({ deliveryId: idField() }),
  data: WebhookDelivery,
});
