import { limits } from "../limits.ts";
import type { ContractText } from "../texts/text.ts";

/** Which criteria of strength a password meets. */
export function passwordCriteria(password: string) {
  return {
    lowercase: /\p{Ll}/u.test(password),
    uppercase: /\p{Lu}/u.test(password),
    digit: /\p{Nd}/u.test(password),
    special: /[^\p{L}\p{N}]/u.test(password),
    length: [...password].length >= limits.passwordBonusLength,
  };
}

/** 0 to 5: one point for each criterion. */
export function passwordScore(password: string): number {
  return Object.values(passwordCriteria(password)).filter(Boolean).length;
}

const labels = ["Very Weak", "Weak", "Weak", "Fair", "Good", "Strong"] as const;

export function passwordLabel(score: number): ContractText {
  return labels[score] ?? labels[0];
}
