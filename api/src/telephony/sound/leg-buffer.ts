import { sampleRate, silence } from "../../transcription/replay-buffer.ts";
import { decibels, isSilent, powerOf } from "./mu-law.ts";
import { samplePool, slotSamples } from "./sample-pool.ts";

export interface Health {
  /** Frames a second since the last reading; a healthy leg brings 50. */
  packetsPerSecond: number;
  /** The longest time between two frames since the last reading, in ms. */
  gapMs: number;
  /** Mean level since the last reading, in dB of full scale, from -90 to 0. */
  levelDb: number;
}

/** In samples: how far a leg may lag before its silence is skipped. */
const tolerated = 0.4 * sampleRate;
/** In samples: how far a leg may lag at all. */
const lagMax = 5 * sampleRate;

/** Whole milliseconds: unlike fractions they are not allocated on the heap. */
const clock = () => Math.trunc(performance.now());

/**
 * A leg's sound that is still to be sent, and its health. Frames are copied into slots, so that they are garbage at
 * once, which keeps the collector's pauses short. A class with flat fields, because a frame finds all it needs in one
 * place: with closures the way from one frame to the next took four times as long.
 */
export class LegBuffer {
  /** Frames that have come. */
  frames = 0;
  /** Samples that have come and are still to be sent. */
  samples = 0;
  /** The slot that is being filled, and how far. */
  #slot = samplePool.take();
  #filled = 0;
  #lastFrame: number | undefined;
  #gap = 0;
  #isClosed = false;
  /** Slots that are full, oldest first. */
  readonly #full: number[] = [];
  #readAt = clock();
  #framesRead = 0;
  #power = 0;
  #measured = 0;

  add(frame: Uint8Array): void {
    if (this.#isClosed) return;
    const now = clock();
    // The time before the first frame was spent on the tap, and is no gap of the telephone's.
    if (this.#lastFrame === undefined) this.#readAt = now;
    const gap = now - (this.#lastFrame ?? now);
    if (gap > this.#gap) this.#gap = gap;
    this.#lastFrame = now;
    this.frames += 1;
    this.samples += frame.length;
    for (let at = 0; at < frame.length; ) {
      if (this.#filled === slotSamples) {
        this.#full.push(this.#slot);
        this.#slot = samplePool.take();
        this.#filled = 0;
      }
      const taken = Math.min(frame.length - at, slotSamples - this.#filled);
      const piece = taken === frame.length ? frame : frame.subarray(at, at + taken);
      samplePool.samples.set(piece, this.#slot + this.#filled);
      this.#filled += taken;
      at += taken;
    }
  }

  /** The next slot, to be given back, with silence where there is no sound. */
  take(): number {
    const full = this.#full.shift();
    const slot = full ?? this.#slot;
    const filled = full === undefined ? this.#filled : slotSamples;
    if (full === undefined) {
      samplePool.samples.fill(silence, slot + filled, slot + slotSamples);
      this.#slot = samplePool.take();
      this.#filled = 0;
    }
    this.samples -= filled;
    const { sum, samples } = powerOf(samplePool.samples, slot, slot + filled);
    this.#power += sum;
    this.#measured += samples;
    return slot;
  }

  /** Drops what lags too far; answers the number of dropped samples. */
  shorten(): number {
    let lost = 0;
    for (; this.samples > lagMax; lost += slotSamples) this.#drop(0);
    return lost;
  }

  /** Drops silence where the leg lags. */
  catchUp(): void {
    for (let index = this.#full.length - 1; index >= 0 && this.samples > tolerated; index--) {
      const slot = this.#full[index];
      if (slot !== undefined && isSilent(samplePool.samples.subarray(slot, slot + slotSamples)))
        this.#drop(index);
    }
  }

  #drop(index: number): void {
    for (const slot of this.#full.splice(index, 1)) samplePool.giveBack(slot);
    this.samples -= slotSamples;
  }

  /** The health since the last reading. */
  readHealth(): Health {
    const now = clock();
    const seconds = (now - this.#readAt) / 1000;
    // Before the first block there is only a part of it to measure.
    const { sum, samples } =
      this.#measured > 0
        ? { sum: this.#power, samples: this.#measured }
        : powerOf(samplePool.samples, this.#slot, this.#slot + this.#filled);
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

  /** For another telephone that speaks on this leg from now on. */
  restartHealth(): void {
    this.readHealth();
    this.#lastFrame = undefined;
  }

  /** Takes no more frames; those that were taken can still be sent. */
  close(): void {
    this.#isClosed = true;
  }

  /** Gives the memory back, after the last sample was sent. */
  free(): void {
    samplePool.giveBack(this.#slot);
  }
}
