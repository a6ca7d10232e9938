import * as z from "zod";
import { choice, openEnum } from "../fields.ts";
import { Role } from "../roles.ts";

export const AccountStatus = z.enum([
  "active",
  "inactive",
  "pending_approval",
  "pending_verification",
  "rejected",
  "suspended",
  "locked",
]);
export type AccountStatus = z.infer<typeof AccountStatus>;

/** The language of the interface and of mails. */
export const Language = choice("Language", ["en", "fr"]);
export type Language = z.infer<typeof Language>;

export const Organization = z.object({
  id: z.string(),
  name: z.string(),
  industryType: z.string().optional(),
  /** The code of its currency (ISO 4217); US dollars where there is none. */
  currency: z.string().optional(),
});
export type Organization = z.infer<typeof Organization>;

/** The last email to an address, where it was not delivered. */
export const MailFailure = z.object({
  at: z.iso.datetime(),
  /** By the recipient's server for good, or given up after a day. */
  state: openEnum(z.enum(["refused", "givenUp"])),
  /** What the mail server has said at last; absent where it could not be reached. */
  reply: z.string().optional(),
});
export type MailFailure = z.infer<typeof MailFailure>;

export const User = z.object({
  id: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  phone: z.string().optional(),
  role: openEnum(Role),
  status: openEnum(AccountStatus),
  createdAt: z.iso.datetime(),
  /** When the address was verified and approval requested; until then the time of registration. */
  requestedAt: z.iso.datetime(),
  organizationName: z.string().optional(),
  /**
   * For administrators, for a week: whether the mail with the last password link still waits, was sent, has expired unused
   * or was used, and when that was.
   */
  passwordLink: z
    .object({ state: z.enum(["waiting", "sent", "expired", "used"]), at: z.iso.datetime() })
    .optional(),
  /** For administrators. */
  mailFailure: MailFailure.extend({ isRepeatable: z.boolean() }).optional(),
});
export type User = z.infer<typeof User>;
