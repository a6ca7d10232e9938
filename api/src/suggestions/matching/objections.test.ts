import { builtInPlaybook } from "./built-in-playbook.ts";
import labelled from "./heard-objections.json" with { type: "json" };
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
