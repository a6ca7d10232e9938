import { AccountStatus, Language, Role, type User } from "@souffleur/contracts";
import { type Connection, type Model, Schema } from "mongoose";
import { type AuditEvent, auditEventSchema } from "../../audit/event.ts";
import { schemaOptions } from "../../database/schema-options.ts";
import {
  type MailFailure,
  mailFailureField,
  outboxField,
  type QueuedMail,
  toMailFailure,
} from "../../mail/outbox.ts";
import { identitySchema, type StoredIdentity } from "./identity.ts";
import { passkeySchema, type StoredPasskey } from "./passkey.ts";
import {
  type MailedLink,
  mailedLinkSchema,
  type PendingRegistration,
  pendingRegistrationSchema,
} from "./pending-registration.ts";

/** The last link for a new password that an administrator has had mailed to the owner. */
interface PasswordLink {
  /** The mail with the link; that of an earlier link is no longer sent. */
  mailId: string;
  orderedAt: Date;
  /** Of the token; set when the mail is sent, and removed by the link's use. */
  hash?: string;
  expiresAt?: Date;
  usedAt?: Date;
}

const passwordLinkSchema = new Schema<PasswordLink>(
  {
    mailId: { type: String, required: true },
    orderedAt: { type: Date, required: true },
    hash: String,
    expiresAt: Date,
    usedAt: Date,
  },
  { _id: false, strict: "throw" },
);

/** What the program that provisions an organization's accounts has said of one. */
interface Provisioned {
  /** Its own id of the account. */
  externalId?: string;
  /** The address as it writes it; absent where that is how it is stored. */
  userName?: string;
  /** The account's epoch when it was removed there. */
  removedEpoch?: number;
  /** A program has deactivated the account; absent where a person did, whose decision no program takes back. */
  deactivated?: boolean;
  /** As an operator had left the account that a program has deactivated: only a platform administrator lets its owner in. */
  heldAs?: "suspended" | "locked";
}

const provisionedSchema = new Schema<Provisioned>(
  { externalId: String, userName: String, removedEpoch: Number, deactivated: Boolean, heldAs: String },
  { _id: false, id: false, strict: "throw" },
);

export interface UserDoc {
  _id: string;
  email: string;
  firstName: string;
  lastName: string;
  /** The folded texts by whose beginnings the account is found; set by what stores names. */
  foundBy?: string[];
  phone?: string;
  passwordHash: string;
  role: Role;
  status: AccountStatus;
  /** Derived from the organization's normalised name; null for a platform administrator. */
  organizationId: string | null;
  /** As it was typed at the registration: what an organization would be founded as. A founded one has its own name. */
  organizationName?: string;
  industryType?: string;
  /** The language of their mails; English where it is not known. */
  language?: Language;
  createdAt: Date;
  requestedAt: Date;
  verifiedAt?: Date;
  /** The session of the first sign-in. */
  firstSessionId?: string;
  /** Counts changes of status and role: a writer with an older version fails. */
  version: number;
  /** Counts deactivations: sessions of an earlier epoch stay revoked. */
  epoch: number;
  /** The account is active, and whether it founds its organization is still to be decided. */
  founding?: boolean;
  /** The last change of the administrators' document that was applied to this account. */
  rosterChange?: string;
  /** Unverified registrations of this address; an unverified account consists of nothing else. */
  forms?: PendingRegistration[];
  /** The registration that became the account. */
  verifiedForm?: string;
  /** The acceptance of an invitation that made the account: a repeated step finds it. */
  acceptance?: string;
  /** The link that verified the address: following it again gets the same answer. */
  link?: MailedLink;
  unlock?: MailedLink;
  passwordLink?: PasswordLink;
  passkeys?: StoredPasskey[];
  /** At the organization's identity provider. */
  identity?: StoredIdentity;
  /** Absent where no program has provisioned the account. */
  provisioned?: Provisioned;
  /** Only the identity provider lets the owner in: nobody knows the password of the hash. */
  withoutPassword?: boolean;
  /** The session that stayed when the owner changed the password: it belongs to this epoch, too. */
  kept?: { session: string; epoch: number };
  /** The last mail to this administrator about people who wait, and when it was composed. */
  digest?: { mail: string; at: Date };
  mailFailure?: MailFailure;
  outbox: QueuedMail[];
  audit: AuditEvent[];
}

export type UserModel = Model<UserDoc>;

const schema = new Schema<UserDoc>(
  {
    _id: { type: String, required: true },
    email: { type: String, required: true },
    firstName: { type: String, required: true },
    lastName: { type: String, required: true },
    foundBy: { type: [String], default: undefined },
    phone: String,
    passwordHash: { type: String, required: true },
    role: { type: String, enum: Role.options, required: true },
    status: { type: String, enum: AccountStatus.options, required: true },
    organizationId: { type: String, default: null },
    organizationName: String,
    industryType: String,
    language: { type: String, enum: Language.options },
    createdAt: { type: Date, required: true },
    requestedAt: { type: Date, required: true },
    verifiedAt: Date,
    firstSessionId: String,
    version: { type: Number, default: 0 },
    epoch: { type: Number, default: 0 },
    founding: Boolean,
    rosterChange: String,
    forms: { type: [pendingRegistrationSchema], default: undefined },
    verifiedForm: String,
    acceptance: String,
    link: mailedLinkSchema,
    unlock: mailedLinkSchema,
    passwordLink: passwordLinkSchema,
    passkeys: { type: [passkeySchema], default: undefined },
    identity: { type: identitySchema, default: undefined },
    provisioned: { type: provisionedSchema, default: undefined },
    withoutPassword: Boolean,
    kept: { type: { _id: false, session: String, epoch: Number }, default: undefined },
    digest: { type: { _id: false, mail: String, at: Date }, default: undefined },
    mailFailure: mailFailureField,
    outbox: outboxField,
    audit: [auditEventSchema],
  },
  { ...schemaOptions, minimize: false },
);
schema.index({ email: 1 }, { unique: true });
schema.index({ organizationId: 1, status: 1 });
schema.index({ organizationId: 1, requestedAt: 1, _id: 1 });
schema.index({ requestedAt: 1, _id: 1 });
schema.index({ foundBy: 1, organizationId: 1 });
schema.index({ status: 1, createdAt: 1 });
schema.index({ "link.hash": 1 }, { sparse: true });
schema.index({ "unlock.hash": 1 }, { sparse: true });
schema.index({ "passwordLink.hash": 1 }, { sparse: true });
// Without the accounts whose last passkey was removed, which would all have the same entry.
schema.index(
  { "passkeys.credentialId": 1 },
  { unique: true, partialFilterExpression: { "passkeys.credentialId": { $exists: true } } },
);
schema.index(
  { organizationId: 1, "identity.issuer": 1, "identity.subject": 1 },
  { unique: true, partialFilterExpression: { "identity.subject": { $exists: true } } },
);
schema.index({ "forms.link.hash": 1 }, { sparse: true });
schema.index({ "forms.createdAt": 1 }, { sparse: true });
schema.index({ founding: 1 }, { sparse: true });
schema.index({ "outbox.dueAt": 1 });
schema.index({ "audit.at": 1 });

export function userModel(connection: Connection): UserModel {
  return connection.model<UserDoc>("User", schema, "users");
}

/** The fields of an account that answers may hold. */
const dtoProjection = {
  email: 1,
  firstName: 1,
  lastName: 1,
  phone: 1,
  role: 1,
  status: 1,
  createdAt: 1,
  requestedAt: 1,
  organizationId: 1,
  organizationName: 1,
} as const;
/** Also what administrators see of an account. */
export const managedProjection = {
  ...dtoProjection,
  passwordLink: 1,
  mailFailure: 1,
  "outbox.id": 1,
} as const;
export type ManagedFields = DtoFields &
  Pick<UserDoc, "passwordLink" | "mailFailure"> & { outbox: Pick<QueuedMail, "id">[] };
type DtoFields = Pick<UserDoc, "_id" | keyof typeof dtoProjection>;

/** @param organization the name of the account's organization, where it is founded */
export function toDto(user: DtoFields, organization = user.organizationName): User {
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
    ...(organization !== undefined && { organizationName: organization }),
  };
}

const linkShownMs = 7 * 24 * 60 * 60_000;

/** The account as its administrators see it. */
export function toManagedDto(user: ManagedFields, organization: string | undefined, now: Date): User {
  const { passwordLink: link, mailFailure: failure } = user;
  const isLost = link !== undefined && failure?.mail?.id === link.mailId;
  const isShown = link !== undefined && !isLost && now.getTime() - link.orderedAt.getTime() < linkShownMs;
  return {
    ...toDto(user, organization),
    ...(failure && { mailFailure: { ...toMailFailure(failure), isRepeatable: failure.mail !== undefined } }),
    ...(isShown && { passwordLink: shownLink(link, user.outbox, now) }),
  };
}

function shownLink(
  { mailId, orderedAt, expiresAt, usedAt }: PasswordLink,
  outbox: ManagedFields["outbox"],
  now: Date,
): NonNullable<User["passwordLink"]> {
  if (usedAt !== undefined) return { state: "used", at: usedAt.toISOString() };
  if (outbox.some(({ id }) => id === mailId)) return { state: "waiting", at: orderedAt.toISOString() };
  const isExpired = expiresAt === undefined || expiresAt <= now;
  return { state: isExpired ? "expired" : "sent", at: orderedAt.toISOString() };
}
