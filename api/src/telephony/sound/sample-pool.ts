import { blockSamples } from "../../transcription/replay-buffer.ts";

/** A slot has a leg's samples of one block. */
export const slotSamples = blockSamples;

/**
 * The memory for the audio of all legs, in slots that are identified by their first index. It is one array and not one per
 * leg: at twenty thousand frames a second, the cache misses of many arrays cost more than the work itself.
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
