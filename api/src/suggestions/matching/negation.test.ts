import { PlaybookContent } from "@souffleur/contracts/playbook";
import fc from "fast-check";
import { compileAtOnce, matchEntries } from "./compile-playbook.ts";
import { hearWords } from "./negation.ts";

const playbookOf = (...phrases: string[]) =>
  compileAtOnce(
    PlaybookContent.parse({
      entries: [
        {
          id: "own",
          intent: "Own",
          group: "needs",
          phrases: phrases.map((text) => ({ text, strength: "normal" })),
          not: [],
          replies: [{ id: "own-1", category: "response", text: "Noté." }],
        },
      ],
    }),
  );
const hears = (phrase: string, text: string) => matchEntries(playbookOf(phrase), text).size > 0;

test.each([
  ["intéresser", "Ça ne nous intéresse pas du tout."],
  ["intéresser", "ça m'intéresse pas"],
  ["intéresser", "ca nous interesse vraiment pas"],
  ["intéressé", "Je ne suis pas intéressé."],
  ["intéressé", "pas intéressé"],
  ["intéressé", "Pas du tout intéressée, désolée."],
  ["intéressé", "Nous ne sommes plus intéressés par ce genre d'offre."],
  ["intéresser", "Ça ne m'a jamais intéressé."],
  ["intéresser", "Rien ne m'intéresse là-dedans."],
  ["intéressant", "Je ne vois rien d'intéressant."],
  ["intéresser", "Je ne pense pas que ça nous intéresse."],
  ["intéresser", "je crois pas que ça va nous intéresser"],
  ["intérêt", "Je n'y vois aucun intérêt."],
  ["intérêt", "C'est sans intérêt."],
  ["intérêt", "Il n'y a pas d'intérêt pour nous."],
  ["merci", "Non merci."],
  ["merci", "Non, merci."],
  ["d’accord", "Je ne suis pas d'accord."],
  ["convaincu", "On n'est guère convaincus."],
  ["convaincu", "Je suis ni convaincu ni pressé."],
  ["signer", "On ne signera pas."],
  ["signer", "On signe pas."],
  ["signer", "Je ne suis pas prêt à signer."],
  ["rappeler", "Je ne veux pas que vous me rappeliez."],
  ["rappeler", "Il ne faut plus me rappeler."],
  ["on y va", "on y va pas"],
  ["j’aime", "J'aime pas trop."],
  ["connaître", "Je ne connaîtrai personne."],
  ["merci", "pas intéressé merci"],
])("« %s » is not heard in « %s »", (phrase, text) => {
  expect(hears(phrase, text)).toBe(false);
});

test.each([
  ["intéresser", "Ça m'intéresse."],
  ["intéresser", "Pourquoi pas, ça m'intéresse."],
  ["intéressant", "C'est pas mal, c'est intéressant."],
  ["intéressant", "C'est plus intéressant que l'autre."],
  ["intéressant", "C'est intéressant, n'est-ce pas ?"],
  ["intéresser", "Non, ça m'intéresse vraiment."],
  ["intéresser", "Je ne dis pas le contraire, ça m'intéresse."],
  ["essayer", "Pourquoi pas essayer ?"],
  ["cher", "C'est trop cher pas possible"],
  ["prix", "Le prix pas la qualité."],
  ["budget", "On n'a pas de budget."],
  ["budget", "Je n'ai plus aucun moyen, le budget est bouclé."],
  ["pas convaincu", "Je ne suis pas convaincu."],
  ["plus intéressé", "On n'est plus intéressés."],
  ["sans engagement", "C'est sans engagement ?"],
  ["documentation", "Vous ne pourriez pas m'envoyer une documentation ?"],
  ["démonstration", "Vous n'avez pas une démonstration ?"],
  ["merci", "Merci, non."],
  ["décide", "Ce n'est pas moi qui décide."],
  ["paie", "On ne paie que dix euros."],
])("« %s » is heard in « %s »", (phrase, text) => {
  expect(hears(phrase, text)).toBe(true);
});

test("hears every verb of an own playbook only where nothing negates it", () => {
  const verbs = fc.constantFrom("signe", "change", "achète", "renouvelle", "teste", "commande", "avance");
  const negation = fc.constantFrom(
    "pas",
    "plus",
    "jamais",
    "pas du tout",
    "guère",
    "pas encore",
    "pas vraiment",
  );
  const subject = fc.constantFrom("je", "on", "il");
  fc.assert(
    fc.property(verbs, negation, subject, fc.boolean(), (verb, no, who, hasNe) => {
      expect(hears(verb, `Alors ${who} ${verb} demain.`)).toBe(true);
      if (hasNe || !no.startsWith("plus")) {
        expect(hears(verb, `Alors ${who} ${hasNe ? "ne " : ""}${verb} ${no}.`)).toBe(false);
        expect(hears(verb, `alors ${who} ${hasNe ? "ne " : ""}${verb} ${no} voilà`)).toBe(false);
      }
    }),
  );
});

test("hears the words of any text", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (text) => {
      const { words, isNegated } = hearWords(text);
      for (const at of words.keys()) isNegated(at);
    }),
  );
});
