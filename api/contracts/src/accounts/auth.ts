import * as z from "zod";
import { endpoint } from "../endpoint.ts";
import { errorCatalogue } from "../error-codes.ts";
import { Email, refusedAs, textField, tooLong } from "../fields.ts";
import { limits } from "../limits.ts";
import { text } from "../texts/text.ts";
import { knownPassword } from "./account.ts";
import { Registration } from "./registration.ts";
import { Language, Organization, User } from "./users.ts";

export const Credentials = z.object({
  email: Email,
  password: knownPassword,
  rememberMe: z.boolean({ error: text("Remember me must be true or false") }).default(false),
});
export type Credentials = z.infer<typeof Credentials>;

/**
 * From when this session needs a passkey, which the organization demands: absent where the session was confirmed with one, or
 * the account has one and there is time left.
 */
const passkeyFrom = z.iso.datetime().optional();

export const SignedIn = z.object({
  accessToken: z.string(),
  user: User,
  /** None for a platform administrator; the specification calls it optional. */
  organization: Organization.nullable().default(null),
  passkeyFrom,
});
export type SignedIn = z.infer<typeof SignedIn>;

/** The address of the identity provider at which an organization's people sign in. */
export const SignInElsewhere = z.object({ signInAt: z.string().regex(/^https?:/) });

/** Claims of the access token (RFC 7519); `exp` in seconds. */
export const AccessClaims = z.object({
  sub: z.string(),
  sid: z.string(),
  role: z.string(),
  org: z.string().nullable(),
  iat: z.number(),
  exp: z.number(),
  /** From when the session needs a passkey, in seconds; absent where none is demanded of it. */
  pk: z.number().optional(),
});
export type AccessClaims = z.infer<typeof AccessClaims>;

/** Of accounts that may not sign in. */
export const accountErrors = [
  "ACCOUNT_PENDING_APPROVAL",
  "ACCOUNT_REJECTED",
  "ACCOUNT_SUSPENDED",
  "ACCOUNT_INACTIVE",
  "ACCOUNT_LOCKED",
] as const;

/** Checked by the server where the address is led nowhere else. */
const optionalPassword = textField("Password is required", "Password").max(
  limits.passwordMax,
  tooLong("Password", limits.passwordMax),
);
const open = { access: "public", tag: "Sessions" } as const;

export const login = endpoint("POST", "/api/auth/login", {
  ...open,
  summary:
    "Sign in with an address and a password. Where the address's domain has an identity provider, the answer is its address, whether or not there is an account, and the password may be empty",
  errors: [
    "INVALID_CREDENTIALS",
    "EMAIL_NOT_VERIFIED",
    ...accountErrors,
    "SSO_REQUIRED",
    "SSO_UNAVAILABLE",
    "SERVER_BUSY",
  ],
  limit: "signIn",
  credential: ["body"],
  example: { body: { email: "ada@example.com", password: "Right-Horse-7", rememberMe: true } },
  body: Credentials.extend({ password: optionalPassword }),
  data: z.union([SignedIn, SignInElsewhere]),
});

export const register = endpoint("POST", "/api/auth/register", {
  access: "public",
  tag: "Accounts",
  summary: "Ask for an account; a verification mail follows",
  errors: ["SERVER_BUSY"],
  limit: "registration",
  example: {
    body: {
      firstName: "Ada",
      lastName: "Lovelace",
      email: "ada@example.com",
      phone: "+33 1 23 45 67 89",
      organizationName: "Analytical Engines",
      industryType: "technology",
      password: "Right-Horse-7",
      confirmPassword: "Right-Horse-7",
    },
  },
  body: Registration,
});

export const refresh = endpoint("POST", "/api/auth/refresh", {
  ...open,
  summary: "Renew the access token with the renewal cookie",
  errors: ["SESSION_EXPIRED", "ORIGIN_FORBIDDEN"],
  limit: "renewal",
  credential: ["renewalCookie"],
  data: z.object({
    accessToken: z.string(),
    /** As it is called now. */
    organization: Organization.nullable().optional(),
    passkeyFrom,
  }),
});

export const logout = endpoint("POST", "/api/auth/logout", {
  ...open,
  summary: "End the session of the bearer token or of the renewal cookie",
  errors: ["ORIGIN_FORBIDDEN"],
  limit: "renewal",
  credential: ["renewalCookie", "accessToken"],
});

export const resendVerification = endpoint("POST", "/api/auth/resend-verification", {
  access: "public",
  tag: "Verification",
  summary: "Send a new verification link",
  limit: "verification",
  example: { body: { email: "ada@example.com" } },
  body: z.object({ email: Email }),
});

export const saveLanguage = endpoint("PUT", "/api/account/language", {
  access: "session",
  withoutPasskey: true,
  tag: "Sessions",
  summary: "Choose the language of the caller's mails",
  example: { body: { language: "fr" } },
  body: z.object({ language: Language }),
});

export const unlock = endpoint("POST", "/api/auth/unlock", {
  ...open,
  summary: "Let this browser sign in to an account under attack, with the token of a mailed link",
  errors: ["LINK_INVALID", "LINK_EXPIRED"],
  limit: "verification",
  credential: ["body"],
  example: { body: { token: "hV3Zr0yq8t1mJ5bXc7Kd2wLsPnEfGaUiQoRxYzT9vB4" } },
  body: z.object({ token: refusedAs(errorCatalogue.LINK_INVALID.text, 200) }),
});
