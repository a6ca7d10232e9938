import { visibleText } from "./fields.ts";
import { SingleSignOnInput } from "./sso.ts";

test.each(["", "   ", "\u200B", "\u2060\u200D", "\u00AD\u00A0", "\u3164\u2800", "?", "👍", "é", "123"])(
  "a text for people, %j, is taken where it shows something, and missing otherwise",
  (given) => {
    const { data, error } = visibleText("Whisper", 20).safeParse(given);
    const isShown = ["?", "👍", "é", "123"].includes(given);
    expect(data).toBe(isShown ? given : undefined);
    expect(error?.issues.map(({ message }) => message)).toEqual(
      isShown ? undefined : ["Whisper is required"],
    );
  },
);

test.each([
  ["Société.fr", ["xn--socit-esab.fr"]],
  ["acme.example", ["acme.example"]],
  ...["@acme.example", "acme", "acme.example/x", "a b.fr", "acme..fr"].map(
    (typed) => [typed, undefined] as const,
  ),
] as const)("the domain %s of single sign-on is %j, as addresses have it", (typed, stored) => {
  expect(SingleSignOnInput.shape.domains.safeParse([typed]).data).toEqual(stored);
});
