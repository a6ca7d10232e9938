import { amountAccuracy, halvesOf, saidAmounts } from "./amount-accuracy.ts";
import { amountCalls } from "./amount-calls.ts";

/** As `api/docs/summaries.md` says. */
test.each([
  ["made", { calls: 72, sure: 52, offered: 52, right: 52, open: 20, shown: 20 }],
  ["heldOut", { calls: 71, sure: 50, offered: 49, right: 49, open: 21, shown: 21 }],
] as const)("of the labelled prices, the half %s has these figures", (half, figures) => {
  // Without the faults, of which no rule is to be made.
  const { faults: _, ...found } = amountAccuracy(halvesOf(amountCalls)[half]);
  expect(found).toEqual(figures);
});

test.each([
  ["a: C'est 4 200 euros.", "EUR", 4200],
  ["a: C'est 4 200 euros.", "USD", undefined],
  ["a: C'est 4 200 dollars.", "USD", 4200],
  ["a: C'est 4 200 dollars.", "CAD", 4200],
  ["a: C'est 4 200 dollars américains.", "CAD", undefined],
  ["a: C'est 4 200 dollars canadiens.", "USD", undefined],
  ["a: C'est 4 200 francs.", "CHF", 4200],
  ["a: C'est 4 200 francs CFA.", "CHF", undefined],
  ["a: C'est 4 200 francs CFA.", "XOF", 4200],
  ["a: C'est 4 200 francs.", "XAF", 4200],
  ["a: C'est 4 200 dirhams.", "MAD", 4200],
  ["a: C'est 4 200 dirhams.", "EUR", undefined],
  ["a: C'est 4 200.", "EUR", undefined],
])("what was said as %j is offered in %s as %s", (said, currency, amount) => {
  expect(saidAmounts(said, currency)).toEqual({ offered: amount, among: [4200] });
});

/** Found afterwards, in sentences that are in neither half. */
test.each([
  ["a: C'est 1 200 euros de frais de dossier et le contrat est à 20 000 euros.", 20000],
  ["a: Les frais de dossier sont de 300 euros.", undefined],
  ["a: C'est 900 euros de mise en service.", undefined],
  ["a: Il vous reste 300 euros à payer sur la facture.", undefined],
  ["a: On vous le fait à douze mille euros, moins une remise de mille euros.", undefined],
  ["a: C'est douze mille euros avec la remise.", 12000],
])("of %j, %s is offered", (said, amount) => {
  expect(saidAmounts(said, "EUR").offered).toBe(amount);
});
