import { randomUUID } from "node:crypto";
import { Schema } from "mongoose";

type AuditAction =
  | "user.approved"
  | "user.rejected"
  | "user.deactivated"
  | "user.reactivated"
  | "user.role_changed"
  | "user.profile_changed"
  | "user.address_changed"
  | "user.provisioned"
  | "user.invited"
  | "invitation.accepted"
  | "invitation.withdrawn"
  | "organization.founded"
  | "organization.renamed"
  | "organization.currency_changed"
  | "organization.vendor_speech_changed"
  | "sso.changed"
  | "sso.removed"
  | "sso.domain_confirmed"
  | "sso.domain_refused"
  | "sso.joined"
  | "sso.linked"
  | "sso.forgotten"
  | "token.created"
  | "token.deleted"
  | "calendar.renewed"
  | "calendar.ended"
  | "webhook.created"
  | "webhook.deleted"
  | "webhook.secret_renewed"
  | "webhook.switched_on"
  | "webhook.switched_off"
  | "administrator.created"
  | "call.deleted"
  | "call.watched"
  | "call.whispered"
  | "desk.opened"
  | "customer.created"
  | "customer.changed"
  | "customer.deleted"
  | "customer.erased"
  | "customers.imported"
  | "customers.exported"
  | "retention.changed"
  | "retention.applied"
  | "playbook.drafted"
  | "playbook.published"
  | "playbook.settings_changed"
  | "session.theft"
  | "session.ended"
  | "passkey.added"
  | "passkey.renamed"
  | "passkey.removed"
  | "passkey.copied"
  | "passkeys.reset"
  | "passkeys.demanded"
  | "password.changed"
  | "password.link_sent"
  | "mail.repeated"
  | "password.reset"
  | "calls.exported"
  | "call.exported"
  | "audit.unsealed"
  | "release.uploaded"
  | "release.activated"
  | "release.rolled_back"
  | "release.tried"
  | "release.previewed"
  | "release.trial_ended"
  | "release.removed";

/**
 * An action with its actor and its subject. The write that changes the subject's document also adds the event to it;
 * from there it is relayed to the chained log.
 */
export interface AuditEvent {
  id: string;
  action: AuditAction;
  /** Null for an action of the server itself. */
  actorId: string | null;
  subjectId: string;
  from: string | null;
  to: string | null;
  reason: string | null;
  /** The network address of the request. */
  source: string | null;
  at: Date;
}

/** An event in a document. The seal is missing where a forger wrote it. */
export interface StoredEvent extends AuditEvent {
  /** `<kid>.<HMAC(key, content)>` */
  seal?: string;
}

const text = { type: String, default: null };

/** The schema fields of an event, for documents and for the log's rows. */
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

/** The date as it is sealed and hashed. A forger with write access may store another type instead of a date. */
export function textOfDate(at: Date): string | { noDate: string } {
  return at instanceof Date && !Number.isNaN(at.getTime()) ? at.toISOString() : { noDate: String(at) };
}
