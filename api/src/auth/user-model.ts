import { type Connection, type Model, Schema } from "mongoose";
import { type AuditEvent, auditEventSchema } from "../audit/event.ts";
import { AccountStatus, limits, Role, type User } from "../contracts/index.ts";
import { outboxField, type QueuedMail } from "../mail/outbox.ts";

/** A mailed token, kept as its hash. */
export interface MailedLink {
  hash: string;
  expiresAt: Date;
  /** When the mail was ordered: a mail that is delivered late never replaces a newer one's link. */
  orderedAt: Date;
}

export interface UserDoc {
  _id: string;
  email: string;
  firstName: string;
  lastName: string;
  phone?: string;
  passwordHash: string;
  role: Role;
  status: AccountStatus;
  /** Follows from the organization's normalised name; null for a platform administrator. */
  organizationId: string | null;
  organizationName?: string;
  industryType?: string;
  createdAt: Date;
  requestedAt: Date;
  verifiedAt?: Date;
  /** Counts changes of status and role: what a slow writer still believes in shows by it. */
  version: number;
  /** Counts deactivations: sessions of an earlier epoch never come back to life. */
  epoch: number;
  /** Became active and is still to be made an administrator, or to be found not to be one. */
  founding?: boolean;
  /** The last change of the administrators' roster that was applied here. */
  rosterChange?: string;
  /** When somebody last tried to register this address again. */
  attemptedAt?: Date;
  link?: MailedLink;
  unlock?: MailedLink;
  outbox: QueuedMail[];
  audit: AuditEvent[];
}

export type UserModel = Model<UserDoc>;

const link = new Schema<MailedLink>(
  {
    hash: { type: String, required: true },
    expiresAt: { type: Date, required: true },
    orderedAt: { type: Date, required: true },
  },
  { _id: false, strict: "throw" },
);

const schema = new Schema<UserDoc>(
  {
    _id: { type: String, required: true },
    email: { type: String, required: true },
    firstName: { type: String, required: true },
    lastName: { type: String, required: true },
    phone: String,
    passwordHash: { type: String, required: true },
    role: { type: String, enum: Role.options, required: true },
    status: { type: String, enum: AccountStatus.options, required: true },
    organizationId: { type: String, default: null },
    organizationName: String,
    industryType: String,
    createdAt: { type: Date, required: true },
    requestedAt: { type: Date, required: true },
    verifiedAt: Date,
    version: { type: Number, default: 0 },
    epoch: { type: Number, default: 0 },
    founding: Boolean,
    rosterChange: String,
    attemptedAt: Date,
    link,
    unlock: link,
    outbox: outboxField,
    audit: [auditEventSchema],
  },
  {
    strict: "throw",
    strictQuery: "throw",
    versionKey: false,
    autoIndex: false,
    autoCreate: false,
    minimize: false,
  },
);
schema.index({ email: 1 }, { unique: true });
schema.index({ organizationId: 1, status: 1 });
schema.index({ status: 1, createdAt: 1 });
schema.index({ "link.hash": 1 }, { sparse: true });
schema.index({ "unlock.hash": 1 }, { sparse: true });
schema.index({ founding: 1 }, { sparse: true });
schema.index({ "outbox.dueAt": 1 });
schema.index({ "audit.at": 1 });

export function userModel(connection: Connection): UserModel {
  return connection.model<UserDoc>("User", schema, "users");
}

/** What of an account crosses the wire. */
export type WireFields = Pick<
  UserDoc,
  | "_id"
  | "email"
  | "firstName"
  | "lastName"
  | "phone"
  | "role"
  | "status"
  | "createdAt"
  | "requestedAt"
  | "organizationName"
>;

export const wireProjection = {
  email: 1,
  firstName: 1,
  lastName: 1,
  phone: 1,
  role: 1,
  status: 1,
  createdAt: 1,
  requestedAt: 1,
  organizationName: 1,
} as const;

export function toWire(user: WireFields): User {
  return {
    id: user._id,
    firstName: user.firstName,
    lastName: user.lastName,
    email: user.email,
    ...(user.phone !== undefined && { phone: user.phone }),
    role: user.role,
    status: user.status,
    createdAt: user.createdAt.toISOString(),
    requestedAt: user.requestedAt.toISOString(),
    ...(user.organizationName !== undefined && { organizationName: user.organizationName }),
  };
}

/** An unverified account created before this moment counts as removed, whether or not the sweeper has run. */
export function unverifiedBefore(now: Date): Date {
  return new Date(now.getTime() - limits.unverifiedAccountDays * 24 * 60 * 60_000);
}
