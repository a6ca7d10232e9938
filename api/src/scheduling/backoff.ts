import { setTimeout as sleep } from "node:timers/promises";

export interface Waits {
  /** Milliseconds after the first failure. */
  firstWait: number;
  /** Milliseconds that are never exceeded. */
  lastWait: number;
}

/** Milliseconds to wait after `failures` failures in a row and one more: twice as long each time. */
export function backoff(failures: number, { firstWait, lastWait }: Waits): number {
  return Math.min(lastWait, firstWait * 2 ** failures);
}

/** Shortened randomly by up to half: clients of the same server do not all reconnect at once. */
export function jittered(ms: number): number {
  return ms * (0.5 + Math.random() / 2);
}

/** Waits that long, or until the signal is aborted; it throws in neither case. */
export async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await sleep(ms, undefined, { signal }).catch(() => {});
}
