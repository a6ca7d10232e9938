import { daySentences } from "./days-set.ts";
import { promiseTurns } from "./promises-set.ts";
import { accuracyOf, accuracyOfDays, accuracyOfPromises, keyKinds } from "./summary-accuracy.ts";
import { heldOutCalls, keyedCalls, unseenCalls } from "./summary-key.ts";

test.each(keyKinds)(
  "nine of ten %ss of the labelled calls are found, and nine of ten that are found are right",
  (kind) => {
    const { recall, precision, facts, faults } = accuracyOf(keyedCalls, kind);
    expect(facts).toBeGreaterThan(15);
    expect([recall >= 0.9, recall, faults]).toEqual([true, recall, faults]);
    expect([precision >= 0.9, precision, faults]).toEqual([true, precision, faults]);
  },
);

test.each([
  ["that were read since", heldOutCalls],
  ["that no rule was made for", unseenCalls],
])("three of four promises and objections that are found in the calls %s are right", (_name, calls) => {
  // Without the faults, of which no rule is to be made.
  for (const kind of ["promise", "objection"] as const)
    expect(accuracyOf(calls, kind).precision).toBeGreaterThanOrEqual(0.75);
});

describe.each(["madeWith", "heldOut"] as const)("of the labelled sentences (%s)", (half) => {
  test.each([
    ["days of next steps", () => accuracyOfDays(daySentences[half])],
    ["promises", () => accuracyOfPromises(promiseTurns[half])],
  ])("49 of 50 %s that are found are right, and nine of ten are found", (_name, measure) => {
    const { precision, recall, points, faults } = measure();
    // Without those that were held out, of which no rule is to be made.
    const shown = half === "madeWith" ? faults : [];
    expect(points).toBeGreaterThan(20);
    expect([precision >= 0.98, precision, shown]).toEqual([true, precision, shown]);
    expect([recall >= 0.9, recall, shown]).toEqual([true, recall, shown]);
  });
});
