import { blockSamples } from "../../transcription/replay-buffer.ts";

/** A slot holds a leg's samples of one block. */
export const slotSamples = blockSamples;

/**
 * The memory that the sound of all legs goes through, in slots that bear their first index. It is one array, and
 * not one for each leg: twenty thousand frames a second come from as many places as there are legs, and what each
 * of them has to be fetched from outside the processor's cache costs more than what is done with it.
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
