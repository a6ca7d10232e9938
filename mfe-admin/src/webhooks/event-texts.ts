import { labelOf } from "@souffleur/contracts";
import type {
  AnsweredEvent,
  AttemptError,
  Webhook,
  WebhookDelivery,
  WebhookEvent,
} from "@souffleur/contracts/webhooks";
import { type Text, t } from "../texts/texts.ts";

export const eventTexts: Readonly<Record<WebhookEvent, Text>> = {
  "call.ended": "A call has ended",
  "call.wrapped_up": "A call has been wrapped up",
  "call.deleted": "A call has been deleted",
  "customer.changed": "A customer has changed",
  "help.requested": "An agent asks for help",
};

export const eventsText = (events: readonly AnsweredEvent[]): string =>
  events.map((event) => t(labelOf(eventTexts, event))).join(" · ");

export const waitingText = (count: number): string =>
  t("{count, plural, one {# delivery waits} other {# deliveries wait}}", { count });

export const typeText = (type: string): Text | undefined =>
  type === "webhook.test" ? "Test" : eventTexts[type as WebhookEvent];

export const stateTexts: Readonly<
  Record<Webhook["state"], { text: Text; tone: "success" | "warning" | "danger" }>
> = {
  on: { text: "On", tone: "success" },
  failing: { text: "Failing", tone: "warning" },
  off: { text: "Switched off", tone: "danger" },
};

export const deliveryTexts: Readonly<
  Record<WebhookDelivery["state"], { text: Text; tone: "success" | "warning" | "danger" | "neutral" }>
> = {
  waiting: { text: "Waiting", tone: "warning" },
  delivered: { text: "Delivered", tone: "success" },
  failed: { text: "Given up", tone: "danger" },
  erased: { text: "Erased", tone: "neutral" },
};

export const errorTexts: Readonly<Record<AttemptError, Text>> = {
  timeout: "No answer within 5 seconds",
  unreachable: "Could not connect",
  address: "The address is not public",
  redirect: "Redirects are not followed",
  secret: "The secret can no longer be read: create a new one",
  full: "Not sent: too many deliveries were waiting",
};
