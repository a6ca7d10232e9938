import * as z from "zod";
import type { ContractText } from "./texts/text.ts";

interface CatalogueEntry {
  /** The HTTP status. Browser bundles contain neither this nor texts that are not `shown`. */
  status: number;
  /** The default text for users; a refusal may have its own. */
  text: ContractText;
  /** Screens show this text instead of the server's. */
  shown?: true;
}

/** All error codes of the API and the socket. */
export const errorCatalogue = {
  VALIDATION_ERROR: { status: 400, text: "The request is not valid" },
  // The verification screen looks for the words "expired" and "invalid".
  CODE_INVALID: { status: 400, text: "The verification code is invalid. Please check and try again." },
  CODE_EXPIRED: { status: 400, text: "The verification code has expired. Please request a new one." },
  LINK_INVALID: { status: 400, text: "This link is invalid or was replaced by a newer one." },
  LINK_EXPIRED: { status: 400, text: "This link has expired. Please request a new one." },
  PASSKEY_INVALID: { status: 400, text: "This passkey was not accepted. Please try again." },
  PASSKEY_UNKNOWN: {
    status: 400,
    text: "This passkey is no longer known. Sign in another way, then add a new passkey in your profile.",
  },
  SSO_FAILED: {
    status: 400,
    text: "The sign-in through your organization could not be completed. Please try again.",
  },
  MALFORMED_JSON: { status: 400, text: "The request could not be read." },
  INVALID_CREDENTIALS: {
    status: 401,
    text: "Invalid email or password. Please check your credentials and try again.",
    shown: true,
  },
  EMAIL_NOT_VERIFIED: {
    status: 401,
    text: "Please verify your email address before signing in.",
    shown: true,
  },
  TOKEN_EXPIRED: { status: 401, text: "Your session has expired. Please sign in again.", shown: true },
  TOKEN_INVALID: { status: 401, text: "Invalid authentication token. Please sign in again.", shown: true },
  SESSION_EXPIRED: { status: 401, text: "Session expired. Please log in again.", shown: true },
  FORBIDDEN: {
    status: 403,
    text: "Access denied. You do not have permission to perform this action.",
    shown: true,
  },
  ACCOUNT_PENDING_APPROVAL: { status: 403, text: "Your account is pending admin approval.", shown: true },
  ACCOUNT_REJECTED: {
    status: 403,
    text: "Your account has been rejected. Please contact support.",
    shown: true,
  },
  ACCOUNT_SUSPENDED: {
    status: 403,
    text: "Your account has been suspended. Please contact support.",
    shown: true,
  },
  ACCOUNT_INACTIVE: {
    status: 403,
    text: "Your account has been deactivated. Please contact support.",
    shown: true,
  },
  ACCOUNT_LOCKED: {
    status: 403,
    text: "Your account has been locked due to multiple failed login attempts. Please contact support.",
    shown: true,
  },
  PROOF_REQUIRED: { status: 403, text: "Please enter your password again to continue.", shown: true },
  PASSKEY_REQUIRED: {
    status: 403,
    text: "Your organization requires a passkey. Add or use one in your profile to continue.",
    shown: true,
  },
  SSO_REQUIRED: {
    status: 403,
    text: "Your organization lets people in through its own sign-in only. Sign in with an address of its domains, without a password, or ask your administrator.",
  },
  SSO_REFUSED: {
    status: 403,
    text: "Your organization's sign-in has not let you in. Ask your administrator.",
  },
  ORIGIN_FORBIDDEN: {
    status: 403,
    text: "Access denied. This request did not come from an allowed origin.",
    shown: true,
  },
  NOT_FOUND: { status: 404, text: "The requested resource was not found.", shown: true },
  INVALID_TRANSITION: { status: 409, text: "This is no longer possible." },
  LIMIT_REACHED: { status: 409, text: "Your organization has as much of this as it can have." },
  CUSTOMER_EXISTS: { status: 409, text: "Another customer of your organization has this already." },
  CUSTOMER_AMBIGUOUS: {
    status: 409,
    text: "Several customers have this number or address. Name the one to erase.",
  },
  REQUEST_TOO_SLOW: {
    status: 408,
    text: "The request came too slowly. Please check your connection and try again.",
  },
  PAYLOAD_TOO_LARGE: { status: 413, text: "The request is too large." },
  UNSUPPORTED_MEDIA_TYPE: { status: 415, text: "This encoding of the request is not supported." },
  HEADERS_TOO_LARGE: {
    status: 431,
    text: "Your browser sends too many cookies to this site. Clear the cookies and site data of this site in your browser's settings, then sign in again.",
  },
  RATE_LIMITED: { status: 429, text: "Too many requests. Please wait a moment and try again.", shown: true },
  TOO_MANY_ATTEMPTS: {
    status: 429,
    text: "Too many failed attempts. Please wait 15 minutes before trying again.",
    shown: true,
  },
  DATABASE_UNAVAILABLE: {
    status: 503,
    text: "The service is temporarily unavailable. Please try again in a moment.",
  },
  SSO_UNAVAILABLE: {
    status: 503,
    text: "Your organization's sign-in can't be reached at the moment. Please try again later, or ask your administrator.",
  },
  SERVER_BUSY: { status: 503, text: "The server is busy. Please try again in a moment." },
  STT_NOT_CONFIGURED: {
    status: 503,
    text: "Transcription is off: no recognizer is configured on this server.",
    shown: true,
  },
  STT_UNAVAILABLE: { status: 503, text: "Transcription is temporarily unavailable. The call continues." },
  INTERNAL: { status: 500, text: "Server error. Please try again later or contact support.", shown: true },
} satisfies Record<string, CatalogueEntry>;

export type ErrorCode = keyof typeof errorCatalogue;
export const ErrorCode = z.enum(Object.keys(errorCatalogue) as ErrorCode[]);

/**
 * The answer of every refused or failed call. `field` is the first invalid field in form order, `current` the stored state
 * where a change was refused because it was based on an older one.
 */
export const Failure = z.object({
  success: z.literal(false),
  error: z.string(),
  code: ErrorCode,
  field: z.string().optional(),
  fields: z.record(z.string(), z.string()).optional(),
  current: z.record(z.string(), z.unknown()).optional(),
  requestId: z.string(),
});
export type Failure = z.infer<typeof Failure>;
