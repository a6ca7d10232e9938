import { stem, wordsOf } from "./french-stem.ts";

const one = (text: string) => new Set(wordsOf(text).map(stem)).size;

test.each([
  "cher chère chers chères",
  "rappeler rappelez rappelle rappellerai rappelons",
  "intéressé intéressée intéressant intéressante intéresse",
  "content contente contents contentes",
  "résilier résilie résiliation résilié",
  "décision décisions",
  "concurrent concurrents concurrence concurrente",
  "intégrer intégration intégré",
  "coûte coûter coûtent coûtera coûtait",
  "hésite hésiter hésitez hésitons hésitait",
  "Rembourser remboursement REMBOURSÉ",
])("gives %s one stem", (forms) => {
  expect(one(forms)).toBe(1);
});

test.each(["prix prise prie", "contrat content", "donner date", "budget but"])("keeps %s apart", (words) => {
  expect(one(words)).toBe(wordsOf(words).length);
});

test("splits at apostrophes and marks, and folds accents and ligatures", () => {
  expect(wordsOf("L’été, c'est l'ŒUVRE : 12 000 €…")).toEqual([
    "l",
    "ete",
    "c",
    "est",
    "l",
    "oeuvre",
    "12",
    "000",
  ]);
});

test("two numbers have one stem only where they are the same", () => {
  expect(one("10 100 1000 11 1")).toBe(5);
});
