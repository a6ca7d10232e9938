/** Samples a second of each channel. */
export const sampleRate = 8000;
export const channelCount = 2;
/** A mu-law sample of silence. */
export const silence = 0xff;

const bytesPerMs = (sampleRate * channelCount) / 1000;
const keptMs = 30_000;

/** Interleaved audio of both channels: byte 0 is the client's, byte 1 the agent's, and so on. */
interface Block {
  startMs: number;
  bytes: Buffer;
}

/**
 * The audio of a call that the recognizer has not answered for yet, so that it can be sent again to the next
 * connection. Times are in milliseconds from the first byte of the call.
 */
export function createReplayBuffer() {
  const blocks: Block[] = [];
  const confirmed = [0, 0];
  let endMs = 0;

  const blockEnd = (block: Block) => block.startMs + block.bytes.length / bytesPerMs;

  return {
    /** Keeps the next bytes; answers how many milliseconds that nobody confirmed had to go for them. */
    add(bytes: Buffer): number {
      let droppedMs = 0;
      blocks.push({ startMs: endMs, bytes });
      endMs += bytes.length / bytesPerMs;
      while (blocks[0] && endMs - blocks[0].startMs > keptMs) {
        const [oldest] = blocks.splice(0, 1);
        if (oldest) droppedMs += blockEnd(oldest) - Math.max(oldest.startMs, Math.min(...confirmed));
      }
      return droppedMs;
    },

    /** A final result covers a channel up to this moment. */
    confirm(channel: number, untilMs: number): void {
      confirmed[channel] = Math.max(confirmed[channel] ?? 0, untilMs);
      const both = Math.min(...confirmed);
      const first = blocks.findIndex((block) => blockEnd(block) > both);
      blocks.splice(0, first < 0 ? blocks.length : first);
    },

    /** What is to be sent again, oldest first; what a channel has had confirmed is silence in it. */
    replay(): { startMs: number; blocks: Buffer[] } {
      return { startMs: blocks[0]?.startMs ?? endMs, blocks: blocks.map(withoutConfirmed) };
    },

    isEmpty: () => blocks.length === 0,
  };

  function withoutConfirmed({ startMs, bytes }: Block): Buffer {
    if (startMs >= Math.max(...confirmed)) return bytes;
    const copy = Buffer.from(bytes);
    for (const [channel, untilMs] of confirmed.entries()) {
      const samples = Math.min(copy.length / channelCount, ((untilMs - startMs) * sampleRate) / 1000);
      for (let sample = 0; sample < Math.floor(samples); sample++)
        copy[sample * channelCount + channel] = silence;
    }
    return copy;
  }
}
