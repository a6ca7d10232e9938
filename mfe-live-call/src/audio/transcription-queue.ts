import { ErrorCode, type Sender, transcribeAudio } from "@souffleur/contracts";
import { call, RequestError } from "@souffleur/shared-ui";
import { isTransient, newId } from "@souffleur/shared-ui/saving";
import type { Store } from "../lib/store.ts";
import { createUploadQueue } from "./upload-queue.ts";

export interface Transcribed {
  /** The id of the transcript line that the server creates. */
  id: string;
  transcript: string;
  confidence: number;
}

export type OnTranscript = (transcribed: Transcribed) => void;

export interface QueueEvents {
  onTranscript: OnTranscript;
  onNoRecognizer: () => void;
  /** The server's reason for refusing a chunk that it would refuse again; undefined once it accepts one. */
  onRefusal: (reason: string | undefined) => void;
}
export type TranscriptionQueue = ReturnType<typeof createTranscriptionQueue>;

interface Chunk {
  id: string;
  recording: Blob;
  /** By the page's own clock, which runs at the server's speed whatever time it has. */
  endedAt: number;
}

/**
 * Has recordings transcribed in their order. A failure is logged, as specified, and reported where it is permanent.
 * @param line the call that the transcripts are added to, and the speaker; by default the agent
 */
export function createTranscriptionQueue(
  line: { callId: string | undefined; speaker?: Sender },
  { onTranscript, onNoRecognizer, onRefusal }: QueueEvents,
) {
  const queue = createUploadQueue<Chunk, Transcribed>({
    async send({ id, recording, endedAt }, previous) {
      const audio = await encodeBase64(recording);
      const { transcript, confidence } = await call(transcribeAudio, {
        body: {
          audio,
          mimeType: recording.type,
          chunkId: id,
          ageMs: Math.round(performance.now() - endedAt),
          ...(previous !== undefined && { afterChunkId: previous.id }),
          ...line,
        },
      });
      return { id, transcript, confidence };
    },
    onAnswer: (transcribed) => {
      onRefusal(undefined);
      if (transcribed.transcript.trim() !== "") onTranscript(transcribed);
    },
    isRetryable,
    onFailure: (error) => {
      if (error instanceof RequestError && error.code === "STT_NOT_CONFIGURED") {
        onNoRecognizer();
        return;
      }
      console.warn(`A recording was not transcribed: ${String(error)}`);
      // The server would refuse the same recording again.
      if (error instanceof RequestError && !isTransient(error))
        onRefusal(error.serverMessage ?? error.message);
    },
  });
  return {
    // The id is set once: the server recognizes a chunk that is sent again.
    push: (recording: Blob) => queue.push({ id: newId(), recording, endedAt: performance.now() }),
    stop: queue.stop,
  };
}

/** @returns a function that shows in the state of a recording why the server refuses it */
export function showRefusalIn<State extends { status: string; refusal: string | undefined }>(
  store: Store<State>,
) {
  return (refusal: string | undefined) =>
    store.set((state) =>
      state.refusal === refusal || state.status !== "recording" ? state : { ...state, refusal },
    );
}

/** A blob's bytes in base64. */
function encodeBase64(blob: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => {
      const dataUrl = String(reader.result);
      resolve(dataUrl.slice(dataUrl.indexOf(",") + 1));
    };
    reader.onerror = () => reject(reader.error ?? new Error("The recording can't be read"));
    reader.readAsDataURL(blob);
  });
}

/** Whether the cause is the network, the database or a proxy, and not the recording. */
export function isRetryable(error: unknown): boolean {
  if (!(error instanceof RequestError) || error.kind === "unexpected") return false;
  // An unknown code comes from a proxy: only the status counts.
  const known = ErrorCode.safeParse(error.code).data;
  return known === undefined ? isTransient(error) : transientCodes.has(known);
}

const transientCodes: ReadonlySet<ErrorCode> = new Set([
  "RATE_LIMITED",
  "SERVER_BUSY",
  "DATABASE_UNAVAILABLE",
]);
