import { decibels, powerOf } from "./mu-law.ts";

export interface Health {
  /** Frames a second since the last reading; a healthy leg brings 50. */
  packetsPerSecond: number;
  /** The longest time between two frames since the last reading, in ms. */
  gapMs: number;
  /** Mean level since the last reading, in dB of full scale, from -90 to 0. */
  levelDb: number;
}

/** Measures the frames of one leg from reading to reading. */
export function createLegHealth(now = performance.now()) {
  let since = now;
  let lastFrame: number | undefined;
  let frames = 0;
  let gap = 0;
  let sum = 0;
  let samples = 0;

  return {
    frame(bytes: Uint8Array, at = performance.now()): void {
      gap = Math.max(gap, at - (lastFrame ?? at));
      lastFrame = at;
      frames += 1;
      const measured = powerOf(bytes);
      sum += measured.sum;
      samples += measured.samples;
    },

    /** What was measured since the last reading; the next one begins. */
    read(at = performance.now()): Health {
      const seconds = (at - since) / 1000;
      const health = {
        packetsPerSecond: seconds > 0 ? Math.round((frames / seconds) * 10) / 10 : 0,
        gapMs: Math.round(Math.max(gap, at - (lastFrame ?? since))),
        levelDb: decibels(samples > 0 ? sum / samples : 0),
      };
      since = at;
      frames = 0;
      gap = 0;
      sum = 0;
      samples = 0;
      return health;
    },
  };
}
