import { fold } from "@souffleur/contracts/fold";
import fc from "fast-check";
import { findMatches } from "./find-matches.ts";

const found = (text: string, query: string) =>
  findMatches(text, query).map(({ start, end }) => text.slice(start, end));

test.each([
  ["Le numéro est PRÉT.", "numero", ["numéro"]],
  ["Le numéro est PRÊT.", "pret", ["PRÊT"]],
  ["l’offre et l'offre", "l'offre", ["l’offre", "l'offre"]],
  ["Ma sœur a du cœur", "soeur", ["sœur"]],
  ["aaaa", "aa", ["aa", "aa"]],
  ["rien", "  ", []],
  ["😀 élan", "elan", ["élan"]],
  ["e\u0301tage", "étage", ["e\u0301tage"]],
  ["Wałęsa, Müßig et Ångström", "walesa", ["Wałęsa"]],
  ["Wałęsa, Müßig et Ångström", "mussig", ["Müßig"]],
  ["un rendez‑vous, un rendez\u2013vous", "rendez-vous", ["rendez‑vous", "rendez\u2013vous"]],
  ["12\u202f000\u00a0€", "12 000 €", ["12\u202f000\u00a0€"]],
  ["ren\u00addez", "rendez", ["ren\u00addez"]],
  ["Ёлка и ёж", "еж", ["ёж"]],
  ["Ὀδυσσεύς", "οδυσσευσ", ["Ὀδυσσεύς"]],
  ["İstanbul, ılık", "istanbul", ["İstanbul"]],
  ["ﬁnance ﾃｽﾄ", "fin", ["ﬁn"]],
])("in %j finds %j", (text, query, expected) => {
  expect(found(text, query)).toEqual(expected);
});

test("finds a match exactly if the folded text contains the folded query", () => {
  const text = fc.string({
    unit: fc.constantFrom("a", "é", "E", "œ", "ç", "’", "'", " ", "\u0301"),
    maxLength: 9,
  });
  fc.assert(
    fc.property(text, text, (whole, wanted) => {
      const query = fold(wanted.trim());
      expect(findMatches(whole, wanted).length > 0).toBe(query !== "" && fold(whole).includes(query));
    }),
  );
});

test("finds matches in order and without overlaps", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme" }), fc.string({ unit: "grapheme" }), (before, text) => {
      const whole = `${before}${text}`;
      const matches = findMatches(whole, text);
      let at = 0;
      for (const { start, end } of matches) {
        expect(start).toBeGreaterThanOrEqual(at);
        expect(end).toBeGreaterThan(start);
        at = end;
      }
      expect(at).toBeLessThanOrEqual(whole.length);
    }),
  );
});
