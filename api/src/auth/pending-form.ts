import { createHash, randomUUID } from "node:crypto";
import { type Language, limits, type Registration } from "@souffleur/contracts";
import { Schema } from "mongoose";
import { organizationIdOf } from "./organizations.ts";

/** A mailed token, kept as its hash. */
export interface MailedLink {
  hash: string;
  expiresAt: Date;
  /** When the mail was ordered: a mail that is delivered late never replaces a newer one's link. */
  orderedAt: Date;
}

/** What a registration becomes an account with. */
interface Details {
  firstName: string;
  lastName: string;
  phone?: string;
  organizationId: string;
  organizationName: string;
  industryType: string;
  /** Of the browser that registered. */
  language: Language;
}

/**
 * One unverified registration of an address. Its details and password are kept beside those of others; the one
 * that is verified becomes the account. Of the others, and of registrations of a taken address, only the
 * password is kept: a sign-in with it gets the answer of an unverified account, until it expires.
 */
export interface PendingForm {
  /** Known only to the server and to the browser that registered. */
  id: string;
  passwordHash: string;
  /** The network that it came from, as a hash: the flood of one must not displace another's. */
  source: string;
  createdAt: Date;
  /** Absent where it can no longer become an account. */
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

export const pendingFormSchema = new Schema<PendingForm>(
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

/** A registration unverified after seven days counts as removed, whether or not the sweeper has run. */
export function unverifiedBefore(now: Date): Date {
  return new Date(now.getTime() - limits.unverifiedAccountDays * 24 * 60 * 60_000);
}

export function pendingForm(
  registration: Registration,
  { passwordHash, source, language }: { passwordHash: string; source: string; language: Language },
  now: Date,
): PendingForm & { details: Details } {
  const { firstName, lastName, phone, organizationName, industryType } = registration;
  return {
    id: randomUUID(),
    passwordHash,
    source: createHash("sha256").update(`source:${source}`).digest("base64url").slice(0, 16),
    createdAt: now,
    details: {
      firstName,
      lastName,
      ...(phone !== undefined && { phone }),
      organizationId: organizationIdOf(organizationName),
      organizationName,
      industryType,
      language,
    },
  };
}

interface Registrations {
  status: string;
  forms?: readonly PendingForm[];
}

/** The registrations of an address whose passwords still count as unverified ones, the oldest first. */
export function formsOf({ forms = [] }: Registrations, now: Date): PendingForm[] {
  return forms.filter(({ createdAt }) => createdAt >= unverifiedBefore(now));
}

/** Those of them that may still become the account. */
export function claimsOf(account: Registrations | null, now: Date): PendingForm[] {
  if (account?.status !== "pending_verification") return [];
  return formsOf(account, now).filter(({ details }) => details !== undefined);
}

/**
 * Access to the mailbox proves the address, but not which registration is the reader's: the links of all
 * registrations reach the same mailbox. A browser that registered means its own registration.
 */
export function meantBy(
  own: readonly string[],
  claims: readonly PendingForm[],
  named: PendingForm | undefined,
): PendingForm | undefined {
  if (named !== undefined && own.includes(named.id)) return named;
  return claims.findLast(({ id }) => own.includes(id)) ?? named;
}
