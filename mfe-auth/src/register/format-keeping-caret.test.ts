import { formatPhone, phoneDigits } from "@souffleur/contracts";
import fc from "fast-check";
import { formatFrenchPhone } from "./format-french-phone.ts";
import { formatKeepingCaret } from "./format-keeping-caret.ts";

test.each([
  ["0", 1, "(0", 2],
  ["(061", 4, "(061", 4],
  ["(0612", 5, "(061) 2", 7],
  ["0612345678", 10, "(061) 234-5678", 14],
  ["33612345678", 11, "+3 (361) 234-5678", 17],
])("%s with the caret at %d becomes %s with the caret at %d", (typed, caret, value, at) => {
  expect(formatKeepingCaret(typed, caret)).toEqual({ value, caret: at });
});

test("after a digit is deleted in the middle, the caret stays between the same digits", () => {
  // "(061) 234-5678" without its 3, the caret at its place.
  expect(formatKeepingCaret("(061) 24-5678", 7)).toEqual({ value: "(061) 245-678", caret: 7 });
});

test.each([
  ["deleteContentBackward", "(061)234-5678", 5, "(062) 345-678", 3],
  ["deleteContentForward", "(061 234-5678", 4, "(061) 345-678", 4],
  ["deleteContentBackward", "061) 234-5678", 0, "(061) 234-5678", 0],
  ["deleteByCut", "(061 234-5678", 4, "(061) 234-5678", 4],
])(
  "%s of a character of the format removes the digit next to it: %s at %d",
  (inputType, typed, caret, value, at) => {
    expect(formatKeepingCaret(typed, caret, inputType)).toEqual({ value, caret: at });
  },
);

test.each([
  ["0612345678", "06 12 34 56 78"],
  ["06123", "06 12 3"],
  ["33612345678", "+33 6 12 34 56 78"],
  ["+336", "+33 6"],
  ["+33", "+33"],
  ["+3", "+3"],
  ["+1 415 555 0100", "+1 415 555 0100"],
  ["06.12.34.56.78", "06 12 34 56 78"],
  ["061234567890", "06 12 34 56 78 90"],
  ["003", "003"],
  ["0033612345678", "0033 6 12 34 56 78"],
  ["+33 (0)612345678", "+33 (0)6 12 34 56 78"],
  ["+330", "+33 (0)"],
  ["0033 06", "0033 (0)6"],
  ["001 415 555 0100", "001 415 555 0100"],
])("in French %s becomes %s", (typed, value) => {
  expect(formatKeepingCaret(typed, typed.length, "", formatFrenchPhone)).toEqual({
    value,
    caret: value.length,
  });
});

test("in French the sign after a deleted digit of the trunk goes with it", () => {
  expect(formatKeepingCaret("+33 (0", 6, "deleteContentBackward", formatFrenchPhone)).toEqual({
    value: "+33",
    caret: 3,
  });
});

test("what is stored is the same in either language", () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[+0]?[\d ().-]{10,18}$/), (typed) => {
      expect(formatPhone(formatFrenchPhone(typed))).toBe(formatPhone(typed));
    }),
  );
});

test.each([formatPhone, formatFrenchPhone])(
  "%p: no digit is lost, and the caret stays behind the same digits",
  (format) => {
    fc.assert(
      fc.property(fc.stringMatching(/^[\d ()+-]{0,20}$/), fc.nat(20), (typed, position) => {
        const caret = Math.min(position, typed.length);
        const result = formatKeepingCaret(typed, caret, "", format);
        expect(phoneDigits(result.value)).toBe(phoneDigits(typed));
        expect(phoneDigits(result.value.slice(0, result.caret))).toBe(phoneDigits(typed.slice(0, caret)));
      }),
    );
  },
);
