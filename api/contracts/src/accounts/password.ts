import { limits } from "../limits.ts";
import type { ContractText } from "../texts/text.ts";

/**
 * 0 to 5: one point each for a lowercase letter, an uppercase letter, a digit, a special character and a length of at
 * least 12.
 */
export function passwordScore(password: string): number {
  const criteria = [
    /\p{Ll}/u.test(password),
    /\p{Lu}/u.test(password),
    /\p{Nd}/u.test(password),
    /[^\p{L}\p{N}]/u.test(password),
    [...password].length >= limits.passwordBonusLength,
  ];
  return criteria.filter(Boolean).length;
}

const labels = ["Very Weak", "Weak", "Weak", "Fair", "Good", "Strong"] as const;

export function passwordLabel(score: number): ContractText {
  return labels[score] ?? labels[0];
}
