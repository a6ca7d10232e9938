import type { PlaybookEntry } from "@souffleur/contracts/playbook";
import { builtInContent } from "../../suggestions/matching/built-in-playbook.ts";
import { speechTermsOf } from "./speech-terms.ts";

const facts = (...texts: string[]) => texts.map((text, at) => ({ id: `fact-${at}`, text }));
const entry = (phrases: string[], reply = "Bien."): PlaybookEntry => ({
  id: "one",
  intent: "Prix",
  group: "needs",
  phrases: phrases.map((text) => ({ text, strength: "normal" })),
  not: [],
  replies: [{ id: "reply", category: "response", text: reply }],
});

test.each<[string, string, string[]]>([
  ["a name within a sentence", "Notre offre Lumière est mensuelle.", ["Lumière"]],
  ["neighbouring words", "Nous vendons Lumière Pro à tous.", ["Lumière Pro"]],
  ["names that a comma divides", "Comparez avec Orange, Bouygues et Free.", ["Orange", "Bouygues", "Free"]],
  ["a capital inside, wherever it stands", "HubSpot se connecte.", ["HubSpot"]],
  ["letters with a digit", "Demandez le module v2 et le S3.", ["v2", "S3"]],
  ["an abbreviation", "RGPD compris.", ["RGPD"]],
  ["what joins words", "Passez chez Saint-Gobain ou Marks&Spencer.", ["Saint-Gobain", "Marks&Spencer"]],
  ["nothing of the beginnings of sentences", "Bonjour. Merci ! Quand ? « Oui » : Non.", []],
  ["nothing of placeholders", "Pour {client}, {product} suffit.", []],
])("%s", (_what, text, names) => {
  expect(speechTermsOf({ entries: [], facts: facts(text) }).names).toEqual(names);
});

test("the names of facts and replies come by how often they are written, and some phrases of each entry", () => {
  const entries = [
    entry(["=trop cher", "au dessus du budget"], "Avec Lumière, non."),
    { ...entry(["un concurrent"], "Chez Lumière aussi."), id: "two" },
  ];
  expect(speechTermsOf({ entries, facts: facts("Le module Rideau existe.") })).toEqual({
    names: ["Lumière", "Rideau"],
    terms: ["trop cher", "un concurrent", "au dessus du budget"],
  });
});

test("neither grows with the playbook", () => {
  const many = Array.from({ length: 500 }, (_, at) => `Nous avons le module Xa${at}b.`);
  const { names, terms } = speechTermsOf({ entries: builtInContent.entries, facts: facts(...many) });
  expect([names.length, terms.length]).toEqual([100, 100]);
});
