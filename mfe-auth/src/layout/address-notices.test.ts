import { noticesFromAddress } from "./address-notices.ts";

const from = (query: Record<string, string>) => noticesFromAddress(new URLSearchParams(query));
const textOf = (message: string) => from({ message })[0]?.text;

test.each([
  ["error", "error", "Session expired. Please log in again."],
  ["message", "success", "Registration successful! Please verify your email before signing in."],
  ["message", "success", "Email verified successfully! You can now sign in."],
])("an %s with a text of the product is not marked", (name, kind, text) => {
  expect(from({ [name]: text })).toEqual([{ kind, text }]);
});

test.each([
  ["error", "error", "Your account is locked. Call 0800 123 456."],
  ["message", "success", "Email verified successfully! You can now sign in. Call 0800 123 456."],
  ["message", "success", "email verified successfully! You can now sign in."],
  // A text of the product, with the wrong parameter.
  ["error", "error", "Email verified successfully! You can now sign in."],
  ["message", "success", "Session expired. Please log in again."],
])("any other %s is marked as foreign: %s %s", (name, kind, text) => {
  expect(from({ [name]: text })).toEqual([{ kind, text, foreign: true }]);
});

test("an address can have both, the error comes first", () => {
  expect(from({ message: "Welcome", error: "No" })).toEqual([
    { kind: "error", text: "No", foreign: true },
    { kind: "success", text: "Welcome", foreign: true },
  ]);
});

test.each(["", "  ", "\u200b\u202e\u0000", "\u3164\u00ad"])(
  "an invisible text gives no notice: %j",
  (text) => {
    expect(from({ message: text, error: text })).toEqual([]);
  },
);

test.each([
  ["one\nline\r\nof\ttext", "one line of text"],
  ["a\u202eb\u2066c\u200dd\ufeffe", "abcde"],
  ["\u001b[31mred\u0000", "[31mred"],
  [`Z${"\u0351".repeat(40)}algo`, "Z\u0351\u0351algo"],
  ["  wide \u3000\u00a0 space ", "wide space"],
  ["<b>bold</b>", "<b>bold</b>"],
])("characters that could disguise other text are removed from %j", (given, shown) => {
  expect(textOf(given)).toBe(shown);
});

test("a long text is truncated between characters", () => {
  const cut = textOf("😀".repeat(5000)) ?? "";
  expect(Array.from(cut)).toHaveLength(200);
  expect(cut).toBe(`${"😀".repeat(199)}…`);
  expect(textOf("x".repeat(200))).toBe("x".repeat(200));
});

test("in French the product's texts are not marked either, and keep their spaces", async () => {
  jest.resetModules();
  localStorage.setItem("souffleur.language", "fr");
  const { loadSharedTexts, screenTexts } = await import("@souffleur/shared-ui");
  await loadSharedTexts();
  const french = await import("./address-notices.ts");
  localStorage.clear();
  for (const text of [screenTexts.registration.next, screenTexts.verification.verified]) {
    expect(text).toContain("\u202f!");
    const search = new URLSearchParams({ message: text });
    expect(french.noticesFromAddress(search)).toEqual([{ kind: "success", text }]);
  }
});
