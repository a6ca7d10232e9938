import { Call } from "@souffleur/contracts";
import fc from "fast-check";
import {
  checkOutcome,
  emptyOutcome,
  formOf,
  isSameOutcome,
  mergeOutcome,
  type OutcomeForm,
  parseAmount,
  readOutcomeForm,
} from "./outcome-form.ts";

const form = (differences: Partial<OutcomeForm>): OutcomeForm => ({ ...emptyOutcome, ...differences });

test.each([
  ["1200", 1200],
  ["$1,200", 1200],
  ["1 200.00", 1200],
  ["1,200,000", 1_200_000],
  ["1\u202f200,00 $", 1200],
  ["0", 0],
  [" ", undefined],
  ["12.5", Number.NaN],
  ["12,5", Number.NaN],
  ["1200,50", Number.NaN],
  ["1, 000", Number.NaN],
  ["1,000000", Number.NaN],
  ["10,0000", Number.NaN],
  ["1.000", 1000],
  ["1'200", 1200],
  ["1 200 $", 1200],
  ["12 k$", 12_000],
  ["1,5k", 1500],
  ["1.200,00 $", 1200],
  ["douze mille", 12_000],
  ["1 200 €", Number.NaN],
  ["12 %", Number.NaN],
  ["1 200 par an", Number.NaN],
  ["2e", Number.NaN],
  ["1 200,000", Number.NaN],
  ["0,500", Number.NaN],
  ["-3", -3],
  ["1e9", Number.NaN],
])("the amount %j is %p", (text, amount) => {
  expect(parseAmount(text, "USD")).toBe(amount);
});

test.each([
  ["1 200 €", "EUR", 1200],
  ["1 200", "EUR", 1200],
  ["EUR 1,200", "EUR", 1200],
  ["$1,200", "EUR", Number.NaN],
  ["€", "EUR", undefined],
  ["1 200 dollars", "CAD", 1200],
  ["CA$1,200", "CAD", 1200],
  ["1 200 francs", "XOF", 1200],
  ["1 200 kr", "SEK", 1200],
  ["1 200 SEK", "SEK", 1200],
  ["1 200 zł", "PLN", 1200],
  ["1 200 €", "PLN", Number.NaN],
  ["1 200 £", "EUR", Number.NaN],
])("the amount %j in %s is %p", (text, currency, amount) => {
  expect(parseAmount(text, currency)).toBe(amount);
});

describe("the request body", () => {
  test.each<[string, Partial<OutcomeForm>, object]>([
    [
      "no amount but for successful calls",
      { outcome: "no_need", amount: "1200", nextStep: "  " },
      { outcome: "no_need" },
    ],
    [
      "no blank parts",
      { outcome: "successful", amount: "$1,200", nextStep: " Devis ", nextStepAt: "2026-03-31" },
      { outcome: "successful", amount: 1200, currency: "USD", nextStep: "Devis", nextStepAt: "2026-03-31" },
    ],
    [
      "an amount in the currency in which it was entered",
      { outcome: "successful", amount: "1 200 €", currency: "EUR" },
      { outcome: "successful", amount: 1200, currency: "EUR" },
    ],
    ["a next step without an outcome", { nextStep: "Devis" }, { outcome: null, nextStep: "Devis" }],
  ])("may have %s", (_what, differences, body) => {
    expect(checkOutcome(form(differences))).toEqual({ body, errors: {} });
  });

  const sold = { outcome: "successful" } as const;
  test.each<[string, Partial<OutcomeForm>, object]>([
    ["an amount with cents", { ...sold, amount: "12.5" }, { amount: "Amount must be a whole number" }],
    [
      "figures that are no number",
      { ...sold, amount: "1 2 3 4 5 6 7 8 9" },
      { amount: "Amount must be a whole number" },
    ],
    ["a negative amount", { ...sold, amount: "-5" }, { amount: "Amount must not be negative" }],
    ["twenty digits", { ...sold, amount: "12 345 678 901 234 567 890 $" }, { amount: "Amount is too large" }],
    ["an incomplete date", { nextStepAt: "0202-03-31" }, { nextStepAt: expect.stringContaining("must be") }],
  ])("is missing for %s, and the field shows the reason", (_name, differences, errors) => {
    expect(checkOutcome(form(differences))).toEqual({ errors });
  });
});

describe("two changes", () => {
  const base = form({ outcome: "follow_up", nextStep: "Devis" });

  test("of different parts are both kept", () => {
    const mine = form({ ...base, outcome: "successful", amount: "1200" });
    const theirs = form({ ...base, nextStep: "Rappeler", nextStepAt: "2026-03-31" });
    expect(mergeOutcome({ value: mine, base }, theirs)).toEqual(
      form({ outcome: "successful", amount: "1200", nextStep: "Rappeler", nextStepAt: "2026-03-31" }),
    );
  });

  test.each([
    ["the outcome", { outcome: "no_need" }, { outcome: "competitor" }],
    ["the amount", { outcome: "successful", amount: "1" }, { outcome: "successful", amount: "2" }],
    [
      "the currency",
      { outcome: "successful", amount: "1", currency: "EUR" },
      { outcome: "successful", amount: "1", currency: "CHF" },
    ],
    ["the next step", { nextStep: "a" }, { nextStep: "b" }],
  ] as const)("of %s to different values are a conflict", (_name, mine, theirs) => {
    expect(
      mergeOutcome({ value: form({ ...base, ...mine }), base }, form({ ...base, ...theirs })),
    ).toBeUndefined();
  });

  test("to the same value are no conflict, and an unchanged side takes the other side's values", () => {
    const some = fc.record({
      outcome: fc.constantFrom(undefined, "successful" as const, "other" as const),
      amount: fc.constantFrom("", "1", "$1"),
      currency: fc.constantFrom("", "USD", "CAD"),
      nextStep: fc.constantFrom("", "a", " a"),
      nextStepAt: fc.constantFrom("", "2026-03-31"),
    });
    fc.assert(
      fc.property(some, some, (before, after) => {
        const same = mergeOutcome({ value: after, base: before }, after);
        expect(same && isSameOutcome(same, after)).toBe(true);
        const theirs = mergeOutcome({ value: before, base: before }, after);
        expect(theirs && isSameOutcome(theirs, after)).toBe(true);
        const mine = mergeOutcome({ value: after, base: before }, before);
        expect(mine && isSameOutcome(mine, after)).toBe(true);
      }),
    );
  });
});

test.each([{}, { ...emptyOutcome, amount: 1 }, { ...emptyOutcome, nextStepAt: "soon" }])(
  "%j in the browser's storage is not read as a form",
  (stored) => {
    expect(readOutcomeForm(stored)).toBeUndefined();
  },
);

test("an outcome that only a newer server knows is sent back as it came, and kept in the browser's storage", () => {
  const newer = formOf(Call.pick({ outcome: true }).parse({ outcome: "renewed" }));
  const { body, errors } = checkOutcome({ ...newer, nextStep: "Call again" });
  expect(body).toEqual({ outcome: "renewed", nextStep: "Call again" });
  expect(errors).toEqual({});
  expect(checkOutcome({ ...newer, nextStepAt: "1999-01-01" }).errors).toHaveProperty("nextStepAt");
  expect(readOutcomeForm(JSON.parse(JSON.stringify(newer)))).toEqual(newer);
});
