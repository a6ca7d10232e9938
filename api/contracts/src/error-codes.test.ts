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

/** Those that the specification lacks, by status. */
const further: Record<number, string> = {
  400: "VALIDATION_ERROR CODE_INVALID CODE_EXPIRED LINK_INVALID LINK_EXPIRED PASSKEY_INVALID PASSKEY_UNKNOWN SSO_FAILED MALFORMED_JSON",
  403: "ACCOUNT_INACTIVE PROOF_REQUIRED PASSKEY_REQUIRED SSO_REQUIRED SSO_REFUSED ORIGIN_FORBIDDEN",
  408: "REQUEST_TOO_SLOW",
  409: "INVALID_TRANSITION LIMIT_REACHED CUSTOMER_EXISTS CUSTOMER_AMBIGUOUS",
  413: "PAYLOAD_TOO_LARGE",
  415: "UNSUPPORTED_MEDIA_TYPE",
  431: "HEADERS_TOO_LARGE",
  503: "DATABASE_UNAVAILABLE SSO_UNAVAILABLE SERVER_BUSY STT_NOT_CONFIGURED STT_UNAVAILABLE",
};

test("each code has a text, and its status is fixed by one of these tables", () => {
  const fixed = [
    ...specified.map(([code, status]) => [code, status]),
    ...Object.entries(further).flatMap(([status, codes]) =>
      codes.split(" ").map((code) => [code, Number(status)]),
    ),
  ];
  const defined = ErrorCode.options.map((code) => [code, errorCatalogue[code].status]);
  expect(fixed.toSorted()).toEqual(defined.toSorted());
  for (const code of ErrorCode.options) expect(errorCatalogue[code].text).toMatch(/^[A-Z].{10,}$/);
});

test("the texts of verification codes contain the words that the screen looks for", () => {
  expect(errorCatalogue.CODE_EXPIRED.text).toContain("expired");
  expect(errorCatalogue.CODE_INVALID.text).toContain("invalid");
});
