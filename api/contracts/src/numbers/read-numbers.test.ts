import { readNumber, readNumbers } from "./read-numbers.ts";

const worth = (text: string) => readNumber(text)?.value;

describe("numbers in words", () => {
  test.each<[string, number]>([
    ["quatre-vingt-quinze mille quatre cent quatre-vingt-dix", 95_490],
    ["un million deux cent mille", 1_200_000],
    ["Trois millions deux", 3_000_002],
    ["septante et un", 71],
    ["huitante-huit", 88],
    ["octante", 80],
    ["nonante-neuf mille", 99_000],
    ["quatre vingt dix sept", 97],
    ["quatre‑vingt‑dix‑sept", 97],
    ["vingt-et-un", 21],
    ["soixante\u00a0et\u202fonze", 71],
    ["quinze cents", 1500],
    ["mille et un", 1001],
    ["deux mil", 2000],
    ["cent mille", 100_000],
    ["mille", 1000],
    ["zero", 0],
    ["deux virgule zéro cinq", 2.05],
    ["trois virgule un quatre deux cinq", 3.1425],
    ["un virgule cinq million", 1_500_000],
    ["douze point cinq", 12.5],
    ["trois et demi", 3.5],
    ["un million et demi", 1_500_000],
    ["12 mille 500", 12_500],
    ["3 millions deux", 3_000_002],
    ["12 virgule 05", 12.05],
    ["1,2 million", 1_200_000],
    ["premier", 1],
    ["vingt et unième", 21],
    ["quatre-vingt-dixieme", 90],
    ["1er", 1],
    ["1ᵉʳ", 1],
    ["2ème", 2],
    ["3e", 3],
    ["une douzaine", 12],
    ["une petite centaine", 100],
    ["deux centaines", 200],
    ["une dizaine de milliers", 10_000],
    ["une demi-douzaine", 6],
    ["un demi-million", 500_000],
    ["trois quarts", 0.75],
    ["moins quarante-deux", -42],
  ])("« %s » is %p", (text, value) => {
    expect(worth(text)).toBe(value);
  });
});

test.each<[string, string, number]>([
  ["Cela fait 12 000,50 € par an.", "12 000,50 €", 12_000.5],
  [
    "soit quatre-vingt-quinze mille quatre cent quatre-vingt-dix euros",
    "quatre-vingt-quinze mille quatre cent quatre-vingt-dix euros",
    95_490,
  ],
  ["Une remise de 12.5 %.", "12.5 %", 12.5],
  ["un million deux cent mille euros", "un million deux cent mille euros", 1_200_000],
  ["Ils ont 3 millions d’euros.", "3 millions d’euros", 3_000_000],
  ["Disons 12 k€, non ?", "12 k€", 12_000],
  ["1,2 M€ de chiffre", "1,2 M€", 1_200_000],
  ["C'est 29€/mois.", "29€", 29],
  ["C'est € 29, pas plus.", "€ 29", 29],
  ["(1'234.50 CHF)", "1'234.50 CHF", 1234.5],
  ["pour 1’234’567 francs suisses", "1’234’567 francs suisses", 1_234_567],
  ["Total -1 200,00 €.", "-1 200,00 €", -1200],
  ["douze euros cinquante par mois", "douze euros cinquante", 12.5],
  ["99 € 90, voilà", "99 € 90", 99.9],
  ["vingt euros dix licences", "vingt euros", 20],
  ["deux euros et demi", "deux euros et demi", 2.5],
  ["cinquante centimes", "cinquante centimes", 0.5],
  ["cent pour cent d'accord", "cent pour cent", 100],
  ["Entre dix et quinze pour cent.", "quinze pour cent", 15],
])("finds in « %s » %s", (text, whole, value) => {
  const found = readNumbers(text).find(({ unit }) => unit !== undefined);
  expect(text.slice(found?.start, found?.end)).toBe(whole);
  expect(found?.value).toBe(value);
});

test.each<[string, number | undefined]>([
  ["1.234", 1234],
  ["12,000", 12_000],
  ["0,125", 0.125],
  ["1234,567", 1234.567],
  ["1 234,567", 1234.567],
  ["1.234.567", 1_234_567],
  ["12,34,567", 1_234_567],
  ["1,234,56", undefined],
  ["1.234 567", undefined],
  ["1 23 456", undefined],
  ["10,20,30", undefined],
  ["007", undefined],
  ["1e9", undefined],
  ["1234567890123456", undefined],
])("the ambiguous %s is %p", (text, value) => {
  expect(worth(text)).toBe(value);
});

test.each([
  ...[
    "06 12 34 56 78",
    "+33 6 12 34 56 78",
    "le 10/12/2026",
    "2026-12-10",
    "à 14:30",
    "à 14h30",
    "version 2.14.3",
  ],
  ...["la commande CMD-2024-00123", "en 4G ou H2O", "les deux-roues", "12 000 25 €", "vingt trente"],
  ...["quatre cinq trois neuf", "cent vingt cent euros", "deux mille mille", "zéro six douze", "12 deux €"],
  ...["10-12 %", ".5", "2½", "10²", "99999999999999999999 €"],
  "des centaines, le million, le tiers, la demi-heure",
])("no part of something longer is read: « %s »", (text) => {
  expect(readNumbers(text)).toEqual([]);
});
