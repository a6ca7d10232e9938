import { limits } from "../limits.ts";
import { commonPasswords, isCommonPassword } from "./common-passwords.ts";
import { passwordScore } from "./password.ts";
import { registrationFields } from "./registration.ts";

const refusal = "This is one of the most common passwords. Choose another one.";
const messageFor = (password: string) =>
  registrationFields.password.safeParse(password).error?.issues[0]?.message;

test("at most 500 are refused beyond the rule, each of which meets it", () => {
  const all = [...commonPasswords()];
  expect(all.length).toBeGreaterThan(400);
  expect(all.length).toBeLessThanOrEqual(500);
  const weak = all.filter(
    (one) => one.length < limits.passwordMin || passwordScore(one) < limits.passwordScoreMin,
  );
  expect(weak).toEqual([]);
  expect(all.filter((one) => messageFor(one) !== refusal)).toEqual([]);
});

test.each([
  ["Password1", refusal],
  ["Password123!", refusal],
  ["P@ssw0rd", refusal],
  ["Azerty123!", refusal],
  ["Motdepasse1", refusal],
  ["Souffleur1!", refusal],
  ["1qaz2wsx3edc", refusal],
  // Full-width letters are the same to the server.
  ["Ｐassword1", refusal],
  // The rule of the specification decides everything else, also words of a dictionary and signs for letters.
  ["Ateliers2026!", undefined],
  ["Éléphant1", undefined],
  ["Soleil!123", undefined],
  ["Welcome2026!", undefined],
  ["Monkeymonkey1!", undefined],
  ["Camille1987", undefined],
  ["PASSWORD-1", undefined],
  ["Password1 ", undefined],
  ["Correct-Horse-7", undefined],
  ["山田さんのパスワード1!", undefined],
  ["toString1!", undefined],
  // Its own messages come first.
  ["", "Password is required"],
  ["Pass1!", "Minimum 8 characters required"],
  ["password1", "Add uppercase, numbers or symbols for better security"],
  ["Password", "Add uppercase, numbers or symbols for better security"],
  [`Password1${"!".repeat(200)}`, "Password is too long (max 128 characters)"],
])("the password %j: %s", (password, message) => {
  expect(messageFor(password)).toBe(message);
});

test.each([
  "a".repeat(10_000),
  "1!".repeat(64),
  "İ".repeat(128),
  "ﷺ".repeat(128),
  "\ud800",
  "\u0000".repeat(9),
])("a hostile text is none of them", (text) => {
  expect(isCommonPassword(text)).toBe(false);
});
