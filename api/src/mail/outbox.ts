import { randomUUID } from "node:crypto";
import { Schema } from "mongoose";

export type MailKind =
  | "verification-link"
  | "verification-code"
  /** Asked for where several registrations wait, from a browser that made none of them. */
  | "verification-unclear"
  | "address-taken"
  | "unlock"
  | "approved"
  | "rejected"
  /** Puts a `people-waiting` into the outbox of each administrator with the right to decide. */
  | "approval-wanted"
  | "people-waiting";

/**
 * A mail that is still to be sent, stored inside the document that needs it: one write changes the account
 * and orders the mail, so that no crash separates them. Tokens and codes are made when it is sent.
 */
export interface QueuedMail {
  id: string;
  kind: MailKind;
  /** The recipient, where the kind does not determine it. */
  to: string | null;
  data: Record<string, string>;
  attempts: number;
  /** Not before then; while a worker has it, when another may take it over. */
  dueAt: Date;
  queuedAt: Date;
}

/** A document that holds mails to be sent. */
export interface MailHolder {
  _id: string;
  outbox: QueuedMail[];
}

export const outboxField = [
  new Schema<QueuedMail>(
    {
      id: { type: String, required: true },
      kind: { type: String, required: true },
      to: { type: String, default: null },
      data: { type: Schema.Types.Mixed, default: {} },
      attempts: { type: Number, default: 0 },
      dueAt: { type: Date, required: true },
      queuedAt: { type: Date, required: true },
    },
    { _id: false, id: false, strict: "throw", minimize: false },
  ),
];

export function queuedMail(
  kind: MailKind,
  now: Date,
  { to = null, data = {} }: { to?: string | null; data?: Record<string, string> } = {},
): QueuedMail {
  return { id: randomUUID(), kind, to, data, attempts: 0, dueAt: now, queuedAt: now };
}
