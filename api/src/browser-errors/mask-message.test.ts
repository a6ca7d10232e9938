import { maskMessage } from "./mask-message.ts";
import { readStack } from "./read-stack.ts";

test.each([
  ["\u202egnihton daer tonnaC\u202c", "gnihton daer tonnaC"],
  ["a\u2066b\u2069 \u200e\u200f\u061cc", "ab c"],
  ["a\u2028b\n\tc\u0000d", "a b c d"],
  // What is hidden in an address does not hide it.
  ["for marie\u200b@lumi\u202aere.example", "for [email]"],
  ["+33\u2060 6 12 34\u00ad 56 78", "[number]"],
])("a reported message shows as what it is, on one line: %j", (message, shown) => {
  expect(maskMessage(message)).toBe(shown);
});

test("the names of functions in a reported stack turn no direction", () => {
  const stack = "at \u202edaol\u2066 (https://a.example/assets/shell.11111111.js:1:2)";
  expect(readStack(stack)).toMatchObject([{ call: "daol" }]);
});
