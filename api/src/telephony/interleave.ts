import { channelCount, sampleRate, silence } from "../transcription/replay-buffer.ts";
import { isSilent } from "./mu-law.ts";

const samplesOf = (ms: number) => (sampleRate * ms) / 1000;

const blockSamples = samplesOf(100);
/** How far a leg may run ahead before the other one's frames are waited for no longer than `graceMs`. */
const patience = samplesOf(60);
const graceMs = 40;
/** What a leg may lie behind before its silence is skipped. */
const tolerated = samplesOf(400);
/** What a leg may lie behind at all. */
const lagMax = samplesOf(5000);

/** What each leg says in the block that is being made: one call after the other, so all of them share these. */
const lanes = [new Uint8Array(blockSamples), new Uint8Array(blockSamples)] as const;

function sideBySide(client: Uint8Array, agent: Uint8Array): Buffer {
  const block = Buffer.alloc(blockSamples * channelCount);
  for (let sample = 0; sample < blockSamples; sample++) {
    block[sample * channelCount] = client[sample] ?? silence;
    block[sample * channelCount + 1] = agent[sample] ?? silence;
  }
  return block;
}

/** Frames of one leg that are still to be sent. */
function createQueue() {
  const frames: Buffer[] = [];
  let samples = 0;
  const drop = (index: number) => {
    const [dropped] = frames.splice(index, 1);
    samples -= dropped?.length ?? 0;
    return dropped?.length ?? 0;
  };
  return {
    samples: () => samples,

    /** @returns samples that had to go unheard */
    add(frame: Buffer): number {
      frames.push(frame);
      samples += frame.length;
      let lost = 0;
      while (samples > lagMax) lost += drop(0);
      return lost;
    },

    /** Fills a lane with the next samples, and with silence where there are none. */
    take(lane: Uint8Array): void {
      let at = 0;
      while (at < lane.length) {
        const [frame] = frames;
        if (frame === undefined) break;
        const taken = Math.min(frame.length, lane.length - at);
        lane.set(taken === frame.length ? frame : frame.subarray(0, taken), at);
        at += taken;
        samples -= taken;
        if (taken === frame.length) frames.shift();
        else frames[0] = frame.subarray(taken);
      }
      lane.fill(silence, at);
    },

    /** Silence is the only thing that nobody misses. */
    catchUp(): void {
      for (let index = frames.length - 1; index >= 0 && samples > tolerated; index--) {
        const frame = frames[index];
        if (frame !== undefined && isSilent(frame)) drop(index);
      }
    },
  };
}

interface InterleaveHandlers {
  /** 100 ms of both legs, sample by sample: byte 0 is the client's, byte 1 the agent's, and so on. */
  onBlock(block: Buffer): void;
  /** Samples of a leg that were too far behind to be sent. */
  onLost(samples: number): void;
}

/**
 * Puts the frames of two legs side by side. The frames themselves are the clock: a block goes out when both legs
 * have filled theirs, or when one is so far ahead that the other's must be missing, which then is silence.
 */
export function createInterleave({ onBlock, onLost }: InterleaveHandlers) {
  const queues = [createQueue(), createQueue()] as const;
  let waiting: NodeJS.Timeout | undefined;
  let isFinished = false;

  const shorter = () => Math.min(queues[0].samples(), queues[1].samples());
  const longer = () => Math.max(queues[0].samples(), queues[1].samples());

  function flush(): void {
    for (const [channel, queue] of queues.entries()) {
      queue.take(lanes[channel as 0 | 1]);
      queue.catchUp();
    }
    onBlock(sideBySide(...lanes));
  }

  /**
   * After a pause of the whole process the frames of both legs lie in their sockets, and one socket is read
   * before the other: what seems to be missing is looked at only when both have been read.
   */
  function wait(): void {
    waiting ??= setTimeout(() => {
      setImmediate(() => {
        waiting = undefined;
        while (!isFinished && longer() >= blockSamples + patience) flush();
      });
    }, graceMs);
  }

  return {
    /** @param channel 0 is the client, 1 the agent */
    add(channel: 0 | 1, frame: Buffer): void {
      if (isFinished) return;
      const lost = queues[channel].add(frame);
      if (lost > 0) onLost(lost);
      while (shorter() >= blockSamples) flush();
      if (longer() >= blockSamples + patience) wait();
    },

    /** Sends what there is, at the end of a call. */
    finish(): void {
      isFinished = true;
      clearTimeout(waiting);
      while (longer() > 0) flush();
    },
  };
}
