import { contentOf, contentWords, isSaid as isContentSaid, nextLines } from "./content-words.ts";
import labelled from "./said-pairs.json" with { type: "json" };

/** Replies and the agent's next lines, labelled by hand. */
const pairs = labelled.flatMap(({ reply, pairs: of }) =>
  of.map(([said, kind, ...lines]) => ({ reply, said, kind, lines: lines.map(String) })),
);
const isSaid = (text: string, lines: readonly string[]) =>
  isContentSaid(contentOf(text), lines.map(contentOf));
const rounded = (value: number) => Math.round(value * 1000) / 1000;

function measured(some: typeof pairs) {
  const found = some.filter(({ reply, lines }) => isSaid(reply, lines));
  const right = found.filter(({ said }) => said).length;
  return {
    precision: rounded(right / found.length),
    recall: rounded(right / some.filter(({ said }) => said).length),
  };
}

const reply = "Je vous propose une remise de 10 % sur les licences annuelles.";

describe("a reply", () => {
  test("has stems of words and figures as its content words", () => {
    expect([...contentWords(reply)]).toEqual([
      ...contentWords("Proposer des remises, 10 ; licence annuelle"),
    ]);
  });

  test.each([
    ["12 000 licences", "douze mille licences"],
    ["12 000,50 € de remise", "douze mille euros cinquante de remise"],
    ["une remise de 12,5 %", "une remise de douze virgule cinq pour cent"],
    ["quatre-vingt-dix jours", "nonante jours"],
  ])("has the same content words as « %s » in « %s »", (one, other) => {
    expect(contentWords(one)).toEqual(contentWords(other));
  });

  test.each([
    ["in other forms", ["Alors je peux proposer des remises de 10 %", "sur une licence annuelle"]],
    ["with most of its content words", ["On propose 10 % sur les licences"]],
  ])("is said %s", (_name, lines) => {
    expect(isSaid(reply, lines)).toBe(true);
  });

  test.each([
    ["with some of its content words", ["Une licence coûte 10 euros"]],
    ["in function words", ["Je vous l'ai dit, pas de chance avec nous"]],
    ["without a line", []],
  ])("is not said %s", (_name, lines) => {
    expect(isSaid(reply, lines)).toBe(false);
  });

  test("without content words is never said", () => {
    expect(isSaid("Oui, bien.", ["Oui, bien."])).toBe(false);
  });

  test("is searched in the agent's next two lines", () => {
    const lines = [1, 3, 4, 9].map((seq) => ({ seq }));
    expect(nextLines(lines, 0)).toEqual([{ seq: 1 }, { seq: 3 }]);
    expect(nextLines(lines, 3)).toEqual([{ seq: 4 }, { seq: 9 }]);
    expect(nextLines(lines, 9)).toEqual([]);
  });

  test.each([
    ["Je ne propose pas de remise de 10 % sur les licences annuelles", false],
    ["On propose une remise de 10 % sur les licences annuelles, n'est-ce pas ?", true],
    ["Pas de souci, je propose dix pour cent de remise sur les licences annuelles", true],
  ])("compared with %j is said: %s", (line, said) => {
    expect(isSaid(reply, [line])).toBe(said);
  });

  test("with a negation is said by a line with a negation", () => {
    expect(isSaid("Vous ne repartez pas de zéro.", ["Vous ne repartez pas de 0"])).toBe(true);
  });

  test("is recognized in 200 labelled pairs as accurately as the document states", () => {
    expect(pairs).toHaveLength(200);
    const all = measured(pairs);
    expect(all.precision).toBeGreaterThanOrEqual(0.93);
    expect(all.recall).toBeGreaterThanOrEqual(0.6);
  });
});
