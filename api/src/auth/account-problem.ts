import type { AccountStatus, ErrorCode } from "@souffleur/contracts";
import { AppError } from "../http/errors.ts";

/** The error catalogue's texts of everything that accounts refuse. */
const texts = {
  INVALID_CREDENTIALS: "Invalid email or password. Please check your credentials and try again.",
  EMAIL_NOT_VERIFIED: "Please verify your email address before signing in.",
  TOKEN_EXPIRED: "Your session has expired. Please sign in again.",
  TOKEN_INVALID: "Invalid authentication token. Please sign in again.",
  SESSION_EXPIRED: "Session expired. Please log in again.",
  ACCOUNT_PENDING_APPROVAL: "Your account is pending admin approval.",
  ACCOUNT_REJECTED: "Your account has been rejected. Please contact support.",
  ACCOUNT_SUSPENDED: "Your account has been suspended. Please contact support.",
  ACCOUNT_INACTIVE: "Your account has been deactivated. Please contact support.",
  ACCOUNT_LOCKED:
    "Your account has been locked due to multiple failed login attempts. Please contact support.",
  FORBIDDEN: "Access denied. You do not have permission to perform this action.",
  ORIGIN_FORBIDDEN: "Access denied. This request did not come from an allowed origin.",
  NOT_FOUND: "The requested resource was not found.",
  RATE_LIMITED: "Too many requests. Please wait a moment and try again.",
  TOO_MANY_ATTEMPTS: "Too many failed attempts. Please wait 15 minutes before trying again.",
  // The verification screen looks for the words "expired" and "invalid".
  CODE_INVALID: "The verification code is invalid. Please check and try again.",
  CODE_EXPIRED: "The verification code has expired. Please request a new one.",
  LINK_INVALID: "This link is invalid or was replaced by a newer one.",
  LINK_EXPIRED: "This link has expired. Please request a new one.",
  SERVER_BUSY: "The server is busy. Please try again in a moment.",
} satisfies Partial<Record<ErrorCode, string>>;

type RefusalCode = keyof typeof texts;

/** A refusal with the catalogue's text; `retryAfter` in seconds. */
export function refusal(code: RefusalCode, retryAfter?: number): AppError {
  return new AppError(code, texts[code], retryAfter === undefined ? {} : { retryAfter });
}

const refusalOfStatus: Record<AccountStatus, RefusalCode | undefined> = {
  active: undefined,
  inactive: "ACCOUNT_INACTIVE",
  pending_approval: "ACCOUNT_PENDING_APPROVAL",
  pending_verification: "EMAIL_NOT_VERIFIED",
  rejected: "ACCOUNT_REJECTED",
  suspended: "ACCOUNT_SUSPENDED",
  locked: "ACCOUNT_LOCKED",
};

/** Why an account may not act, or undefined where it may: sign-in, renewal, requests and sockets all ask this. */
export function accountProblem(account: { status: AccountStatus }): RefusalCode | undefined {
  return refusalOfStatus[account.status];
}
