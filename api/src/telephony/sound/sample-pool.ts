import { blockSamples } from "../../transcription/replay-buffer.ts";

/** A slot holds a leg's samples of one block. */
export const slotSamples = blockSamples;

/**
 * The memory for the sound of all legs, in slots that are named by their first index. It is one array, and not one
 * for each leg: with twenty thousand frames a second, cache misses of many arrays cost more than the work itself.
 */
class SamplePool {
  samples = new Uint8Array(64 * slotSamples);
  #end = 0;
  readonly #idle: number[] = [];

  take(): number {
    const idle = this.#idle.pop();
    if (idle !== undefined) return idle;
    if (this.#end === this.samples.length) {
      const larger = new Uint8Array(2 * this.#end);
      larger.set(this.samples);
      this.samples = larger;
    }
    this.#end += slotSamples;
    return this.#end - slotSamples;
  }

  giveBack(slot: number): void {
    this.#idle.push(slot);
  }
}

export const samplePool = new SamplePool();
