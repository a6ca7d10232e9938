/** What an axis of counts, rates or dollars is divided by. */
export const numberSteps = Array.from({ length: 12 }, (_, power) =>
  [1, 2, 5].map((digit) => digit * 10 ** power),
).flat();

/** What an axis of durations is divided by, in seconds. */
export const durationSteps = [5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 14_400, 28_800];

const most = 5;

/**
 * The figures beside an axis: multiples of one of the steps, from at or below the least value to at or above the
 * greatest one; six of them at most.
 */
export function roundTicks(values: readonly number[], steps: readonly number[]): number[] {
  const [least, greatest] = [Math.min(...values), Math.max(...values)];
  for (const step of steps) {
    const first = Math.floor(least / step);
    const count = Math.max(1, Math.ceil(greatest / step) - first);
    if (count <= most) return Array.from({ length: count + 1 }, (_, index) => (first + index) * step);
  }
  return [0, greatest];
}
