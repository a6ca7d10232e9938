import fc from "fast-check";
import { fold } from "./fold.ts";

/** Of Greek, the iota below a letter, which is a letter in capitals; of Cyrillic, forms of print; no orthography has them today. */
const ofOldPrint = /[\u0345\u1c80-\u1c88\u1f80-\u1fff]/u;

test("every character of Unicode is folded once and for all, in both cases and all normal forms", () => {
  const differing: string[] = [];
  for (let code = 0; code <= 0x1ffff; code += 1) {
    if (code >= 0xd800 && code < 0xe000) continue;
    const one = String.fromCodePoint(code);
    const folded = fold(one);
    const others = [folded, one.normalize("NFC"), one.toLowerCase(), one.toUpperCase()];
    // What takes a place of its own ("´") is a mark in the compatible forms.
    if (!/^\p{Sk}$/u.test(one)) others.push(one.normalize("NFD"), one.normalize("NFKC"));
    if (!ofOldPrint.test(one) && others.some((other) => fold(other) !== folded))
      differing.push(`${code.toString(16)} ${one}`);
  }
  expect(differing).toEqual([]);
});

test("takes any text", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (one) => {
      expect(fold(fold(one))).toBe(fold(one));
    }),
    { numRuns: 3000 },
  );
});
