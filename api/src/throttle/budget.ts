import { appError } from "../http/errors.ts";

/** Keys whose budget is full again are forgotten when so many are known. */
const keysKnown = 10_000;

interface BudgetOptions {
  /** What a key may spend at once. */
  most: number;
  /** What it may spend in each second after that. */
  perSecond: number;
  /** In milliseconds. */
  now?: (() => number) | undefined;
}

/** What each key may spend, in units of what its requests cost: a limit of requests alone would let each cost the most. */
export function createBudget({ most, perSecond, now = () => performance.now() }: BudgetOptions) {
  const spent = new Map<string, { units: number; at: number }>();

  function spentOf(key: string): number {
    const { units, at } = spent.get(key) ?? { units: 0, at: now() };
    return Math.max(0, units - ((now() - at) / 1000) * perSecond);
  }

  return {
    /** @throws AppError RATE_LIMITED where the key has spent too much */
    requireFrom(key: string): void {
      const over = spentOf(key) - most;
      if (over >= 0) throw appError("RATE_LIMITED", { retryAfter: Math.ceil((over + 1) / perSecond) });
    },
    spend(key: string, units: number): void {
      spent.set(key, { units: spentOf(key) + units, at: now() });
      if (spent.size <= keysKnown) return;
      for (const one of spent.keys()) if (spentOf(one) === 0) spent.delete(one);
    },
  };
}
