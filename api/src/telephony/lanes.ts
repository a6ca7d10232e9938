import { blockSamples } from "../transcription/replay-buffer.ts";

/** A lane holds a leg's samples of one block. */
export const laneSamples = blockSamples;

/**
 * The memory that the sound of all legs goes through, in lanes that bear their first index. It is one array, and
 * not one for each leg: twenty thousand frames a second come from as many places as there are legs, and what each
 * of them has to be fetched from outside the processor's cache costs more than what is done with it.
 */
class Lanes {
  samples = new Uint8Array(64 * laneSamples);
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
    this.#end += laneSamples;
    return this.#end - laneSamples;
  }

  giveBack(lane: number): void {
    this.#idle.push(lane);
  }
}

export const lanes = new Lanes();
