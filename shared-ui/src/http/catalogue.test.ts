import { messageForAnswer } from "./catalogue.ts";

test.each([
  [401, "INVALID_CREDENTIALS", "Invalid email or password. Please check your credentials and try again."],
  [401, "EMAIL_NOT_VERIFIED", "Please verify your email address before signing in."],
  [401, "SESSION_EXPIRED", "Session expired. Please log in again."],
  [401, undefined, "Authentication failed. Please check your credentials."],
  [401, "TOKEN_EXPIRED", "Your session has expired. Please sign in again."],
  [401, "TOKEN_INVALID", "Invalid authentication token. Please sign in again."],
  [403, "ACCOUNT_PENDING_APPROVAL", "Your account is pending admin approval."],
  [403, "ACCOUNT_REJECTED", "Your account has been rejected. Please contact support."],
  [403, "ACCOUNT_SUSPENDED", "Your account has been suspended. Please contact support."],
  [
    403,
    "ACCOUNT_LOCKED",
    "Your account has been locked due to multiple failed login attempts. Please contact support.",
  ],
  [403, "ACCOUNT_INACTIVE", "Your account has been deactivated. Please contact support."],
  [403, "ORIGIN_FORBIDDEN", "Access denied. This request did not come from an allowed origin."],
  [403, "FORBIDDEN", "Access denied. You do not have permission to perform this action."],
  [403, undefined, "Access denied. You do not have permission to perform this action."],
  [404, "NOT_FOUND", "The requested resource was not found."],
  [429, "RATE_LIMITED", "Too many requests. Please wait a moment and try again."],
  [429, "TOO_MANY_ATTEMPTS", "Too many failed attempts. Please wait 15 minutes before trying again."],
  [503, "STT_NOT_CONFIGURED", "Transcription is off: no recognizer is configured on this server."],
  [500, "INTERNAL", "Server error. Please try again later or contact support."],
  [503, "DATABASE_UNAVAILABLE", "Server error. Please try again later or contact support."],
  [502, undefined, "Server error. Please try again later or contact support."],
] as const)("%d %s is shown with the text of the catalogue", (status, code, text) => {
  expect(messageForAnswer(status, code, "the server's own words")).toBe(text);
});

test("another status shows the server's message, or its number", () => {
  expect(messageForAnswer(409, "INVALID_TRANSITION", "This account was decided already.")).toBe(
    "This account was decided already.",
  );
  expect(messageForAnswer(418)).toBe("Request failed with status 418");
});
