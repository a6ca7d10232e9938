import { RequestError } from "@souffleur/shared-ui";
import { codeProblem, linkProblem, sendProblem } from "./verification-texts.ts";

const api = (serverMessage: string) => new RequestError("api", "catalogue", { serverMessage });
const network = new RequestError("network", "Network connection failed.");

test.each([
  [api("This code has Expired."), "Verification code has expired. Please request a new one.", true, false],
  [api("Invalid code"), "Invalid verification code. Please check and try again.", false, true],
  [api("The server is on fire"), "The server is on fire", false, false],
  [api(""), "Verification failed. Please try again.", false, false],
  [network, "Failed to verify code. Please check your connection and try again.", false, false],
])("a code's failure %# has its text", (error, text, expired, counts) => {
  expect(codeProblem(error)).toEqual({ text, expired, counts });
});

test("a link's failure is told apart from a network's", () => {
  expect(linkProblem(api("LINK"))).toBe("Email verification failed. The link may be expired or invalid.");
  expect(linkProblem(network)).toBe("Failed to verify email. Please check your connection and try again.");
});

test("a mail that could not be asked for shows the server's words", () => {
  expect(sendProblem(api("Please wait."))).toBe("Please wait.");
  expect(sendProblem(new Error())).toBe("Failed to send verification code.");
});
