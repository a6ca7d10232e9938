import type { Sender } from "@souffleur/contracts";
import { withAmount } from "../../src/calls/summary/deal-amount.ts";
import { summarizeAtOnce } from "../../src/calls/summary/summarize.ts";
import { builtInPlaybook } from "../../src/suggestions/matching/built-in-playbook.ts";
import type { amountCalls } from "./amount-calls.ts";

type AmountCalls = typeof amountCalls;

/** The half that the rules were made with, and the half that is held out. */
export const halvesOf = (calls: AmountCalls) => ({
  made: calls.filter((_, at) => at % 2 === 0),
  heldOut: calls.filter((_, at) => at % 2 === 1),
});

/** The amount that is offered for a call that ends with a sale, and all that may be it. */
export function saidAmounts(said: string, currency = "EUR") {
  const rows = [
    "a: Bonjour.",
    "c: Bonjour.",
    ...said.split(" / "),
    "c: Parfait, on peut signer.",
    "a: Merci.",
  ];
  const lines = rows.map((row, at) => ({
    seq: at + 1,
    sender: (row.startsWith("a") ? "agent" : "client") as Sender,
    text: row.slice(3),
  }));
  const { summary } = summarizeAtOnce({ lines, playbook: builtInPlaybook, today: "2026-03-12" });
  const { amount, amounts = [] } = withAmount(summary, currency);
  return { offered: amount, among: amounts.map((one) => one.amount) };
}

/** How often one amount is offered, and rightly; and how often the agent is shown those of which they choose. */
export function amountAccuracy(calls: AmountCalls) {
  const counts = { calls: calls.length, sure: 0, offered: 0, right: 0, open: 0, shown: 0 };
  const faults: string[] = [];
  for (const [expected, said] of calls) {
    const { offered, among } = saidAmounts(said);
    const isNumber = typeof expected === "number";
    counts.sure += isNumber ? 1 : 0;
    counts.offered += offered === undefined ? 0 : 1;
    counts.right += offered !== undefined && offered === expected ? 1 : 0;
    const isShown = !isNumber && offered === undefined && expected.every((one) => among.includes(one));
    counts.open += isNumber ? 0 : 1;
    counts.shown += isShown ? 1 : 0;
    if (isNumber ? offered !== expected : !isShown)
      faults.push(`${String(expected)}: ${offered ?? "none"} of ${among.join(", ")}: ${said}`);
  }
  return { ...counts, faults };
}
