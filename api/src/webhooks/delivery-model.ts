import type { AttemptError, WebhookDelivery } from "@souffleur/contracts/webhooks";
import { type Connection, type Model, Schema } from "mongoose";
import { schemaOptions } from "../database/schema-options.ts";

export interface StoredAttempt {
  at: Date;
  durationMs?: number;
  status?: number;
  error?: AttemptError;
  answer?: string;
}

/**
 * One event for one webhook, or the body of an event that several get. Both are in one collection, so that an
 * erasure finds both.
 */
export interface DeliveryDoc {
  /** The webhook's id and the message's. The webhook of a shared body is "". */
  _id: string;
  webhookId: string;
  /** The `webhook-id`: the same for all webhooks that get the event, and at each attempt. */
  messageId: string;
  type: string;
  /** The call or customer that it is about, whose deliveries are sent in their order. */
  subjectId: string;
  order: number;
  /** What is sent, byte by byte; absent where it was erased, and where a document of its own has it. */
  body?: string;
  /** Whether a document of its own has the body, once for all webhooks that get the event. */
  isShared?: boolean;
  /** The size of the body; absent where there was no room for it. */
  bytes?: number;
  /** Whether the body has nothing that an erasure removes. */
  isAnonymous?: boolean;
  /** "shared": it is no delivery, and has the body of several. */
  state: WebhookDelivery["state"] | "shared";
  queuedAt: Date;
  /** Of a waiting one: the earliest time to send it, and when it is given up. */
  dueAt?: Date;
  giveUpAt?: Date;
  attempts: number;
  lastAttempt?: StoredAttempt;
}

const text = { type: String, required: true };

const schema = new Schema<DeliveryDoc>(
  {
    _id: text,
    webhookId: text,
    messageId: text,
    type: text,
    subjectId: text,
    order: { type: Number, required: true },
    body: String,
    isShared: Boolean,
    bytes: Number,
    isAnonymous: Boolean,
    state: text,
    queuedAt: { type: Date, required: true },
    dueAt: Date,
    giveUpAt: Date,
    attempts: { type: Number, default: 0 },
    lastAttempt: {
      type: new Schema<StoredAttempt>(
        { at: Date, durationMs: Number, status: Number, error: String, answer: String },
        { _id: false, strict: "throw" },
      ),
      default: undefined,
    },
  },
  schemaOptions,
);
const waiting = { partialFilterExpression: { state: "waiting" } };
schema.index({ webhookId: 1, dueAt: 1 }, { ...waiting, name: "due_deliveries" });
// With the state, so that the sum reads no document.
schema.index({ webhookId: 1, state: 1, bytes: 1 }, { ...waiting, name: "waiting_bytes" });
schema.index({ giveUpAt: 1 }, { ...waiting, name: "waiting_deliveries" });
schema.index({ subjectId: 1, webhookId: 1, order: 1 });
schema.index({ webhookId: 1, queuedAt: -1, messageId: -1 });
schema.index({ webhookId: 1, state: 1, queuedAt: -1, messageId: -1 });
schema.index({ queuedAt: 1 });
// Finds whether a shared body is of use to another webhook.
schema.index({ messageId: 1 }, { partialFilterExpression: { isShared: true }, name: "shared_bodies" });

export type DeliveryModel = Model<DeliveryDoc>;

export const deliveryModel = (connection: Connection): DeliveryModel =>
  connection.model<DeliveryDoc>("WebhookDelivery", schema, "webhook-deliveries");

/** A delivery, and whether it can be sent again. */
export type ShownDelivery = DeliveryDoc & { state: WebhookDelivery["state"]; isRepeatable: boolean };

export function toDeliveryDto(delivery: ShownDelivery): WebhookDelivery {
  const { messageId: id, type, subjectId, state, queuedAt, dueAt, attempts, lastAttempt } = delivery;
  return {
    id,
    type,
    ...(subjectId !== id && { subjectId }),
    state,
    createdAt: queuedAt.toISOString(),
    attempts,
    ...(state === "waiting" && dueAt !== undefined && { nextAttemptAt: dueAt.toISOString() }),
    ...(lastAttempt !== undefined && { lastAttempt: { ...lastAttempt, at: lastAttempt.at.toISOString() } }),
    repeatable: delivery.isRepeatable,
  };
}
