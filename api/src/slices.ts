import { channel } from "node:diagnostics_channel";
import { serverLimits } from "./limits.ts";

/** Told of each step between which long work may pause: unlike the pauses, their number is the same on every machine. */
export const steps = channel("souffleur:steps");

/** What goes on with the long work that pauses. */
const waiting: (() => void)[] = [];

/** One slice a turn of the event loop: all that wait would otherwise follow each other, and nothing be answered meanwhile. */
function goOn(): void {
  waiting.shift()?.();
  if (waiting.length > 0) setImmediate(goOn);
}

/**
 * Divides long work into slices.
 * @returns a function to be awaited between its steps: it lets other requests be answered where the last pause was a slice ago
 */
export function createSlices(): () => Promise<void> | undefined {
  let pausedAt = performance.now();
  return () => {
    if (steps.hasSubscribers) steps.publish(undefined);
    if (performance.now() - pausedAt < serverLimits.sliceMs) return undefined;
    return new Promise((resolve) => {
      if (waiting.length === 0) setImmediate(goOn);
      waiting.push(() => {
        pausedAt = performance.now();
        resolve();
      });
    });
  };
}

/** Reads all of them, in slices. */
export async function inSlices<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const pause = createSlices();
  const all: Item[] = [];
  for await (const item of items) {
    all.push(item);
    await pause();
  }
  return all;
}
