import type { RateEstimate } from "@souffleur/contracts/playbook";

/** The 97.5 % quantile of the normal distribution. */
const z = 1.959964;

const within = (rate: number) => Math.min(1, Math.max(0, rate));

/**
 * A share with its 95 % interval by Wilson (1927), which is also valid for small numbers and extreme shares.
 * @param of a whole number, at least `successes`
 * @returns undefined where `of` is 0
 */
export function estimateOf(successes: number, of: number): RateEstimate | undefined {
  if (of === 0) return undefined;
  const rate = successes / of;
  const middle = rate + z ** 2 / (2 * of);
  const reach = z * Math.sqrt((rate * (1 - rate)) / of + z ** 2 / (4 * of ** 2));
  const whole = 1 + z ** 2 / of;
  // Rounding must not exclude the share.
  const low = Math.min(rate, within((middle - reach) / whole));
  const high = Math.max(rate, within((middle + reach) / whole));
  return { rate, low, high, of };
}
