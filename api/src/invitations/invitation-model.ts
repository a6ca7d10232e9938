import { createHash } from "node:crypto";
import { Language, limits, Role } from "@souffleur/contracts";
import { type Connection, Schema } from "mongoose";
import { type AuditEvent, auditEventSchema } from "../audit/event.ts";
import { schemaOptions } from "../database/schema-options.ts";
import { type MailFailure, mailFailureField, outboxField, type QueuedMail } from "../mail/outbox.ts";

/** An acceptance that has been decided; its account may still have to be created. */
export interface Acceptance {
  id: string;
  firstName: string;
  lastName: string;
  passwordHash: string;
  language: Language;
  /** The network address of the request. */
  source: string;
  at: Date;
}

/** The same where a person came in another way; the state of the account that gets the role. */
export interface Arrival {
  id: string;
  userId: string;
  version: number;
  role: Role;
  /** Whether the owner is told that they can sign in. */
  isMailed: boolean;
  at: Date;
}

export interface InvitationDoc {
  /** Derived from organization and address, so that an address has one invitation of an organization. */
  _id: string;
  organizationId: string;
  email: string;
  role: Role;
  /** The account that sent it last: it ends with that one's right to give the role. */
  senderId: string;
  senderName: string;
  /** The sender's, as that of the addressee is not known. */
  language: Language;
  state: "pending" | "accepted" | "withdrawn";
  /** The mail with the link; an earlier one is no longer sent. */
  mailId: string;
  /** Set when the mail is sent; until then an earlier link is valid. */
  linkHash?: string;
  sentAt: Date;
  expiresAt: Date;
  /** Set between the use of the link and the creation of the account. */
  acceptance?: Acceptance | Arrival;
  mailFailure?: MailFailure;
  outbox: QueuedMail[];
  audit: AuditEvent[];
}

const schema = new Schema<InvitationDoc>(
  {
    _id: { type: String, required: true },
    organizationId: { type: String, required: true },
    email: { type: String, required: true },
    role: { type: String, enum: Role.options, required: true },
    senderId: { type: String, required: true },
    senderName: { type: String, required: true },
    language: { type: String, enum: Language.options, required: true },
    state: { type: String, required: true },
    mailId: { type: String, required: true },
    linkHash: String,
    sentAt: { type: Date, required: true },
    expiresAt: { type: Date, required: true },
    acceptance: { type: Schema.Types.Mixed, default: undefined },
    mailFailure: mailFailureField,
    outbox: outboxField,
    audit: [auditEventSchema],
  },
  schemaOptions,
);
schema.index({ organizationId: 1, state: 1, sentAt: -1 });
schema.index({ senderId: 1, state: 1 });
schema.index({ state: 1, sentAt: 1 });
schema.index({ linkHash: 1 }, { sparse: true });
schema.index({ expiresAt: 1 });
schema.index({ "acceptance.at": 1 }, { sparse: true });
schema.index({ "outbox.dueAt": 1 });
schema.index({ "audit.at": 1 });

export function invitationModel(connection: Connection) {
  return connection.model<InvitationDoc>("Invitation", schema, "invitations");
}

export function invitationIdOf(organizationId: string, email: string): string {
  return createHash("sha256").update(`invitation:${organizationId}|${email}`).digest("hex").slice(0, 32);
}

const dayMs = 24 * 60 * 60_000;

export function validFrom(now: Date): Date {
  return new Date(now.getTime() + limits.invitationValidDays * dayMs);
}

/** How long an expired one is listed, to be sent again. */
export const expiredKeptMs = 30 * dayMs;
/** How long one that was accepted or withdrawn is kept, for a second person who withdraws it. */
export const decidedKeptMs = dayMs;
