import { limits } from "@souffleur/contracts";
import { type Webhook, type WebhookEvent, webhookEvents } from "@souffleur/contracts/webhooks";
import { type Connection, type Model, Schema } from "mongoose";
import { auditEventSchema, type StoredEvent } from "../audit/event.ts";
import { schemaOptions } from "../database/schema-options.ts";
import { outboxField, type QueuedMail } from "../mail/outbox.ts";
import type { StoredJob } from "../scheduling/jobs.ts";

export interface StoredSecret {
  /** Encrypted, and bound to the webhook. */
  value: string;
  createdAt: Date;
  /** Of a former one. */
  expiresAt?: Date;
}

/** A job while deliveries wait for it: due when a process is to look for them. */
export interface WebhookDoc extends StoredJob {
  _id: string;
  /** Absent in a deleted one, as its slot and address are. */
  organizationId?: string;
  /** One of the organization's numbered places, of which there are few: a unique index counts them. */
  slot?: number;
  url: string;
  events: WebhookEvent[];
  /** The newest first. */
  secrets: StoredSecret[];
  createdAt: Date;
  /** Set to a new value with each new delivery, so that a process that found none does not clear `dueAt`. */
  due?: string;
  /** How many attempts have failed since the last delivery. */
  failures: number;
  failingSince?: Date;
  /** How long its answers take, as a moving average in ms; absent before the first one. */
  answerMs?: number;
  /** Nothing is sent before this time. */
  pausedUntil?: Date;
  switchedOffAt?: Date;
  /** Of one that is switched off: its receiver has answered that it is gone. */
  isGone?: boolean;
  /** A deleted one stays until its events are relayed. */
  deletedAt?: Date;
  audit: StoredEvent[];
  outbox: QueuedMail[];
}

/** So many failures in a row make a webhook a failing one, to which less is sent. */
export const failuresMax = 3;

/** Whether answers that take so long on average would hold up other webhooks. */
export const isSlow = (answerMs = 0): boolean => answerMs >= limits.webhookSlowMs;

const date = { type: Date, required: true };

const schema = new Schema<WebhookDoc>(
  {
    _id: { type: String, required: true },
    organizationId: String,
    slot: Number,
    url: { type: String, default: "" },
    events: [{ type: String, enum: webhookEvents }],
    secrets: [
      new Schema<StoredSecret>(
        { value: { type: String, required: true }, createdAt: date, expiresAt: Date },
        { _id: false, strict: "throw" },
      ),
    ],
    createdAt: date,
    dueAt: Date,
    attempts: Number,
    worker: String,
    due: String,
    failures: { type: Number, default: 0 },
    failingSince: Date,
    answerMs: Number,
    pausedUntil: Date,
    switchedOffAt: Date,
    isGone: Boolean,
    deletedAt: Date,
    audit: [auditEventSchema],
    outbox: outboxField,
  },
  schemaOptions,
);
schema.index(
  { organizationId: 1, slot: 1 },
  { unique: true, partialFilterExpression: { slot: { $exists: true } } },
);
schema.index({ organizationId: 1, createdAt: -1 }, { sparse: true });
schema.index({ dueAt: 1 }, { sparse: true });
schema.index({ "secrets.expiresAt": 1 }, { sparse: true });
schema.index({ deletedAt: 1 }, { sparse: true });
schema.index({ "audit.at": 1 });
schema.index({ "outbox.dueAt": 1 });

export type WebhookModel = Model<WebhookDoc>;

export const webhookModel = (connection: Connection): WebhookModel =>
  connection.model<WebhookDoc>("Webhook", schema, "webhooks");

export function toWebhookDto(
  {
    _id: id,
    url,
    events,
    createdAt,
    failures,
    failingSince,
    answerMs,
    switchedOffAt,
    isGone,
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
    ...(isSlow(answerMs) && { isSlow: true }),
    ...(switchedOffAt !== undefined && { switchedOffAt: switchedOffAt.toISOString() }),
    ...(isGone === true && { isGone }),
    waiting,
    secrets: secrets.map(({ createdAt: at, expiresAt }) => ({
      createdAt: at.toISOString(),
      ...(expiresAt !== undefined && { expiresAt: expiresAt.toISOString() }),
    })),
  };
}
