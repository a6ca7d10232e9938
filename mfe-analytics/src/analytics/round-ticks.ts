/** The possible distances of ticks on an axis of counts, rates or dollars. */
export const numberSteps = Array.from({ length: 12 }, (_, power) =>
  [1, 2, 5].map((digit) => digit * 10 ** power),
).flat();

/** The possible distances of ticks on an axis of durations, in seconds. */
export const durationSteps = [5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 14_400, 28_800];

const intervalsMax = 5;

/**
 * At most six ticks of an axis: multiples of one of the steps, which include the least and the greatest value. Values that
 * are all the same are shown above zero: one step says nothing of their size.
 */
export function roundTicks(values: readonly number[], steps: readonly number[]): number[] {
  const greatest = Math.max(...values);
  const lowest = Math.min(...values);
  const least = lowest === greatest ? Math.min(0, lowest) : lowest;
  for (const step of steps) {
    const first = Math.floor(least / step);
    const count = Math.max(1, Math.ceil(greatest / step) - first);
    if (count <= intervalsMax) return Array.from({ length: count + 1 }, (_, index) => (first + index) * step);
  }
  return [0, greatest];
}
