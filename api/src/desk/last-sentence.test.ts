import { lastSentence, lastWordsOf } from "./last-sentence.ts";

test.each([
  ["a text of several sentences", ["Bonjour. C'est trop cher."], "C'est trop cher."],
  [
    "fragments of one sentence",
    ["Et le contrat,", "il dure combien de temps ?"],
    "Et le contrat, il dure combien de temps ?",
  ],
  ["a sentence whose successor is unfinished", ["C'est trop cher.", "Et puis"], "C'est trop cher."],
  [
    "a long sentence without punctuation",
    ["C'est trop cher.", "Et puis il faut voir avec mon associé"],
    "Et puis il faut voir avec mon associé",
  ],
  ["a sentence that nobody has finished yet", ["Alors,", "pour le devis"], "Alors, pour le devis"],
  ["a space before the question mark", ["Bien. Vous m'entendez ?"], "Vous m'entendez ?"],
  [
    "an initial and a decimal point",
    ["Oui. Je suis M. Petit et je paie 3.5 % de trop."],
    "Je suis M. Petit et je paie 3.5 % de trop.",
  ],
  ["a quotation", ["Il a dit : « non. » Voilà"], "Il a dit : « non. »"],
])("the last whole sentence of %s", (_what, texts, sentence) => {
  expect(lastSentence(texts)).toBe(sentence);
});

test("a speaker's last words are those of their last turn", () => {
  const lines = [
    { sender: "client", text: "Bonjour." },
    { sender: "agent", text: "Bonjour, Camille à l'appareil." },
    { sender: "client", text: "Votre offre me paraît" },
    { sender: "client", text: "un peu chère." },
    { sender: "agent", text: "Je comprends." },
  ] as const;
  expect(lastWordsOf("client", lines)).toBe("Votre offre me paraît un peu chère.");
  expect(lastWordsOf("client", [])).toBeUndefined();
});
