import fc from "fast-check";
import { estimateOf } from "./estimate.ts";

// Newcombe, Statistics in Medicine 17 (1998), table I: the score interval without continuity correction.
test.each([
  [81, 263, 0.2553, 0.3662],
  [15, 148, 0.0624, 0.1605],
  [0, 20, 0, 0.1611],
  [1, 29, 0.0061, 0.1718],
  [29, 29, 0.883, 1],
])("%i of %i have the interval of the literature", (successes, of, low, high) => {
  expect(estimateOf(successes, of)).toEqual({
    rate: successes / of,
    low: expect.closeTo(low, 4),
    high: expect.closeTo(high, 4),
    of,
  });
});

test("zero of zero has no estimate", () => {
  expect(estimateOf(0, 0)).toBeUndefined();
});

const counts = fc
  .integer({ min: 1, max: 200_000 })
  .chain((of) => fc.tuple(fc.integer({ min: 0, max: of }), fc.constant(of)));

test("an interval is within 0 and 1, includes the rate, and mirrors the interval of the failures", () => {
  fc.assert(
    fc.property(counts, ([successes, of]) => {
      const found = estimateOf(successes, of);
      const other = estimateOf(of - successes, of);
      if (found === undefined || other === undefined) return false;
      const { low, rate, high } = found;
      expect(other.low).toBeCloseTo(1 - high, 9);
      return 0 <= low && low <= rate && rate <= high && high <= 1 && low < high;
    }),
  );
});

test("a ten times larger number with the same share has a narrower interval", () => {
  fc.assert(
    fc.property(counts, ([successes, of]) => {
      const [few, many] = [estimateOf(successes, of), estimateOf(successes * 10, of * 10)];
      return few !== undefined && many !== undefined && many.high - many.low < few.high - few.low;
    }),
  );
});
