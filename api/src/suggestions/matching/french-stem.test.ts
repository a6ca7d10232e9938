import { stem, wordsOf } from "./french-stem.ts";

const stemCount = (text: string) => new Set(wordsOf(text).map(stem)).size;

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
])("%s have one stem", (forms) => {
  expect(stemCount(forms)).toBe(1);
});

test.each(["prix prise prie", "contrat content", "donner date", "budget but"])(
  "%s have different stems",
  (words) => {
    expect(stemCount(words)).toBe(wordsOf(words).length);
  },
);

test("splits at apostrophes and marks, and folds accents and ligatures", () => {
  expect(wordsOf("L’été, c'est l'ŒUVRE : 12 000 €…").join(" ")).toBe("l ete c est l oeuvre 12 000");
});

test("different numbers have different stems", () => {
  expect(stemCount("10 100 1000 11 1")).toBe(5);
});
