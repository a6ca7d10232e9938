import { RequestError } from "@souffleur/shared-ui";
import { codeProblem, linkProblem, sendProblem } from "./verification-texts.ts";

const api = (serverMessage: string) => new RequestError("api", "catalogue", { serverMessage });
const coded = (code: string) => new RequestError("api", "catalogue", { code });
const network = new RequestError("network", "Network connection failed.");

test.each([
  [api("This code has Expired."), "expired", "Verification code has expired. Please request a new one."],
  [coded("CODE_EXPIRED"), "expired", "Verification code has expired. Please request a new one."],
  [api("Invalid code"), "invalid", "Invalid verification code. Please check and try again."],
  [coded("CODE_INVALID"), "invalid", "Invalid verification code. Please check and try again."],
  [
    coded("TOO_MANY_ATTEMPTS"),
    "blocked",
    "Too many failed attempts. Please wait 15 minutes before trying again.",
  ],
  [api("The server is on fire"), "other", "The server is on fire"],
  [
    new RequestError("api", "catalogue", { code: "RATE_LIMITED", serverMessage: "Too many requests." }),
    "other",
    "Too many requests.",
  ],
  [api(""), "other", "Verification failed. Please try again."],
  [network, "other", "Failed to verify code. Please check your connection and try again."],
])("the failure of a code has its text: %#", (error, kind, text) => {
  expect(codeProblem(error)).toEqual({ kind, text });
});

test("a refused link and a network failure have different texts", () => {
  expect(linkProblem(api("LINK"))).toBe("Email verification failed. The link may be expired or invalid.");
  expect(linkProblem(network)).toBe("Failed to verify email. Please check your connection and try again.");
});

test("a failed request for a mail shows the server's error, or the specification's text", () => {
  expect(sendProblem(api("Please wait."))).toBe("Please wait.");
  for (const silent of [api(""), coded("INTERNAL"), network, new Error()])
    expect(sendProblem(silent)).toBe("Failed to send verification code.");
});
