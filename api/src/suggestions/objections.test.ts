import { builtInPlaybook } from "./matching/built-in-playbook.ts";
import labelled from "./matching/heard-objections.json" with { type: "json" };
import { rankEntries } from "./rank-replies.ts";

const heard = (text: string) =>
  rankEntries(builtInPlaybook, [{ messageId: "line", sender: "client", text }])[0]?.entry.id;

/** The objections of which another entry than the labelled one comes first, with that entry. */
const missed = (objections: readonly (readonly string[])[]) =>
  objections
    .filter(([text = "", intent]) => heard(text) !== intent)
    .map(([text = ""]) => [text, heard(text)]);

test.each([
  ["the thirty that the entries were written for", labelled.written],
  ["idiomatic ones", labelled.idiomatic],
  ["more idiomatic ones", labelled.moreIdiomatic],
  ["plain ones", labelled.plain],
  ["everyday ones", labelled.everyday],
  ["more everyday ones", labelled.moreEveryday],
])("of %s, nine of ten have the right entry in the first place", (_name, objections) => {
  expect(objections.length).toBeGreaterThanOrEqual(30);
  expect(missed(objections).slice(objections.length / 10)).toEqual([]);
});

test("ordinary talk is no refusal", () => {
  const refusals = new Set(labelled.written.map(([, intent]) => intent));
  const found = labelled.ordinary.flatMap((text) => {
    const id = heard(text);
    return refusals.has(id) && id !== "budget" && id !== "discount" ? [[text, id]] : [];
  });
  expect(found).toEqual([]);
});

test.each([
  "En plus, vous m'avez facturé deux fois le mois de mars. Deux fois quatre cent quatre-vingts euros !",
  "J'ai été prélevé deux fois de 120 euros ce mois-ci.",
  "Il y a une erreur sur ma facture de mars.",
  "Je veux être remboursée des 480 euros, et vite.",
  "La facture est fausse, vous me comptez dix postes au lieu de deux.",
  "Vous m'avez débité 300 euros par erreur.",
  "Les 90 euros d'avril, je les ai payés deux fois.",
  "On a été facturés en double, ça fait 960 euros.",
])("of a wrong invoice the price is not defended: %s", (text) => {
  const entries = rankEntries(builtInPlaybook, [{ messageId: "line", sender: "client", text }]);
  expect(entries.map(({ entry }) => entry.id)).not.toContain("price");
});

test.each([
  "La facture sera de combien, à peu près ?",
  "Ça coûte deux fois plus cher que chez l'autre.",
  "Le prix, c'est bien 30 euros par poste ?",
])("what asks for the price still finds it: %s", (text) => {
  expect(heard(text)).toBe("price");
});
