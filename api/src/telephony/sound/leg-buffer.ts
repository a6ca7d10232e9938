import { sampleRate, silence } from "../../transcription/replay-buffer.ts";
import { decibels, isSilent, powerOf } from "./mu-law.ts";
import { samplePool, slotSamples } from "./sample-pool.ts";

export interface Health {
  /** Frames per second since the last reading; a healthy leg has 50. */
  packetsPerSecond: number;
  /** The longest time between two frames since the last reading, in ms. */
  gapMs: number;
  /** Mean level since the last reading, in dB of full scale, from -90 to 0. */
  levelDb: number;
}

/** In samples: the lag from which a leg's silence is skipped. */
const tolerated = 0.4 * sampleRate;
/** In samples: the largest lag; older audio is dropped. */
const lagMax = 5 * sampleRate;

/** Whole milliseconds: unlike fractions they are not allocated on the heap. */
const clock = () => Math.trunc(performance.now());

/**
 * A leg's audio that is still to be sent, and its health. Frames are copied into slots, so that they become garbage at
 * once, which keeps the collector's pauses short. It is a class with flat fields because that was measured to be four
 * times as fast as closures.
 */
export class LegBuffer {
  /** Received frames. */
  frames = 0;
  /** Received samples that are still to be sent. */
  samples = 0;
  /** The slot that is being filled, and the number of samples in it. */
  #slot = samplePool.take();
  #filled = 0;
  #lastFrame: number | undefined;
  #gap = 0;
  #isClosed = false;
  /** Full slots, oldest first. */
  readonly #full: number[] = [];
  #readAt = clock();
  #framesRead = 0;
  #power = 0;
  #measured = 0;

  add(frame: Uint8Array): void {
    if (this.#isClosed) return;
    const now = clock();
    // The time before the first frame was spent on making the tap, and is no gap.
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

  /** The next slot, padded with silence; the caller gives it back to the pool. */
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

  /** Drops audio beyond the largest lag. @returns the number of dropped samples */
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
    // Before the first block is sent, the filled part of it is measured.
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

  /** Restarts the measurement, for another telephone on this leg. */
  restartHealth(): void {
    this.readHealth();
    this.#lastFrame = undefined;
  }

  /** Ignores further frames; those in the buffer can still be sent. */
  close(): void {
    this.#isClosed = true;
  }

  /** Returns the memory to the pool, after the last sample was sent. */
  free(): void {
    samplePool.giveBack(this.#slot);
  }
}
