import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { refusal } from "../http/errors.ts";
import type { Microphone } from "../transcription/recorded-chunk.ts";
import { demandSpeaker } from "./access.ts";
import type { CallRecords } from "./call-records.ts";
import type { LiveCalls } from "./live-calls.ts";
import { maskSecrets } from "./masking/masking.ts";

interface MicrophoneDeps {
  records: Pick<CallRecords, "find" | "lines" | "settleChunk" | "isChunkSettled">;
  live: Pick<LiveCalls, "addLine">;
  /** How long a chunk waits for the one before it. */
  maxWaitMs?: number | undefined;
}

/** Another process may have the chunk before, so its mark is looked for in the database. */
const lookAgainMs = 100;
/** Longer than a second try takes, shorter than a browser waits for its answer. */
const defaultMaxWaitMs = 6000;

/** The agent's microphone: recorded chunks that become lines of a call, in the order in which they were recorded. */
export function createMicrophone({
  records,
  live,
  maxWaitMs = defaultMaxWaitMs,
}: MicrophoneDeps): Microphone {
  async function waitFor(callId: string, chunkId: string): Promise<void> {
    const givenUpAt = Date.now() + maxWaitMs;
    while (!(await records.isChunkSettled(callId, chunkId))) {
      if (Date.now() >= givenUpAt) {
        throw refusal("SERVER_BUSY", { text: "The recording before this one has not come.", retryAfter: 1 });
      }
      await sleep(lookAgainMs);
    }
  }

  return async ({ callId, chunkId, afterChunkId }, caller) => {
    const call = demandSpeaker(await records.find(callId), caller);
    return {
      async turn() {
        if (afterChunkId !== undefined) await waitFor(callId, afterChunkId);
      },
      async addLine({ transcript, confidence }) {
        const known = chunkId === undefined ? null : await records.lines.find(chunkId);
        if (known?.callId === callId) return { transcript: known.text, confidence: known.confidence };
        const messageId = known === null && chunkId !== undefined ? chunkId : randomUUID();
        const speech = { messageId, sender: "agent", text: transcript, confidence } as const;
        const line = await live.addLine(call, { ...speech, microphone: true });
        return { transcript: line?.text ?? maskSecrets(transcript), confidence };
      },
      async settle() {
        if (chunkId !== undefined) await records.settleChunk(callId, chunkId);
      },
    };
  };
}
