import { createHash, randomUUID } from "node:crypto";
import { type Language, limits, type Registration } from "@souffleur/contracts";
import { Schema } from "mongoose";
import { foundBy } from "./found-by.ts";

/** A mailed token, stored as its hash. */
export interface MailedLink {
  hash: string;
  expiresAt: Date;
  /** When the mail was queued: a mail that is delivered late does not replace the link of a newer one. */
  orderedAt: Date;
}

/** The account that a registration asks for. */
interface Details {
  firstName: string;
  lastName: string;
  foundBy: string[];
  phone?: string;
  organizationId: string;
  organizationName: string;
  industryType: string;
  /** The language of the browser that registered. */
  language: Language;
}

/**
 * An unverified registration of an address, which may have several. The one that is verified becomes the account. Of
 * the others, and of registrations of an address with an account, only the password is kept: until it expires, a
 * sign-in with it gets the answer of an unverified account.
 */
export interface PendingRegistration {
  /** Known only to the server and to the browser that registered. */
  id: string;
  passwordHash: string;
  /** The hash of the network it came from: many registrations from one network must not displace those of others. */
  source: string;
  createdAt: Date;
  /** Absent where it can no longer become the account. */
  details?: Details;
  link?: MailedLink;
}

export const mailedLinkSchema = new Schema<MailedLink>(
  {
    hash: { type: String, required: true },
    expiresAt: { type: Date, required: true },
    orderedAt: { type: Date, required: true },
  },
  { _id: false, strict: "throw" },
);

export const pendingRegistrationSchema = new Schema<PendingRegistration>(
  {
    id: { type: String, required: true },
    passwordHash: { type: String, required: true },
    source: { type: String, required: true },
    createdAt: { type: Date, required: true },
    details: Schema.Types.Mixed,
    link: mailedLinkSchema,
  },
  { _id: false, id: false, strict: "throw" },
);

/** Unverified registrations from before this date have expired, whether or not the sweeper has run. */
export function unverifiedBefore(now: Date): Date {
  return new Date(now.getTime() - limits.unverifiedAccountDays * 24 * 60 * 60_000);
}

export function pendingRegistration(
  registration: Registration,
  {
    organizationId,
    passwordHash,
    source,
    language,
  }: { organizationId: string; passwordHash: string; source: string; language: Language },
  now: Date,
): PendingRegistration & { details: Details } {
  const { firstName, lastName, phone, organizationName, industryType } = registration;
  return {
    id: randomUUID(),
    passwordHash,
    source: createHash("sha256").update(`source:${source}`).digest("base64url").slice(0, 16),
    createdAt: now,
    details: {
      firstName,
      lastName,
      foundBy: foundBy(registration),
      ...(phone !== undefined && { phone }),
      organizationId,
      organizationName,
      industryType,
      language,
    },
  };
}

interface Registrations {
  status: string;
  forms?: readonly PendingRegistration[];
}

/** The unexpired registrations of an address, the oldest first. */
export function formsOf({ forms = [] }: Registrations, now: Date): PendingRegistration[] {
  return forms.filter(({ createdAt }) => createdAt >= unverifiedBefore(now));
}

/** The registrations that may still become the account. */
export function claimsOf(account: Registrations | null, now: Date): PendingRegistration[] {
  if (account?.status !== "pending_verification") return [];
  return formsOf(account, now).filter(({ details }) => details !== undefined);
}

/**
 * The registration that a request is about. The links of all registrations reach the same mailbox, so access to it does
 * not show which registration is the reader's; a browser that has registered means its own.
 * @param named the registration that the link or code names
 */
export function meantBy(
  own: readonly string[],
  claims: readonly PendingRegistration[],
  named: PendingRegistration | undefined,
): PendingRegistration | undefined {
  if (named !== undefined && own.includes(named.id)) return named;
  return claims.findLast(({ id }) => own.includes(id)) ?? named;
}
