import { silence } from "../../transcription/replay-buffer.ts";

/** Squares of the linear values of all mu-law bytes, full scale being 1 (ITU-T G.711). */
const power = Float32Array.from({ length: 256 }, (_, byte) => {
  const bits = ~byte & 0xff;
  const magnitude = ((((bits & 0x0f) << 3) + 0x84) << ((bits & 0x70) >> 4)) - 0x84;
  return (magnitude / 32_124) ** 2;
});
/** Mu-law has two codes for zero. */
const otherSilence = silence & 0x7f;
/** Every eighth sample is enough to measure the level. */
const stride = 8;
const quietest = -90;

/** The summed power of every eighth sample in a range (end exclusive), and the number of samples. */
export function powerOf(samples: Uint8Array, from: number, to: number): { sum: number; samples: number } {
  let sum = 0;
  for (let at = from; at < to; at += stride) sum += power[samples[at] ?? silence] ?? 0;
  return { sum, samples: Math.ceil((to - from) / stride) };
}

/** In dB of full scale, whole, from -90 to 0. */
export function decibels(meanPower: number): number {
  return meanPower > 0 ? Math.min(0, Math.max(quietest, Math.round(10 * Math.log10(meanPower)))) : quietest;
}

export function isSilent(frame: Uint8Array): boolean {
  return frame.every((sample) => sample === silence || sample === otherSilence);
}
