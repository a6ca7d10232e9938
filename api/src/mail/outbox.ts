import { randomUUID } from "node:crypto";
import { Schema } from "mongoose";

export type MailKind =
  | "verification-link"
  | "verification-code"
  /** For an address with several registrations, requested by a browser that made none of them. */
  | "verification-unclear"
  | "address-taken"
  | "unlock"
  | "approved"
  | "rejected"
  | "role-changed"
  /** To the owner, about a change that they have made themselves. */
  | "account-changed"
  | "password-link"
  /** Is replaced by one for each administrator of the organization that a person was approved into. */
  | "member-joined"
  /** Has another text for an address with an account. */
  | "invitation"
  /** Is replaced by one for each administrator of the webhook's organization. */
  | "webhook-off"
  /** Is replaced by a `people-waiting` for each administrator that may decide. */
  | "approval-wanted"
  | "people-waiting";

/**
 * A mail to be sent, stored in the document that it is about: one write changes the account and queues the mail, so
 * that a crash cannot separate them. Tokens and codes are created when it is sent.
 */
export interface QueuedMail {
  id: string;
  kind: MailKind;
  data: Record<string, string>;
  attempts: number;
  /** The earliest time to send it; while a worker is sending it, the time when another one may take over. */
  dueAt: Date;
  queuedAt: Date;
}

/** A document with mails to be sent. */
export interface MailHolder {
  _id: string;
  outbox: QueuedMail[];
}

export const outboxField = [
  new Schema<QueuedMail>(
    {
      id: { type: String, required: true },
      kind: { type: String, required: true },
      data: { type: Schema.Types.Mixed, default: {} },
      attempts: { type: Number, default: 0 },
      dueAt: { type: Date, required: true },
      queuedAt: { type: Date, required: true },
    },
    { _id: false, id: false, strict: "throw", minimize: false },
  ),
];

export function queuedMail(kind: MailKind, now: Date, data: QueuedMail["data"] = {}): QueuedMail {
  return { id: randomUUID(), kind, data, attempts: 0, dueAt: now, queuedAt: now };
}
