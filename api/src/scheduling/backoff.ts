/** In ms. */
export interface Backoff {
  firstWait: number;
  lastWait: number;
}

/** How long to wait after a failed attempt, in ms: doubled with each one, counted from 0. */
export function backoffMs({ firstWait, lastWait }: Backoff, attempt: number): number {
  return Math.min(lastWait, firstWait * 2 ** attempt);
}

/** The same less up to a half, by chance: many clients of one server must not all come back at once. */
export function jitteredBackoffMs(backoff: Backoff, attempt: number): number {
  return backoffMs(backoff, attempt) * (0.5 + Math.random() / 2);
}
