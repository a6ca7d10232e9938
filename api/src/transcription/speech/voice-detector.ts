import { linear } from "./resampler.ts";

/** In samples of the telephone: what the detector judges at once, 20 ms. */
export const frameSamples = 160;

/** Tells voice from what is none, in frames of one leg, one after the other. */
export interface VoiceDetector {
  isVoice(frame: Uint8Array): boolean;
  close(): void;
}

/** In powers of a frame: quieter is no voice, -50 dB of full scale; and how much louder than its background a voice is, 9 dB. */
const quietest = (32_768 * 10 ** (-50 / 20)) ** 2;
const louder = 8;
/** How fast the background rises, in each frame: 2 dB a second. */
const rise = 10 ** (0.2 / 50);

/** By its loudness over the background's. */
export async function createVoiceDetector(): Promise<VoiceDetector> {
  let background = quietest;
  return {
    isVoice(frame) {
      let sum = 0;
      for (const byte of frame) sum += (linear[byte] ?? 0) ** 2;
      const power = sum / frame.length;
      background = Math.max(quietest / louder, Math.min(power, background * rise));
      return power > quietest && power > background * louder;
    },
    close() {},
  };
}
