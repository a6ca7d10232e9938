import * as z from "zod";
import { endpoint } from "../endpoint.ts";
import { errorCatalogue } from "../error-codes.ts";
import { idField, refusedAs, textField, tooLong } from "../fields.ts";
import { limits } from "../limits.ts";
import { text } from "../texts/text.ts";
import { passwordsMatch, registrationFields, repeatsPassword } from "./registration.ts";
import { User } from "./users.ts";

/** A sign-in of the caller's that has not ended. */
export const Session = z.object({
  id: z.string(),
  /** The browser's name, such as "Firefox"; absent where it is not known. */
  browser: z.string().optional(),
  /** The operating system's name, such as "Windows"; absent where it is not known. */
  system: z.string().optional(),
  /** The network address of its last sign-in or renewal: an IPv4 address, or the /64 network of an IPv6 address. */
  address: z.string().optional(),
  startedAt: z.iso.datetime(),
  /** Of its last sign-in or renewal, which a page in use makes about every 13 minutes. */
  lastUsedAt: z.iso.datetime(),
  /** Whether the request belongs to it. */
  isCurrent: z.boolean(),
});
export type Session = z.infer<typeof Session>;

/** A password that the caller has, whatever its strength. */
export const knownPassword = textField("Password is required", "Password")
  .min(1, { error: text("Password is required"), abort: true })
  .max(limits.passwordMax, tooLong("Password", limits.passwordMax));
const sessions = { access: "session", tag: "Sessions" } as const;

export const prove = endpoint("POST", "/api/account/proof", {
  ...sessions,
  withoutPasskey: true,
  summary:
    "Prove again that the caller is the account's owner; changes that need it are possible for five minutes from then, and from a sign-in",
  errors: ["TOO_MANY_ATTEMPTS", "SERVER_BUSY"],
  limit: 20,
  example: { body: { password: "Right-Horse-7" } },
  body: z.object({ password: knownPassword }),
});

export const listSessions = endpoint("GET", "/api/account/sessions", {
  ...sessions,
  summary: "The caller's sessions, that of the request first, then the last used",
  data: z.object({ sessions: z.array(Session).max(limits.sessionsListed) }),
});

export const endSession = endpoint("DELETE", "/api/account/sessions/:id", {
  ...sessions,
  summary: "End one of the caller's sessions, with its sockets; one that has ended is left as it is",
  errors: ["PROOF_REQUIRED"],
  example: { params: { id: "9f1b0c52-6d0e-4a53-8b6c-2f3f1f4b7a10" } },
  params: z.object({ id: idField() }),
});

export const endOtherSessions = endpoint("DELETE", "/api/account/sessions", {
  ...sessions,
  summary: "End all sessions of the caller but that of the request",
  errors: ["PROOF_REQUIRED"],
  /** How many have ended. */
  data: z.object({ ended: z.number() }),
});

const { firstName, lastName, phone, password: newPassword, confirmPassword } = registrationFields;

/** What people change of their own account. Without a telephone number it has none. */
export const Profile = z.object({ firstName, lastName, phone });
export type ProfileInput = z.input<typeof Profile>;

export const saveProfile = endpoint("PUT", "/api/account/profile", {
  access: "session",
  tag: "Accounts",
  summary: "Change the caller's name and telephone number; the owner is told by email",
  errors: ["PROOF_REQUIRED"],
  limit: 20,
  example: { body: { firstName: "Ada", lastName: "Lovelace", phone: "+33 1 23 45 67 89" } },
  body: Profile,
  data: z.object({ user: User }),
});

export const changePassword = endpoint("PUT", "/api/account/password", {
  access: "session",
  tag: "Accounts",
  summary:
    "Change the caller's password; all other sessions end, and the owner is told by email. The commonest passwords are refused",
  errors: ["TOO_MANY_ATTEMPTS", "INVALID_TRANSITION", "SERVER_BUSY"],
  limit: 20,
  example: { body: { currentPassword: "Right-Horse-7", newPassword: "Another-Horse-8" } },
  body: z.object({ currentPassword: knownPassword, newPassword }),
});

/** The fields of the form, of which the confirmation is not sent. */
export const PasswordForm = z
  .object({ currentPassword: knownPassword, password: newPassword, confirmPassword })
  .refine(repeatsPassword, passwordsMatch);
export type PasswordFormInput = z.input<typeof PasswordForm>;

export const resetPassword = endpoint("POST", "/api/auth/password", {
  access: "public",
  tag: "Accounts",
  summary:
    "Choose a new password with the token of a link that an administrator has had mailed; all sessions end, and this browser may sign in at once",
  errors: ["LINK_INVALID", "LINK_EXPIRED", "SERVER_BUSY"],
  limit: "verification",
  credential: ["body"],
  example: { body: { token: "hV3Zr0yq8t1mJ5bXc7Kd2wLsPnEfGaUiQoRxYzT9vB4", password: "Another-Horse-8" } },
  body: z.object({ token: refusedAs(errorCatalogue.LINK_INVALID.text, 200), password: newPassword }),
});

/** The fields of the form behind the link. */
export const NewPasswordForm = z
  .object({ password: newPassword, confirmPassword })
  .refine(repeatsPassword, passwordsMatch);
export type NewPasswordFormInput = z.input<typeof NewPasswordForm>;
