import { clock } from "../clock.ts";

/** Samples per second of each channel. */
export const sampleRate = 8000;
export const channelCount = 2;
/** A mu-law sample of silence. */
export const silence = 0xff;

/** Audio goes in blocks of both channels: byte 0 is the client's, byte 1 the agent's, and so on. */
export const blockMs = 100;
export const blockSamples = (blockMs * sampleRate) / 1000;
const blockBytes = blockSamples * channelCount;

const keptBlocks = 30_000 / blockMs;
/** The initial size: usually final results arrive within seconds. */
const usualBlocks = 4000 / blockMs;

/**
 * The audio of a call that no final result covers yet, so that it can be sent again on the next connection. Times are in
 * milliseconds from the first byte of the call.
 *
 * It is copied into a growing ring buffer. Separate blocks would live for seconds each, and cost a collection of the whole
 * heap every second or two.
 */
export function createReplayBuffer() {
  let ring = Buffer.allocUnsafeSlow(usualBlocks * blockBytes);
  /** The oldest kept block, and the next one, counted from the call's beginning. */
  let first = 0;
  let next = 0;
  const confirmed = [0, 0];
  /** When each of the last blocks was added, in milliseconds since 1970. */
  const addedAt = new Float64Array(keptBlocks);

  function place(block: number, memory = ring): Buffer {
    const at = (block * blockBytes) % memory.length;
    return memory.subarray(at, at + blockBytes);
  }

  function grow(): void {
    const larger = Buffer.allocUnsafeSlow(Math.min(2 * ring.length, keptBlocks * blockBytes));
    for (let block = first; block < next; block++) place(block).copy(place(block, larger));
    ring = larger;
  }

  function withoutConfirmed(block: number): Buffer {
    const copy = Buffer.from(place(block));
    for (const [channel, untilMs] of confirmed.entries()) {
      const samples = Math.min(blockSamples, ((untilMs - block * blockMs) * sampleRate) / 1000);
      for (let sample = 0; sample < Math.floor(samples); sample++)
        copy[sample * channelCount + channel] = silence;
    }
    return copy;
  }

  return {
    /** Adds the next block. @returns how many unconfirmed milliseconds were dropped for it */
    add(bytes: Buffer): number {
      let droppedMs = 0;
      if (next - first === keptBlocks) {
        first += 1;
        droppedMs = Math.min(blockMs, first * blockMs - Math.min(...confirmed));
      } else if ((next - first) * blockBytes === ring.length) grow();
      bytes.copy(place(next));
      addedAt[next % keptBlocks] = clock.ms();
      next += 1;
      return droppedMs;
    },

    /**
     * The instant at which a time of the call was heard, in milliseconds since 1970. Nobody sends blocks while both telephones
     * are silent, and after a pause of the process many come at once, of which each was heard before the next one. A time outside
     * of the last 30 s is taken for the nearest one inside.
     */
    heardAt(ms: number): number {
      const oldest = Math.max(0, next - keptBlocks);
      const block = Math.min(Math.max(oldest, Math.floor(ms / blockMs)), next - 1);
      let endedAt = clock.ms();
      for (let later = next - 1; later >= block; later--) {
        endedAt = Math.min(endedAt, addedAt[later % keptBlocks] ?? 0);
        if (later > block) endedAt -= blockMs;
      }
      return endedAt - blockMs + Math.min(blockMs, Math.max(0, ms - block * blockMs));
    },

    /** The newest block, valid until it is confirmed or 30 s old. */
    newest: () => place(next - 1),

    /** Records that a final result covers a channel up to this time. */
    confirm(channel: number, untilMs: number): void {
      // A faulty recognizer must not confirm audio that has not been sent.
      confirmed[channel] = Math.max(confirmed[channel] ?? 0, Math.min(untilMs, next * blockMs));
      first = Math.max(first, Math.floor(Math.min(...confirmed) / blockMs));
    },

    /** The blocks to send again, oldest first; the confirmed part of a channel is replaced by silence. */
    replay: () => ({
      startMs: first * blockMs,
      blocks: Array.from({ length: next - first }, (_, index) => withoutConfirmed(first + index)),
    }),

    isEmpty: () => first === next,
  };
}
