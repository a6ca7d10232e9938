import { contentWords, isSaid } from "./content-words.ts";

const reply = "Je vous propose une remise de 10 % sur les licences annuelles.";

describe("a reply", () => {
  test("has its content in the stems of its words, and its figures", () => {
    expect([...contentWords(reply)]).toEqual([
      ...contentWords("Proposer des remises, 10 ; licence annuelle"),
    ]);
  });

  test.each([
    ["in other words and forms", ["Alors je peux proposer des remises de 10 %", "sur une licence annuelle"]],
    ["with most of it", ["On propose 10 % sur les licences"]],
  ])("is said %s", (_name, lines) => {
    expect(isSaid(reply, lines)).toBe(true);
  });

  test.each([
    ["with a part of it", ["Une licence coûte 10 euros"]],
    ["in words that any sentence has", ["Je vous l'ai dit, pas de chance avec nous"]],
    ["without a line", []],
  ])("is not said %s", (_name, lines) => {
    expect(isSaid(reply, lines)).toBe(false);
  });

  test("without content words is never said", () => {
    expect(isSaid("Oui, bien.", ["Oui, bien."])).toBe(false);
  });
});
