import { type Certainty, withoutInvented } from "./invented.ts";

const unknown: Certainty = { noSpeech: undefined, logProbability: undefined };

test.each([
  "Sous-titres réalisés par la communauté d'Amara.org",
  "Sous-titres réalisés para la communauté d’Amara.org",
  "Sous-titres par Amara.org.",
  "Sous-titres réalisés bénévolement par l'équipe d'Amara.org",
  "Sous-titrage ST' 501",
  "Sous-titrage Société Radio-Canada",
  "❤️ par SousTitreur.com",
  "Merci d'avoir regardé cette vidéo !",
  "Abonnez-vous à la chaîne.",
  "N'oubliez pas de vous abonner à notre chaîne !",
  "Thanks for watching!",
  "Thank you so much for watching this video.",
  "Subtitles by the Amara.org community",
  "Please like and subscribe to my channel.",
  " [BLANK_AUDIO]\n",
  "(Musique)",
  "♪ ♪",
  "*rires*",
  "Sous-titrage ST' 501 Sous-titrage ST' 501",
  "Merci d'avoir regardé cette vidéo ! Abonnez-vous à la chaîne !",
  " ",
])("nobody has said %j", (text) => {
  expect(withoutInvented(text, unknown)).toBe("");
});

test.each([
  "Merci.",
  "Merci beaucoup, au revoir.",
  "Merci d'avoir regardé.",
  "Abonnez-vous avant la fin du mois, c'est moins cher.",
  "J'ai vu sur le DVD : sous-titres réalisés par la communauté d'Amara.org, vous connaissez ?",
  "Il faudrait des sous-titres par Amara.org et une version anglaise.",
  "Mon fils dit toujours merci d'avoir regardé cette vidéo quand il a fini son exposé.",
  "We give thanks for watching over the delivery.",
  "Le tarif (hors taxes) me convient.",
  "Le contrat compte 501 lignes de sous-titrage.",
])("somebody may have said %j", (text) => {
  expect(withoutInvented(text, unknown)).toBe(text);
});

test("of a text, the sentences stay that somebody may have said", () => {
  const text = " Je vous rappelle demain.  Sous-titres réalisés par la communauté d'Amara.org ";
  expect(withoutInvented(text, unknown)).toBe("Je vous rappelle demain.");
});

const credit = "Sous-titres réalisés par la communauté d'Amara.org";
test.each([
  ["a sentence that is hardly speech, of an unsure model", "Merci.", 0.9, -1.3, ""],
  ["a sentence that is hardly speech", "Merci.", 0.9, undefined, ""],
  ["a sentence that is hardly speech, of a sure model", "C'est trop cher.", 0.7, -0.2, "C'est trop cher."],
  ["an unsure sentence of which nobody knows that it is speech", "Ouais bon.", undefined, -1.6, "Ouais bon."],
  ["a credit that is hardly speech, of a sure model", credit, 0.92, -0.1, ""],
  ["a credit that may be noise", credit, 0.35, -0.1, ""],
  ["a credit that is certainly spoken", credit, 0.02, -0.1, credit],
] as const)("%s", (_what, text, noSpeech, logProbability, expected) => {
  expect(withoutInvented(text, { noSpeech, logProbability })).toBe(expected);
});

test("a long text is read at once", () => {
  const text = "sous titres par la communaute d ".repeat(20_000);
  const began = performance.now();
  expect(withoutInvented(text, unknown)).toBe(text.trim());
  expect(performance.now() - began).toBeLessThan(1000);
});
