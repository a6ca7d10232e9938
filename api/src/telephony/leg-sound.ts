import { sampleRate, silence } from "../transcription/replay-buffer.ts";
import { laneSamples, lanes } from "./lanes.ts";
import { decibels, isSilent, powerOf } from "./mu-law.ts";

export interface Health {
  /** Frames a second since the last reading; a healthy leg brings 50. */
  packetsPerSecond: number;
  /** The longest time between two frames since the last reading, in ms. */
  gapMs: number;
  /** Mean level since the last reading, in dB of full scale, from -90 to 0. */
  levelDb: number;
}

/** What a leg may lie behind before its silence is skipped. */
const tolerated = 0.4 * sampleRate;
/** What a leg may lie behind at all. */
const lagMax = 5 * sampleRate;

/** Whole milliseconds: unlike fractions they need no memory of their own. */
const clock = () => Math.trunc(performance.now());

/**
 * What one leg has said and is still to be sent, and how well it comes. Frames are copied into lanes, so that they
 * can be forgotten as they come, which keeps the collector's pauses short. A class with flat fields, because a frame
 * finds all it needs in one place: the same in closures took four times as long for the way from one to the next.
 */
export class LegSound {
  /** Frames that have come. */
  frames = 0;
  /** Samples that have come and are still to be sent. */
  samples = 0;
  /** The lane that is being filled, and how far. */
  #lane = lanes.take();
  #filled = 0;
  #lastFrame: number | undefined;
  #gap = 0;
  #isClosed = false;
  /** Lanes that are full, oldest first. */
  readonly #full: number[] = [];
  #readAt = clock();
  #framesRead = 0;
  #power = 0;
  #measured = 0;

  add(frame: Uint8Array): void {
    if (this.#isClosed) return;
    const now = clock();
    // What came before the first frame was spent on the tap, and is no gap of the telephone's.
    if (this.#lastFrame === undefined) this.#readAt = now;
    const gap = now - (this.#lastFrame ?? now);
    if (gap > this.#gap) this.#gap = gap;
    this.#lastFrame = now;
    this.frames += 1;
    this.samples += frame.length;
    for (let at = 0; at < frame.length; ) {
      if (this.#filled === laneSamples) {
        this.#full.push(this.#lane);
        this.#lane = lanes.take();
        this.#filled = 0;
      }
      const taken = Math.min(frame.length - at, laneSamples - this.#filled);
      const piece = taken === frame.length ? frame : frame.subarray(at, at + taken);
      lanes.samples.set(piece, this.#lane + this.#filled);
      this.#filled += taken;
      at += taken;
    }
  }

  /** The next lane, to be given back, with silence where there is no sound. */
  take(): number {
    const full = this.#full.shift();
    const lane = full ?? this.#lane;
    const filled = full === undefined ? this.#filled : laneSamples;
    if (full === undefined) {
      lanes.samples.fill(silence, lane + filled, lane + laneSamples);
      this.#lane = lanes.take();
      this.#filled = 0;
    }
    this.samples -= filled;
    const { sum, samples } = powerOf(lanes.samples, lane, lane + filled);
    this.#power += sum;
    this.#measured += samples;
    return lane;
  }

  /** Leaves out what lies too far behind; answers how many samples had to go unheard. */
  shorten(): number {
    let lost = 0;
    for (; this.samples > lagMax; lost += laneSamples) this.#drop(0);
    return lost;
  }

  /** Silence is the only thing that nobody misses. */
  catchUp(): void {
    for (let index = this.#full.length - 1; index >= 0 && this.samples > tolerated; index--) {
      const lane = this.#full[index];
      if (lane !== undefined && isSilent(lanes.samples.subarray(lane, lane + laneSamples))) this.#drop(index);
    }
  }

  #drop(index: number): void {
    for (const lane of this.#full.splice(index, 1)) lanes.giveBack(lane);
    this.samples -= laneSamples;
  }

  /** What was measured since the last reading; the next one begins. */
  readHealth(): Health {
    const now = clock();
    const seconds = (now - this.#readAt) / 1000;
    // A reading before the first block looks at what there is of it.
    const { sum, samples } =
      this.#measured > 0
        ? { sum: this.#power, samples: this.#measured }
        : powerOf(lanes.samples, this.#lane, this.#lane + this.#filled);
    const health = {
      packetsPerSecond: seconds > 0 ? Math.round(((this.frames - this.#framesRead) / seconds) * 10) / 10 : 0,
      gapMs: Math.max(this.#gap, now - (this.#lastFrame ?? this.#readAt)),
      levelDb: decibels(samples > 0 ? sum / samples : 0),
    };
    this.#readAt = now;
    this.#framesRead = this.frames;
    this.#gap = 0;
    this.#power = 0;
    this.#measured = 0;
    return health;
  }

  /** Another telephone speaks on this leg from now on. */
  restartHealth(): void {
    this.readHealth();
    this.#lastFrame = undefined;
  }

  /** Takes no more frames. What was taken can still be sent: until nothing is left. */
  close(): void {
    this.#isClosed = true;
  }

  /** Gives the memory back, after the last sample. */
  free(): void {
    lanes.giveBack(this.#lane);
  }
}
