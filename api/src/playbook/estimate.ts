import type { RateEstimate } from "@souffleur/contracts/playbook";

/** 97.5 % of a normal distribution lie below so many standard deviations. */
const z = 1.959964;

const within = (rate: number) => Math.min(1, Math.max(0, rate));

/**
 * A share with its 95 % interval by Wilson (1927), which holds for few and for extreme shares too.
 * @param of a whole number, at least `successes`
 * @returns undefined of none
 */
export function estimateOf(successes: number, of: number): RateEstimate | undefined {
  if (of === 0) return undefined;
  const rate = successes / of;
  const middle = rate + z ** 2 / (2 * of);
  const reach = z * Math.sqrt((rate * (1 - rate)) / of + z ** 2 / (4 * of ** 2));
  const whole = 1 + z ** 2 / of;
  // Rounding must not leave the share outside.
  const low = Math.min(rate, within((middle - reach) / whole));
  const high = Math.max(rate, within((middle + reach) / whole));
  return { rate, low, high, of };
}
