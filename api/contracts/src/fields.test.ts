import { visibleText } from "./fields.ts";
import { SingleSignOnInput } from "./sso.ts";

test.each(["", "   ", "\u200B", "\u2060\u200D", "\u00AD\u00A0", "\u3164\u2800"])(
  "a text for people that shows nothing, %j, is missing",
  (given) => {
    const { error } = visibleText("Whisper", 20).safeParse(given);
    expect(error?.issues.map(({ message }) => message)).toEqual(["Whisper is required"]);
  },
);

test.each(["?", "👍", "é", "123"])("a text for people of one visible sign, %s, is taken", (given) => {
  expect(visibleText("Whisper", 20).safeParse(given).data).toBe(given);
});

test.each([
  ["Société.fr", "xn--socit-esab.fr"],
  ["acme.example", "acme.example"],
])("the domain %s of single sign-on is %s, as addresses have it", (typed, stored) => {
  expect(SingleSignOnInput.shape.domains.safeParse([typed]).data).toEqual([stored]);
});

test.each(["@acme.example", "acme", "acme.example/x", "a b.fr", "acme..fr"])(
  "%s is no domain of single sign-on",
  (typed) => {
    expect(SingleSignOnInput.shape.domains.safeParse([typed]).success).toBe(false);
  },
);
