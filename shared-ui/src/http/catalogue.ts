import type { ErrorCode } from "@souffleur/contracts";

// The specification's error catalogue (section 8), all of it: what is told by code, by status, where there was no
// answer, and by the screens.

/** A text for each code that has one of its own. */
const byCode = new Map<string, string>(
  Object.entries({
    INVALID_CREDENTIALS: "Invalid email or password. Please check your credentials and try again.",
    EMAIL_NOT_VERIFIED: "Please verify your email address before signing in.",
    TOKEN_EXPIRED: "Your session has expired. Please sign in again.",
    TOKEN_INVALID: "Invalid authentication token. Please sign in again.",
    ACCOUNT_PENDING_APPROVAL: "Your account is pending admin approval.",
    ACCOUNT_REJECTED: "Your account has been rejected. Please contact support.",
    ACCOUNT_SUSPENDED: "Your account has been suspended. Please contact support.",
    ACCOUNT_LOCKED:
      "Your account has been locked due to multiple failed login attempts. Please contact support.",
  } satisfies Partial<Record<ErrorCode, string>>),
);

/** Codes whose status has a text in the catalogue, but whose server text says more. */
const serverSays = new Set<string>([
  "ACCOUNT_INACTIVE",
  "TOO_MANY_ATTEMPTS",
  "ORIGIN_FORBIDDEN",
  "STT_NOT_CONFIGURED",
]);

export function textOfCode(code: string | undefined): string | undefined {
  return byCode.get(code ?? "");
}

/** The text for an answer that failed. */
export function messageForAnswer(status: number, code?: string, serverMessage?: string): string {
  const own = textOfCode(code);
  if (own !== undefined) return own;
  if (code !== undefined && serverSays.has(code) && serverMessage) return serverMessage;
  if (status === 401) return "Authentication failed. Please check your credentials.";
  if (status === 403) return "Access denied. You do not have permission to perform this action.";
  if (status === 404) return "The requested resource was not found.";
  if (status === 429) return "Too many requests. Please wait a moment and try again.";
  if (status >= 500) return "Server error. Please try again later or contact support.";
  return serverMessage || `Request failed with status ${status}`;
}

/** Texts for calls that got no answer, or none that could be read. */
export const failureTexts = {
  unreachable: "Unable to connect to the server. Please check your internet connection and try again.",
  offline: "Network connection failed. Please check your internet connection.",
  timeout: "Request timed out. Please try again.",
  unexpected: "An unexpected error occurred. Please try again.",
} as const;

export const sessionExpiredText = "Session expired. Please log in again.";

/** What a refusal without a word is told as, by what was asked. */
export const refusalTexts = {
  login: "Login failed",
  registration: "Registration failed",
  resend: "Failed to send verification email",
} as const;

/** What the screens say of their own. */
export const screenTexts = {
  login: {
    resent: "Verification email sent successfully!",
    resendFailed: "Failed to send verification email.",
  },
  registration: {
    invalid: "Please correct the errors below",
    failed: "Registration failed. Please try again.",
    next: "Registration successful! Please verify your email before signing in.",
  },
  verification: {
    sent: "Verification code sent! Please check your email.",
    linkSent: "Verification link sent! Please check your email.",
    resent: "New verification code sent!",
    linkResent: "New verification link sent!",
    verified: "Email verified successfully! You can now sign in.",
    expired: "Verification code has expired. Please request a new one.",
    invalid: "Invalid verification code. Please check and try again.",
    codeFailed: "Verification failed. Please try again.",
    codeUnreachable: "Failed to verify code. Please check your connection and try again.",
    linkFailed: "Email verification failed. The link may be expired or invalid.",
    linkUnreachable: "Failed to verify email. Please check your connection and try again.",
    sendFailed: "Failed to send verification code.",
    tooMany: "Too many failed attempts. Please wait 15 minutes before trying again.",
    blocked: "Account temporarily blocked. Please wait 15 minutes.",
  },
  admin: {
    denied: "Access denied. Admin privileges required.",
    statsFailed: "Failed to load user data. Please try again.",
    listUnreachable: "Failed to load users. Please check your connection.",
    listRefused: "Failed to load users",
    operationFailed: "Operation failed",
    decisionFailed: "Failed to process request. Please try again.",
    statusFailed: "Failed to update user status. Please try again.",
  },
  call: { microphone: "Error starting live recording. Please check microphone permissions." },
} as const;
