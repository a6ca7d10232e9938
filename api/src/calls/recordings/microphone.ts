import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { Sender } from "@souffleur/contracts";
import { clock } from "../../clock.ts";
import { appError } from "../../http/errors.ts";
import type { Caller } from "../../http/guard.ts";
import { createKeyedQueue } from "../../scheduling/keyed-queue.ts";
import { requireSpeaker } from "../access.ts";
import type { LiveCalls } from "../live-calls.ts";
import { maskSecrets } from "../masking/masking.ts";
import type { CallRecords } from "../records/call-records.ts";
import { type Heard, isEcho } from "./echo.ts";

/** What was said in a chunk, and when. */
export interface RecordedSpeech {
  transcript: string;
  confidence: number;
  /** Undefined where the recognizer did not say. */
  spoken?: { from: Date; to: Date } | undefined;
}

/** A recorded chunk of a call, as the browser sends it. */
interface RecordedChunk {
  callId: string;
  speaker: Sender;
  /** Without one, no other chunk can wait for it, and sending it again makes another line. */
  chunkId?: string | undefined;
  /** The previous chunk, while the browser has no answer for it. */
  afterChunkId?: string | undefined;
}

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
export function createMicrophone({ records, live, maxWaitMs = defaultMaxWaitMs }: MicrophoneDeps) {
  /** Serializes chunks, because an echo is only found among stored lines. */
  const writers = createKeyedQueue();

  async function waitFor(callId: string, chunkId: string): Promise<void> {
    const givenUpAt = clock.ms() + maxWaitMs;
    while (!(await records.isChunkSettled(callId, chunkId))) {
      if (clock.ms() >= givenUpAt) {
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

  /** @throws AppError where the caller may not speak in the call, or it is over */
  return async ({ callId, speaker, chunkId, afterChunkId }: RecordedChunk, caller: Caller) => {
    const call = requireSpeaker(await records.find(callId), caller);
    return {
      source: call.source,
      /**
       * Waits for the previous chunk, which may have failed and be sent again.
       * @throws AppError SERVER_BUSY where it does not arrive: then the browser sends this one again
       */
      async turn(): Promise<void> {
        if (afterChunkId !== undefined) await waitFor(callId, afterChunkId);
      },
      /** Stores the transcript as a line. @returns the stored text, empty for an echo, which is not stored */
      addLine: ({ transcript, confidence, spoken }: RecordedSpeech) =>
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
      /** Lets the next chunk go on: this one is a line, or never will be. */
      async settle(): Promise<void> {
        if (chunkId !== undefined) await records.settleChunk(callId, chunkId);
      },
    };
  };
}
export type Microphone = ReturnType<typeof createMicrophone>;
