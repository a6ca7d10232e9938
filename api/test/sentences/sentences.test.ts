import { fingerprint } from "../../bench/sentences/examples.ts";
import { classOf, judgeSentences, sharesOf } from "../../bench/sentences/judge.ts";
import { type Label, labelledScripts } from "../../bench/sentences/labelled-sentences.ts";
import trained from "../../src/suggestions/moments/trained.json" with { type: "json" };

/**
 * In percent, as `api/docs/benchmarks.md` says. Goals of both halves: 97 right or harmless, 1 wrong, 85 right where a reply is
 * due, 97 silent where no reply answers.
 */
test.each([
  ["known", { rightOrHarmless: 59, wrong: 0.7, right: 40, silence: 96.2 }],
  ["heldOut", { rightOrHarmless: 58.2, wrong: 3.4, right: 17.4, silence: 83.7 }],
] as const)("of the labelled sentences (%s), so many are right and no more are wrong", async (half, held) => {
  const { figures, faults } = await judgeSentences(half);
  const { rightOrHarmless, wrong, right, silence } = sharesOf(figures);
  const holds = {
    rightOrHarmless: rightOrHarmless >= held.rightOrHarmless,
    wrong: wrong <= held.wrong,
    right: right >= held.right,
    silence: silence >= held.silence,
  };
  // Without those of the half that is held out, of which no rule is to be made.
  const expected = { rightOrHarmless: true, wrong: true, right: true, silence: true };
  expect({ holds, figures, faults }).toEqual({ holds: expected, figures, faults });
});

test("of each kind of call, one is held out for three known, and in all there are 88 with more than 850 turns of the client", () => {
  const { known, heldOut } = labelledScripts;
  const kindsOf = (scripts: typeof known) => scripts.map(({ kind }) => kind).sort();
  expect(kindsOf(known)).toEqual(kindsOf([...heldOut, ...heldOut, ...heldOut]));
  const all = [...known, ...heldOut];
  expect(new Set(all.map(({ name }) => name)).size).toBe(88);
  const labelled = all.flatMap(({ turns }) => turns.filter(({ label }) => label));
  expect(labelled.length).toBeGreaterThan(850);
});

test("what the replies are recognized by is learned from the examples as they are (npm run train-replies)", () => {
  expect(trained.of).toBe(fingerprint());
});

describe("a reply", () => {
  const label: Label = {
    right: new Set(["complaint-1", "complaint-7", "discount-3"]),
    harmless: new Set(["documents-4"]),
    isSilenceRight: false,
    slots: { date: ["demain", "le 19"], percent: ["quinze pour cent"] },
  };

  test.each([
    ["complaint-1", "Je comprends votre agacement, et je prends le sujet en main personnellement.", "right"],
    ["complaint-7", "Je reviens vers vous demain matin au plus tard, avec une réponse ferme.", "right"],
    ["complaint-7", "Je reviens vers vous mardi au plus tard, avec une réponse ferme.", "wrong"],
    [
      "discount-3",
      "Si j’obtiens quinze pour cent, sommes-nous d’accord pour avancer cette semaine ?",
      "right",
    ],
    ["discount-3", "Si j’obtiens huit pour cent, sommes-nous d’accord pour avancer cette semaine ?", "wrong"],
    ["documents-4", "Je vous envoie une page de synthèse, et nous en parlons le 19.", "harmless"],
    ["documents-4", "Je vous envoie une page de synthèse, et nous en parlons le 9.", "wrong"],
    ["budget-2", "Avec 800 euros, nous pouvons déjà couvrir l’essentiel et étaler le reste.", "wrong"],
    ["price-4", "Si le prix n’était pas en jeu, est-ce que la solution vous conviendrait ?", "wrong"],
  ])("%s is judged by its label and by what it is filled with: %s", (id, text, expected) => {
    expect(classOf(id, text, label)).toBe(expected);
  });
});
