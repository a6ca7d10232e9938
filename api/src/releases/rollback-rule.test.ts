import { failingText, failsTooMuch, type Reporters } from "./rollback-rule.ts";

/** People of organizations, with how many of each report and how many of these a failure. */
function reporters(counts: Readonly<Record<string, readonly [all: number, failing: number]>>): Reporters {
  const people = (at: 0 | 1) =>
    Object.entries(counts).flatMap(([organization, of]) =>
      Array.from({ length: of[at] }, (_, person) => `${organization}.person${person}`),
    );
  return { accounts: people(0), failingAccounts: people(1) };
}

const many = reporters({ a: [4, 0], b: [4, 0], c: [4, 0], d: [4, 0] });

test.each([
  ["five people of one organization, before anybody else has loaded it", { a: [5, 5] }, many, false],
  ["any number of one organization, however few the others are", { a: [50, 50], b: [1, 0] }, many, false],
  ["people of two organizations of four", { a: [5, 5], b: [5, 5] }, many, false],
  ["people of three organizations of four", { a: [2, 2], b: [2, 2], c: [2, 1] }, many, true],
  ["four people", { a: [2, 2], b: [1, 1], c: [1, 1] }, many, false],
  ["a share that is too small", { a: [9, 9], b: [99, 1], c: [99, 1] }, many, false],
  [
    "everybody, where two organizations use the product",
    { a: [3, 3], b: [3, 3] },
    { a: [3, 0], b: [3, 0] },
    true,
  ],
  ["one of the two", { a: [6, 6], b: [3, 0] }, { a: [3, 0], b: [3, 0] }, false],
  ["the only organization", { a: [6, 5] }, { a: [6, 0] }, true],
  ["the only organization, for which it was the same before", { a: [6, 5] }, { a: [6, 3] }, false],
] as const)("a release that fails for %s", (_who, now, before, expected) => {
  const earlier = "accounts" in before ? before : reporters(before);
  expect(failsTooMuch(reporters(now), earlier, 50)).toBe(expected);
});

test("the reason counts people and organizations", () => {
  expect(failingText(reporters({ a: [3, 3], b: [6, 4], c: [1, 0] }))).toBe(
    "7 of 10 signed-in people of 3 organizations (56%)",
  );
  expect(failingText(reporters({ a: [9, 7] }))).toBe("7 of 9 signed-in people (78%)");
});
