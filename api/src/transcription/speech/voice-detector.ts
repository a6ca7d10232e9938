import createLibfvad, { VADEvent, VADMode } from "@ozymandiasthegreat/vad";
import { linear } from "./resampler.ts";

const telephoneRate = 8000;
/** What is judged at once: 20 ms of a telephone. */
export const frameSamples = 160;

const framesASecond = telephoneRate / frameSamples;
const fullScale = 32_768;
/** In powers: quieter is never a voice, -55 dB of full scale. */
const quietest = (fullScale * 10 ** (-55 / 20)) ** 2;
/**
 * How many times the background's power a voice has where it begins, and while it goes on; that may be less only where it is
 * much of the utterance's loudest, which others in the room do not reach.
 */
const louder = { beginning: 3, going: 4, least: 1.5 };
const ofLoudest = 10 ** (-8 / 10);
/** The power's mean is taken over about this many frames. */
const smoothing = 8;
/** The background is the quietest of the last seconds, in blocks of half a second. */
const blockFrames = framesASecond / 2;
const blocks = 7;

let libfvad: ReturnType<typeof createLibfvad> | undefined;

/**
 * Tells voice from what is none, frame by frame of one leg: WebRTC's detector (libfvad) in its strictest mode, which takes a
 * steady noise for a voice, and the background's power, which does not. What else was tried, with figures: recognizers.md.
 */
export async function createVoiceDetector(): Promise<VoiceDetector> {
  libfvad ??= createLibfvad();
  return new VoiceDetector(new (await libfvad)(VADMode.VERY_AGGRESSIVE, telephoneRate));
}

/** The frame that is judged, linear. */
const samples = new Int16Array(frameSamples);

type Libfvad = InstanceType<Awaited<ReturnType<typeof createLibfvad>>>;

export class VoiceDetector {
  readonly #libfvad: Libfvad;
  #mean = 0;
  /** The loudest mean of the utterance so far. */
  #loudest = 0;
  readonly #quiet = new Float64Array(blocks).fill(Number.POSITIVE_INFINITY);
  /** The quietest of the blocks before the present one. */
  #quietBefore = Number.POSITIVE_INFINITY;
  #frames = 0;

  constructor(detector: Libfvad) {
    this.#libfvad = detector;
  }

  /**
   * @param from where the frame begins in the leg's audio
   * @param isGoing whether a voice was heard just before
   */
  isVoice(audio: Uint8Array, from: number, isGoing: boolean): boolean {
    let sum = 0;
    for (let at = 0; at < frameSamples; at++) {
      const sample = linear[audio[from + at] ?? 0] ?? 0;
      samples[at] = sample;
      sum += sample * sample;
    }
    const power = sum / frameSamples;
    const background = this.#follow(power);
    if (power <= quietest) return false;
    // It learns from what is no voice too.
    const isVoice = this.#libfvad.processFrame(samples) === VADEvent.VOICE;
    if (!isGoing) {
      this.#loudest = 0;
      return isVoice && power > louder.beginning * background;
    }
    this.#loudest = Math.max(this.#loudest, this.#mean);
    const near = Math.min(louder.going * background, ofLoudest * this.#loudest);
    return isVoice && power > Math.max(louder.least * background, near);
  }

  /** @returns the background's power */
  #follow(power: number): number {
    this.#mean += (power - this.#mean) / (this.#frames === 0 ? 1 : smoothing);
    const block = Math.floor(this.#frames / blockFrames) % blocks;
    if (this.#frames % blockFrames === 0) {
      this.#quiet[block] = Number.POSITIVE_INFINITY;
      this.#quietBefore = Math.min(...this.#quiet);
    }
    this.#frames += 1;
    const quiet = Math.min(this.#quiet[block] ?? 0, this.#mean);
    this.#quiet[block] = quiet;
    return Math.min(this.#quietBefore, quiet);
  }

  close(): void {
    this.#libfvad.destroy();
  }
}
