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

/** Lanes that no call is filling at the moment: sound goes through the same few kilobytes again and again. */
const idle: Uint8Array[] = [];

/** Blocks are kept until the recognizer has answered for them: one piece of memory holds a second of them. */
function createBlocks() {
  const bytes = blockSamples * channelCount;
  let page: Buffer = Buffer.alloc(0);
  let at = 0;
  return (): Buffer => {
    if (at === page.length) {
      page = Buffer.allocUnsafeSlow(10 * bytes);
      at = 0;
    }
    at += bytes;
    return page.subarray(at - bytes, at);
  };
}

function sideBySide(client: Uint8Array, agent: Uint8Array, block: Buffer): void {
  for (let sample = 0; sample < blockSamples; sample++) {
    block[sample * channelCount] = client[sample] ?? silence;
    block[sample * channelCount + 1] = agent[sample] ?? silence;
  }
}

/**
 * What one leg has said and is still to be sent, copied into lanes of a block's length: the frames themselves can
 * be forgotten as they come, which is what keeps the collector's pauses short.
 */
function createQueue() {
  /** Oldest first; all but the last one are full. */
  const lanes: Uint8Array[] = [];
  let filled = 0;

  const samples = () => (lanes.length === 0 ? 0 : (lanes.length - 1) * blockSamples + filled);

  /** @param index not that of the lane that is being filled */
  function drop(index: number): void {
    idle.push(...lanes.splice(index, 1));
  }

  return {
    samples,

    /** @returns samples that had to go unheard */
    add(frame: Uint8Array): number {
      for (let at = 0; at < frame.length; ) {
        let lane = lanes.at(-1);
        if (lane === undefined || filled === blockSamples) {
          lane = idle.pop() ?? new Uint8Array(blockSamples);
          lanes.push(lane);
          filled = 0;
        }
        const taken = Math.min(frame.length - at, blockSamples - filled);
        lane.set(taken === frame.length ? frame : frame.subarray(at, at + taken), filled);
        filled += taken;
        at += taken;
      }
      let lost = 0;
      for (; samples() > lagMax; lost += blockSamples) drop(0);
      return lost;
    },

    /** The next lane, to be given back, with silence where there is no sound. */
    take(): Uint8Array {
      const isLast = lanes.length <= 1;
      const lane = lanes.shift() ?? idle.pop() ?? new Uint8Array(blockSamples);
      if (isLast) {
        lane.fill(silence, filled);
        filled = 0;
      }
      return lane;
    },

    /** Silence is the only thing that nobody misses. */
    catchUp(): void {
      for (let index = lanes.length - 2; index >= 0 && samples() > tolerated; index--) {
        const lane = lanes[index];
        if (lane !== undefined && isSilent(lane)) drop(index);
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
  const nextBlock = createBlocks();
  let waiting: NodeJS.Timeout | undefined;
  let isFinished = false;

  const shorter = () => Math.min(queues[0].samples(), queues[1].samples());
  const longer = () => Math.max(queues[0].samples(), queues[1].samples());

  function flush(): void {
    const client = queues[0].take();
    const agent = queues[1].take();
    const block = nextBlock();
    sideBySide(client, agent, block);
    idle.push(client, agent);
    for (const queue of queues) queue.catchUp();
    onBlock(block);
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
