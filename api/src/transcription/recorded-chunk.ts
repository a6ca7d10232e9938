import type { Sender } from "@souffleur/contracts";
import type { Caller } from "../http/guard.ts";

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

/** The steps by which a recorded chunk becomes a line of its call. */
interface ChunkOfCall {
  /**
   * Waits for the previous chunk, which may have failed and be sent again.
   * @throws AppError SERVER_BUSY where it does not arrive: then the browser sends this one again
   */
  turn: () => Promise<void>;
  /** Stores the transcript as a line. @returns the stored text, empty for an echo, which is not stored */
  addLine: (speech: RecordedSpeech) => Promise<Pick<RecordedSpeech, "transcript" | "confidence">>;
  /** Lets the next chunk go on: this one is a line, or never will be. */
  settle: () => Promise<void>;
}

/** @throws AppError where the caller may not speak in the call, or it is over */
export type Microphone = (chunk: RecordedChunk, caller: Caller) => Promise<ChunkOfCall>;
