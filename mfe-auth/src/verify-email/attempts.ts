import { limits } from "@souffleur/contracts";

/** The specification's verification attempts record; `lastAttempt` in ms since the epoch. */
export interface Attempts {
  count: number;
  lastAttempt: number;
  blocked: boolean;
}

export const noAttempts: Attempts = { count: 0, lastAttempt: 0, blocked: false };

/**
 * The record at `now` (ms since the epoch): discarded 15 minutes after its last attempt, or if that is in the future
 * because the clock was set back.
 */
export function currentAttempts(attempts: Attempts, now: number): Attempts {
  const age = now - attempts.lastAttempt;
  return age >= limits.verificationBlockMs || age < 0 ? noAttempts : attempts;
}

/** The record after the server has refused further attempts. */
export function blockedAttempts(now: number): Attempts {
  return { count: limits.verificationAttempts, lastAttempt: now, blocked: true };
}

/** The record after one more failed attempt: the fifth blocks. @param attempts the current ones */
export function failedAttempt(attempts: Attempts, now: number): Attempts {
  const count = attempts.count + 1;
  return { count, lastAttempt: now, blocked: count >= limits.verificationAttempts };
}
