import { accuracyOf, keyKinds } from "../bench/summary-accuracy.ts";
import { keyedCalls } from "../bench/summary-key.ts";

test.each(keyKinds)(
  "nine of ten %ss of the labelled calls are found, and nine of ten that are found are right",
  (kind) => {
    const { recall, precision, facts, faults } = accuracyOf(keyedCalls, kind);
    expect(facts).toBeGreaterThan(15);
    expect([recall >= 0.9, recall, faults]).toEqual([true, recall, faults]);
    expect([precision >= 0.9, precision, faults]).toEqual([true, precision, faults]);
  },
);
