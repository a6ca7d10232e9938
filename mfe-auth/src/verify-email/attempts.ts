import { limits } from "@souffleur/contracts";

/** The specification's verification attempts record; `lastAttempt` in ms since the epoch. */
export interface Attempts {
  count: number;
  lastAttempt: number;
  blocked: boolean;
}

export const noAttempts: Attempts = { count: 0, lastAttempt: 0, blocked: false };

/**
 * What is left of a record at `now`: 15 minutes after its last attempt it is discarded, and so is one that lies
 * ahead, from before a clock was set back.
 */
export function currentAttempts(attempts: Attempts, now: number): Attempts {
  const age = now - attempts.lastAttempt;
  return age >= limits.verificationBlockMs || age < 0 ? noAttempts : attempts;
}

/** The record where the server has counted them: it takes no more. */
export function blockedAttempts(now: number): Attempts {
  return { count: limits.verificationAttempts, lastAttempt: now, blocked: true };
}

/** The record after one more failed attempt: blocked from the fifth on. */
export function failedAttempt(attempts: Attempts, now: number): Attempts {
  const count = currentAttempts(attempts, now).count + 1;
  return { count, lastAttempt: now, blocked: count >= limits.verificationAttempts };
}
