import { ErrorCode, errorCatalogue } from "@souffleur/contracts";
import { messageForAnswer } from "./catalogue.ts";

const own = "the server's own words";
const wrong = "Server error. Please try again later or contact support.";

// The texts of the specification are held by the contracts' test of their catalogue.
test.each(ErrorCode.options.filter((code) => "shown" in errorCatalogue[code]))(
  "%s is shown with the text of the catalogue",
  (code) => {
    const { status, text } = errorCatalogue[code];
    expect(messageForAnswer(status, code, own)).toBe(text);
  },
);

test.each([
  [401, undefined, "Authentication failed. Please check your credentials."],
  [403, "ACCOUNT_INACTIVE", "Your account has been deactivated. Please contact support."],
  [403, "ORIGIN_FORBIDDEN", "Access denied. This request did not come from an allowed origin."],
  [403, undefined, "Access denied. You do not have permission to perform this action."],
  [503, "STT_NOT_CONFIGURED", "Transcription is off: no recognizer is configured on this server."],
  [503, "DATABASE_UNAVAILABLE", wrong],
  [502, undefined, wrong],
  [409, "INVALID_TRANSITION", own],
] as const)("%d %s is shown as: %s", (status, code, text) => {
  expect(messageForAnswer(status, code, own)).toBe(text);
});

test("a status without any text shows its number", () => {
  expect(messageForAnswer(418)).toBe("Request failed with status 418");
});
