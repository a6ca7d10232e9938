import { ErrorCode, errorCatalogue } from "./error-codes.ts";

/** The specification's error catalogue, and its text for a session that cannot be renewed. */
const specified: [ErrorCode, number, string][] = [
  ["INVALID_CREDENTIALS", 401, "Invalid email or password. Please check your credentials and try again."],
  ["EMAIL_NOT_VERIFIED", 401, "Please verify your email address before signing in."],
  ["TOKEN_EXPIRED", 401, "Your session has expired. Please sign in again."],
  ["TOKEN_INVALID", 401, "Invalid authentication token. Please sign in again."],
  ["SESSION_EXPIRED", 401, "Session expired. Please log in again."],
  ["ACCOUNT_PENDING_APPROVAL", 403, "Your account is pending admin approval."],
  ["ACCOUNT_REJECTED", 403, "Your account has been rejected. Please contact support."],
  ["ACCOUNT_SUSPENDED", 403, "Your account has been suspended. Please contact support."],
  [
    "ACCOUNT_LOCKED",
    403,
    "Your account has been locked due to multiple failed login attempts. Please contact support.",
  ],
  ["FORBIDDEN", 403, "Access denied. You do not have permission to perform this action."],
  ["NOT_FOUND", 404, "The requested resource was not found."],
  ["RATE_LIMITED", 429, "Too many requests. Please wait a moment and try again."],
  ["TOO_MANY_ATTEMPTS", 429, "Too many failed attempts. Please wait 15 minutes before trying again."],
  ["INTERNAL", 500, "Server error. Please try again later or contact support."],
];

test.each(specified)("%s has the specification's status %d and text", (code, status, text) => {
  expect(errorCatalogue[code]).toEqual({ status, text, shown: true });
});

/** Those that the specification lacks. */
const further: [ErrorCode, number][] = [
  ["VALIDATION_ERROR", 400],
  ["CODE_INVALID", 400],
  ["CODE_EXPIRED", 400],
  ["LINK_INVALID", 400],
  ["LINK_EXPIRED", 400],
  ["PASSKEY_INVALID", 400],
  ["SSO_FAILED", 400],
  ["MALFORMED_JSON", 400],
  ["ACCOUNT_INACTIVE", 403],
  ["PROOF_REQUIRED", 403],
  ["PASSKEY_REQUIRED", 403],
  ["SSO_REQUIRED", 403],
  ["SSO_REFUSED", 403],
  ["ORIGIN_FORBIDDEN", 403],
  ["INVALID_TRANSITION", 409],
  ["CUSTOMER_EXISTS", 409],
  ["REQUEST_TOO_SLOW", 408],
  ["PAYLOAD_TOO_LARGE", 413],
  ["UNSUPPORTED_MEDIA_TYPE", 415],
  ["HEADERS_TOO_LARGE", 431],
  ["DATABASE_UNAVAILABLE", 503],
  ["SSO_UNAVAILABLE", 503],
  ["SERVER_BUSY", 503],
  ["STT_NOT_CONFIGURED", 503],
  ["STT_UNAVAILABLE", 503],
];

test.each(further)("%s has the status %d", (code, status) => {
  expect(errorCatalogue[code].status).toBe(status);
});

test("each code's status is fixed by one of these tables", () => {
  const fixed = [...specified, ...further].map(([code]) => code);
  expect(fixed.toSorted()).toEqual(ErrorCode.options.toSorted());
});

test.each(ErrorCode.options)("%s has a text", (code) => {
  expect(errorCatalogue[code].text).toMatch(/^[A-Z].{10,}$/);
});

test("the texts of verification codes contain the words that the screen looks for", () => {
  expect(errorCatalogue.CODE_EXPIRED.text).toContain("expired");
  expect(errorCatalogue.CODE_INVALID.text).toContain("invalid");
});
