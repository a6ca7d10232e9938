import * as z from "zod";
import { endpoint } from "./endpoint.ts";
import { Email, textField } from "./fields.ts";
import { limits } from "./limits.ts";
import { Registration } from "./registration.ts";
import { Organization, User } from "./users.ts";

export const Credentials = z.object({
  email: Email,
  password: textField("Password is required", "Password")
    .min(1, { error: "Password is required", abort: true })
    .max(limits.passwordMax, { error: `Password is too long (max ${limits.passwordMax} characters)` }),
  rememberMe: z.boolean({ error: "Remember me must be true or false" }).default(false),
});
export type Credentials = z.infer<typeof Credentials>;

export const SignedIn = z.object({
  accessToken: z.string(),
  user: User,
  organization: Organization.nullable(),
});
export type SignedIn = z.infer<typeof SignedIn>;

/** Claims of the access token (RFC 7519); `exp` in seconds. */
export const AccessClaims = z.object({
  sub: z.string(),
  sid: z.string(),
  role: z.string(),
  org: z.string().nullable(),
  iat: z.number(),
  exp: z.number(),
});
export type AccessClaims = z.infer<typeof AccessClaims>;

export const login = endpoint({
  method: "POST",
  path: "/api/auth/login",
  access: "public",
  summary: "Sign in with an address and a password",
  body: Credentials,
  data: SignedIn,
});

export const register = endpoint({
  method: "POST",
  path: "/api/auth/register",
  access: "public",
  summary: "Ask for an account; a verification mail follows",
  body: Registration,
});

export const refresh = endpoint({
  method: "POST",
  path: "/api/auth/refresh",
  access: "public",
  summary: "Renew the access token with the renewal cookie",
  data: z.object({ accessToken: z.string() }),
});

export const logout = endpoint({
  method: "POST",
  path: "/api/auth/logout",
  access: "public",
  summary: "End the session of the bearer token or of the renewal cookie",
});

export const resendVerification = endpoint({
  method: "POST",
  path: "/api/auth/resend-verification",
  access: "public",
  summary: "Send a new verification link",
  body: z.object({ email: Email }),
});

export const unlock = endpoint({
  method: "POST",
  path: "/api/auth/unlock",
  access: "public",
  summary: "Let this browser sign in to an account under attack, with the token of a mailed link",
  body: z.object({ token: z.string().min(1).max(200) }),
});
