import type { Webhook, WebhookDelivery } from "@souffleur/contracts/webhooks";

export const at = "2026-03-12T09:00:00.000Z";
export const stored: Webhook = {
  id: "crm",
  url: "https://crm.example.com/events?key=1",
  events: ["call.ended", "call.wrapped_up"],
  createdAt: at,
  state: "on",
  waiting: 0,
  secrets: [{ createdAt: at }],
};
export const delivered: WebhookDelivery = {
  id: "msg_1",
  type: "call.ended",
  subjectId: "call-1",
  state: "delivered",
  createdAt: at,
  attempts: 1,
  lastAttempt: { at, durationMs: 12, status: 204 },
  repeatable: true,
};
export const failing: WebhookDelivery = {
  ...delivered,
  id: "msg_2",
  type: "call.wrapped_up",
  state: "waiting",
  attempts: 3,
  nextAttemptAt: at,
  lastAttempt: { at, durationMs: 12, status: 500, answer: "no such deal" },
};
export const erased: WebhookDelivery = { ...delivered, id: "msg_3", state: "erased", repeatable: false };
export const secret = `whsec_${"A".repeat(43)}=`;
