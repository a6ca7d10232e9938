import fc from "fast-check";
import { fold, foldedWords, joinedWords } from "./fold.ts";

/** Spellings of the same text. */
const same: readonly (readonly string[])[] = [
  ["walesa", "Wałęsa", "WAŁĘSA", "wa\u0142e\u0328sa"],
  ["o'brien", "O’Brien", "O‘Brien", "OʼBrien", "o`brien", "o´brien", "O＇BRIEN", "o′brien"],
  [
    "jean-pierre",
    "Jean‑Pierre",
    "Jean–Pierre",
    "Jean—Pierre",
    "Jean−Pierre",
    "Jean\u00ad-Pierre",
    "Jean－Pierre",
  ],
  ["coeur", "cœur", "CŒUR", "c\u0153ur"],
  ["strasse", "Straße", "STRAẞE", "ſtraſſe"],
  ["soren", "Søren", "SØREN", "so\u0338ren"],
  ["kofi", "Kɔfi", "KƆFI", "Ƙofi"],
  ["eliyev", "Əliyev", "ƏLİYEV"],
  ["budi-o'neill", "Ɓudi˗OʽNeill", "ɓudi-o՚neill", "BUDI‒OꞋNEILL", "Budi-O׳Neill"],
  ["dordevic", "Đorđević", "đorđevic"],
  ["thor", "Þór", "þor"],
  ["istanbul", "İstanbul", "Istanbul", "ıstanbul"],
  ["2 rue de l'ete", "2\u00a0rue\u202fde\u2009l’été", "２ rue de l'ÉTÉ", "٢ rue de l\u2019e\u0301te\u0301"],
  ["nguyen", "Nguyễn", "NGUYÊN"],
  ["еж", "ёж", "ЁЖ"],
  ["σοφοσ", "Σοφός", "ΣΟΦΟΣ", "σοφοσ"],
  ["محمد", "مُحَمَّد", "محـــمد"],
  ["احمد", "أحمد", "اَحمَد", "ٱحمد"],
  ["فاطمه", "فاطمة", "ﻓﺎﻃﻤﺔ"],
  ["علي", "علی", "على", "ﻋﻠﻲ"],
  ["كريم", "کریم"],
  ["гончаров", "Ґончаров", "ҐОНЧАРОВ"],
  ["finance", "ﬁnance", "ｆｉｎａｎｃｅ", "fi\u200bnance", "\ufefffinance"],
];

test.each(same.map((texts) => [texts[0] ?? "", texts] as const))("%s", (folded, texts) => {
  expect(texts.map(fold)).toEqual(texts.map(() => folded));
});

test("other scripts keep their letters", () => {
  expect(foldedWords("Клиент 漢字 हिन्दी ไทย, merci !")).toEqual(["клиент", "漢字", "हिन्दी", "ไทย", "merci"]);
  expect(foldedWords("м²; ½")).toEqual(["м2", "1", "2"]);
});

test("every space is one kind, in texts of ASCII alone as in others", () => {
  for (const space of "\t\n\v\f\r \u00a0\u2028")
    expect([fold(`A${space}B`), fold(`É${space}B`)]).toEqual(["a b", "e b"]);
});

test("names that marks join are found without them", () => {
  expect(joinedWords("O’Brien-Lévêque")).toEqual(["o", "brien", "leveque", "obrienleveque"]);
});

const letter = fc.constantFrom(..."aéÈœÆßłØđÞıİſςΣёЙ’´‑–−\u00ad\u200d\u0301\u00a0\u2009 ٣３ﬁxZ9-'");
const text = fc.array(letter, { maxLength: 12 }).map((parts) => parts.join(""));

test("is the folds of its characters, and is folded already", () => {
  fc.assert(
    fc.property(text, (one) => {
      const folded = fold(one);
      expect(Array.from(one, fold).join("")).toBe(folded);
      expect(fold(folded)).toBe(folded);
      expect(fold(one.toUpperCase())).toBe(fold(one.toUpperCase().toLowerCase()));
    }),
    { numRuns: 500 },
  );
});
