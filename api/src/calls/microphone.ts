import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { appError } from "../http/errors.ts";
import { createKeyedQueue } from "../scheduling/keyed-queue.ts";
import type { Microphone } from "../transcription/recorded-chunk.ts";
import { requireSpeaker } from "./access.ts";
import { type Heard, isEcho } from "./echo.ts";
import type { LiveCalls } from "./live-calls.ts";
import { maskSecrets } from "./masking/masking.ts";
import type { CallRecords } from "./records/call-records.ts";

interface MicrophoneDeps {
  records: Pick<CallRecords, "find" | "lines" | "settleChunk" | "isChunkSettled" | "isEcho" | "markEcho">;
  live: Pick<LiveCalls, "addLine">;
  /** How long a chunk waits for the one before it. */
  maxWaitMs?: number | undefined;
}

/** The chunk before is polled in the database, because another process may have received it. */
const pollMs = 100;
/** Longer than a retry takes, shorter than the browser's timeout. */
const defaultMaxWaitMs = 6000;

/** More lines than both speakers say within the time of an echo. */
const linesReadForEcho = 8;

/**
 * Turns the chunks that the agent's browser records into lines of a call, those of each speaker in the order of
 * recording. The microphone has the agent's voice, and shared call audio has the client's.
 */
export function createMicrophone({
  records,
  live,
  maxWaitMs = defaultMaxWaitMs,
}: MicrophoneDeps): Microphone {
  /** Serializes chunks, because an echo is only found among stored lines. */
  const writers = createKeyedQueue();

  async function waitFor(callId: string, chunkId: string): Promise<void> {
    const givenUpAt = Date.now() + maxWaitMs;
    while (!(await records.isChunkSettled(callId, chunkId))) {
      if (Date.now() >= givenUpAt) {
        throw appError("SERVER_BUSY", { text: "The previous recording has not arrived.", retryAfter: 1 });
      }
      await sleep(pollMs);
    }
  }

  async function isEchoed(callId: string, chunkId: string | undefined, heard: Heard): Promise<boolean> {
    if (chunkId !== undefined && (await records.isEcho(callId, chunkId))) return true;
    const before = await records.lines.last(callId, linesReadForEcho);
    if (!isEcho(heard, before)) return false;
    if (chunkId !== undefined) await records.markEcho(callId, chunkId);
    return true;
  }

  return async ({ callId, speaker, chunkId, afterChunkId }, caller) => {
    const call = requireSpeaker(await records.find(callId), caller);
    return {
      async turn() {
        if (afterChunkId !== undefined) await waitFor(callId, afterChunkId);
      },
      addLine: ({ transcript, confidence, spoken }) =>
        writers.acquire(callId, async () => {
          const known = chunkId === undefined ? null : await records.lines.find(chunkId);
          if (known?.callId === callId) return { transcript: known.text, confidence: known.confidence };
          const text = maskSecrets(transcript);
          if (spoken && (await isEchoed(callId, chunkId, { sender: speaker, text, ...spoken }))) {
            return { transcript: "", confidence };
          }
          const messageId = known === null && chunkId !== undefined ? chunkId : randomUUID();
          const speech = { messageId, sender: speaker, text: transcript, confidence, spoken };
          const line = await live.addLine(call, { ...speech, recorded: true });
          return { transcript: line?.text ?? text, confidence };
        }),
      async settle() {
        if (chunkId !== undefined) await records.settleChunk(callId, chunkId);
      },
    };
  };
}
