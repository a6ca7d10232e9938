import { type ErrorCode, errorCatalogue } from "@souffleur/contracts";
import { contractText, inLanguage, t } from "../texts/texts.ts";

// The specification's texts for failures that are not in the contracts' catalogue: texts by status, texts for calls without
// an answer, and the screens' own texts.

export function textOfCode(code = ""): string | undefined {
  const entry: { text: string; shown?: true } | undefined = errorCatalogue[code as ErrorCode];
  return entry?.shown && contractText(entry.text);
}

/** The text for an answer that failed. */
export function messageForAnswer(status: number, code?: string, serverMessage?: string): string {
  const own = textOfCode(code);
  if (own !== undefined) return own;
  if (status === 401) return t("Authentication failed. Please check your credentials.");
  if (status === 403) return contractText(errorCatalogue.FORBIDDEN.text);
  if (status === 404) return contractText(errorCatalogue.NOT_FOUND.text);
  if (status === 429) return contractText(errorCatalogue.RATE_LIMITED.text);
  if (status >= 500) return contractText(errorCatalogue.INTERNAL.text);
  return serverMessage || t("Request failed with status {status}", { status: String(status) });
}

/** Texts for calls without an answer, or with one that could not be read. */
export const failureTexts = inLanguage({
  unreachable: "Unable to connect to the server. Please check your internet connection and try again.",
  offline: "Network connection failed. Please check your internet connection.",
  timeout: "Request timed out. Please try again.",
  unexpected: "An unexpected error occurred. Please try again.",
});

export const tokenInvalidText = () => contractText(errorCatalogue.TOKEN_INVALID.text);
export const sessionExpiredText = () => contractText(errorCatalogue.SESSION_EXPIRED.text);

/** Texts for refusals that have none, by request. */
export const errorTexts = inLanguage({
  login: "Login failed",
  registration: "Registration failed",
  resend: "Failed to send verification email",
});

/** The screens' own texts. */
export const screenTexts = inLanguage({
  login: {
    resent: "Verification email sent successfully!",
    resendFailed: "Failed to send verification email.",
  },
  registration: {
    invalid: "Please correct the errors below",
    failed: "Registration failed. Please try again.",
    next: "Registration successful! Please verify your email before signing in.",
  },
  invitation: {
    accepted: "Your account is ready. You can now sign in.",
  },
  password: {
    chosen: "Your new password is set. You can now sign in.",
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
    tooMany: () => contractText(errorCatalogue.TOO_MANY_ATTEMPTS.text),
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
});
