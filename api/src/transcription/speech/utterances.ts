import { silence } from "../replay-buffer.ts";
import { createResampler, type Resampler } from "./resampler.ts";
import { createVoiceDetector, frameSamples, type VoiceDetector } from "./voice-detector.ts";

const frameMs = 20;
/** Before the voice is known to be one: it is passed on too. */
const preRollFrames = 240 / frameMs;
/** A voice begins with this many frames of it among the last ones. */
const onset = { voiced: 3, of: 4 };
/** An utterance ends after this long without a voice; a frame of noise that is taken for one only makes up for two without. */
const endFrames = 240 / frameMs;
const voiceMakesUpFor = 2;
const utteranceFrames = 15_000 / frameMs;
const heldFrames = preRollFrames + onset.of;
/** An utterance is passed on in pieces of at least this length, and its rest at its end: each is a message to the server. */
const pieceFrames = 200 / frameMs;

/** Times are in milliseconds from the leg's first byte. */
export interface UtteranceHandlers {
  /** Where the audio that is passed on begins, which is up to 300 ms before the voice. */
  onBegin(atMs: number): void;
  /** The next piece: PCM of 16 bits, little-endian, mono. */
  onAudio(pcm: Buffer): void;
  /** Where the audio that is passed on ends, up to 300 ms after the voice. */
  onEnd(atMs: number): void;
}

/**
 * Finds the utterances of one leg: passes on their audio as it comes, and never the silence between them. One that lasts longer
 * than 15 s is cut, and the next one begins where it ends.
 * @param rate samples a second of what is passed on, a multiple of 8000
 */
export async function createUtterances(
  { rate }: { rate: number },
  handlers: UtteranceHandlers,
): Promise<Utterances> {
  return new Utterances(await createVoiceDetector(), createResampler(rate), handlers);
}

/** A class with flat fields, which is faster than closures: it sees a hundred frames a second of each call. */
class Utterances {
  readonly #detector: VoiceDetector;
  readonly #resampler: Resampler;
  readonly #handlers: UtteranceHandlers;
  readonly #audio = Buffer.alloc(4 * heldFrames * frameSamples);
  /** Of the audio that is to be passed on: the last frames, as a voice may begin, and then the next piece. */
  #from = 0;
  #until = 0;
  /** Of the frame after it, as far as it has come. */
  #filled = 0;
  /** Frames since the leg's first byte. */
  #frames = 0;
  /** Which of the last frames had a voice, one bit each. */
  #voiced = 0;
  #isSpeaking = false;
  /** Of the utterance: all frames, and the last ones without a voice as far as none has made up for them. */
  #length = 0;
  #quiet = 0;
  #isClosed = false;

  constructor(detector: VoiceDetector, resampler: Resampler, handlers: UtteranceHandlers) {
    this.#detector = detector;
    this.#resampler = resampler;
    this.#handlers = handlers;
  }

  /** Takes the leg's next mu-law, 8 kHz, of any length; the buffer may be used again. */
  push(mulaw: Buffer): void {
    if (this.#isClosed) return;
    for (let at = 0; at < mulaw.length; ) {
      const taken = mulaw.copy(this.#audio, this.#until + this.#filled, at, at + frameSamples - this.#filled);
      this.#filled += taken;
      at += taken;
      if (this.#filled === frameSamples) this.#take();
    }
    if (this.#isSpeaking && this.#until - this.#from >= pieceFrames * frameSamples) this.#passOn();
  }

  /** Ends the utterance that is not over yet, at the leg's end. */
  finish(): void {
    if (this.#isClosed) return;
    if (this.#filled > 0) {
      this.#audio.fill(silence, this.#until + this.#filled, this.#until + frameSamples);
      this.#take();
    }
    if (this.#isSpeaking) this.#end();
    this.close();
  }

  /** Ends without a word. */
  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#detector.close();
  }

  /** Takes the full frame. */
  #take(): void {
    const isVoice = this.#detector.isVoice(this.#audio, this.#until, this.#isSpeaking);
    this.#filled = 0;
    this.#frames += 1;
    this.#until += frameSamples;
    if (this.#isSpeaking) this.#goOn(isVoice);
    else this.#await(isVoice);
    if (this.#until < this.#audio.length) return;
    if (this.#from === 0) this.#passOn();
    this.#audio.copyWithin(0, this.#from);
    this.#until -= this.#from;
    this.#from = 0;
  }

  #await(isVoice: boolean): void {
    this.#from = Math.max(this.#from, this.#until - heldFrames * frameSamples);
    this.#voiced = ((this.#voiced << 1) | Number(isVoice)) & ((1 << onset.of) - 1);
    if (bits(this.#voiced) >= onset.voiced) this.#begin((this.#until - this.#from) / frameSamples);
  }

  #goOn(isVoice: boolean): void {
    this.#length += 1;
    this.#quiet = isVoice ? Math.max(0, this.#quiet - voiceMakesUpFor) : this.#quiet + 1;
    if (this.#quiet === endFrames) this.#end();
    else if (this.#length === utteranceFrames) this.#cut();
  }

  #begin(frames: number): void {
    this.#isSpeaking = true;
    this.#length = frames;
    this.#quiet = 0;
    this.#handlers.onBegin((this.#frames - frames) * frameMs);
  }

  #passOn(): void {
    if (this.#from === this.#until) return;
    this.#handlers.onAudio(this.#resampler.convert(this.#audio.subarray(this.#from, this.#until)));
    this.#from = this.#until;
  }

  #cut(): void {
    this.#passOn();
    this.#handlers.onEnd(this.#frames * frameMs);
    this.#begin(0);
  }

  #end(): void {
    this.#passOn();
    this.#isSpeaking = false;
    this.#voiced = 0;
    this.#resampler.reset();
    this.#handlers.onEnd(this.#frames * frameMs);
  }
}

function bits(of: number): number {
  let count = 0;
  for (let rest = of; rest > 0; rest &= rest - 1) count += 1;
  return count;
}
