import { setTimeout as sleep } from "node:timers/promises";

export interface Waits {
  /** Milliseconds after the first failure. */
  firstWait: number;
  /** Milliseconds that are never exceeded. */
  lastWait: number;
}

/** Milliseconds to wait after a failure that follows `failures` others: each wait is twice the previous one. */
export function backoff(failures: number, { firstWait, lastWait }: Waits): number {
  return Math.min(lastWait, firstWait * 2 ** failures);
}

/** Shortens a wait randomly by up to half, so that the clients of a server do not all reconnect at once. */
export function jittered(ms: number): number {
  return ms * (0.5 + Math.random() / 2);
}

/** Waits for `ms`, or until the signal is aborted; throws in neither case. */
export async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await sleep(ms, undefined, { signal }).catch(() => {});
}
