import { channelCount, sampleRate, silence } from "../../transcription/replay-buffer.ts";
import { LegBuffer } from "./leg-buffer.ts";
import { samplePool, slotSamples } from "./sample-pool.ts";

/** In samples: a leg that is this far ahead waits for the other one, for `graceMs` at most. */
const leadMax = 0.06 * sampleRate;
const graceMs = 40;

/** The memory of every block: its handler must not keep it. */
const block = Buffer.alloc(slotSamples * channelCount);

function mix(client: number, agent: number): Buffer {
  const { samples } = samplePool;
  for (let sample = 0; sample < slotSamples; sample++) {
    block[sample * channelCount] = samples[client + sample] ?? silence;
    block[sample * channelCount + 1] = samples[agent + sample] ?? silence;
  }
  return block;
}

interface StereoMixerHandlers {
  /** Takes 100 ms of both legs, interleaved. The next block uses the same memory. */
  onBlock(block: Buffer): void;
  /** Counts samples of a leg that lagged too far to be sent. */
  onLost(samples: number): void;
}

/**
 * Interleaves the frames of two legs. The frames themselves are the clock: a block is sent when both legs have filled it,
 * or when one is so far ahead that frames of the other must be missing, which are replaced by silence.
 */
export function createStereoMixer({ onBlock, onLost }: StereoMixerHandlers) {
  const client = new LegBuffer();
  const agent = new LegBuffer();
  let waiting: NodeJS.Timeout | undefined;
  let isFinished = false;

  const longer = () => Math.max(client.samples, agent.samples);

  function flush(): void {
    const [clients, agents] = [client.take(), agent.take()];
    const both = mix(clients, agents);
    samplePool.giveBack(agents);
    samplePool.giveBack(clients);
    client.catchUp();
    agent.catchUp();
    onBlock(both);
  }

  /**
   * Frames are missing only when both sockets have been read: after a pause of the whole process, the frames of both legs
   * wait in their sockets, and one socket is read before the other.
   */
  function wait(): void {
    waiting ??= setTimeout(() => {
      setImmediate(() => {
        waiting = undefined;
        while (!isFinished && longer() >= slotSamples + leadMax) flush();
      });
    }, graceMs);
  }

  /** Runs only when a leg has filled a block, which is at one frame in five. */
  function look(leg: LegBuffer, other: LegBuffer): void {
    const lost = leg.shorten();
    if (lost > 0) onLost(lost);
    while (leg.samples >= slotSamples && other.samples >= slotSamples) flush();
    if (leg.samples >= slotSamples + leadMax) wait();
  }

  const entrance = (leg: LegBuffer, other: LegBuffer) => (frame: Buffer) => {
    leg.add(frame);
    if (leg.samples >= slotSamples) look(leg, other);
  };

  return {
    legs: { client, agent },

    /** Adds the next frame of a leg. */
    add: { client: entrance(client, agent), agent: entrance(agent, client) },

    /** Sends the rest, at the end of a call. */
    finish(): void {
      if (isFinished) return;
      isFinished = true;
      clearTimeout(waiting);
      client.close();
      agent.close();
      while (longer() > 0) flush();
      client.free();
      agent.free();
    },
  };
}
export type StereoMixer = ReturnType<typeof createStereoMixer>;
