import { randomUUID } from "node:crypto";
import { Schema } from "mongoose";

type AuditAction =
  | "user.approved"
  | "user.rejected"
  | "user.deactivated"
  | "user.reactivated"
  | "organization.founded"
  | "administrator.created"
  | "call.deleted"
  | "call.watched"
  | "call.whispered"
  | "desk.opened"
  | "customer.erased"
  | "retention.changed"
  | "retention.applied"
  | "playbook.drafted"
  | "playbook.published"
  | "playbook.settings_changed"
  | "session.theft"
  | "calls.exported"
  | "call.exported"
  | "audit.keyed"
  | "audit.unsealed"
  | "release.uploaded"
  | "release.activated"
  | "release.rolled_back"
  | "release.tried"
  | "release.trial_ended"
  | "release.removed";

/**
 * An action with its actor and its subject. It is written into the subject's document, by the same atomic
 * update as the change itself, and relayed to the chained log from there.
 */
export interface AuditEvent {
  id: string;
  action: AuditAction;
  /** Null where the server itself acted. */
  actorId: string | null;
  subjectId: string;
  from: string | null;
  to: string | null;
  reason: string | null;
  /** The network address that the request came from. */
  source: string | null;
  at: Date;
}

/** An event inside a document. The seal is missing where an older version, or a forger, wrote it. */
export interface StoredEvent extends AuditEvent {
  /** `<kid>.<HMAC(key, content)>` */
  seal?: string;
}

const text = { type: String, default: null };

/** The shape of an event, for the documents that hold it and for the log's rows. */
export const auditEventFields = {
  action: { type: String, required: true },
  actorId: text,
  subjectId: { type: String, required: true },
  from: text,
  to: text,
  reason: text,
  source: text,
  at: { type: Date, required: true },
} as const;

export const auditEventSchema = new Schema<StoredEvent>(
  { id: { type: String, required: true }, ...auditEventFields, seal: String },
  { _id: false, id: false, strict: "throw" },
);

export function auditEvent(
  action: AuditAction,
  subjectId: string,
  at: Date,
  details: Partial<Omit<AuditEvent, "id" | "action" | "subjectId" | "at">> = {},
): AuditEvent {
  const nothing = { actorId: null, from: null, to: null, reason: null, source: null };
  return { id: randomUUID(), action, subjectId, at, ...nothing, ...details };
}
