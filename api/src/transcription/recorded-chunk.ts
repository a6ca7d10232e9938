import type { Sender } from "@souffleur/contracts";
import type { Caller } from "../http/guard.ts";
import type { Transcript } from "./recognizer.ts";

/** A recorded chunk of a call, as it is sent. */
interface RecordedChunk {
  callId: string;
  speaker: Sender;
  /** Without one, no other chunk waits for it, and each time it is sent it is a line of its own. */
  chunkId?: string | undefined;
  /** The chunk before, where the browser has no answer for it yet. */
  afterChunkId?: string | undefined;
}

/** What becomes of a recorded chunk in its call. */
interface ChunkOfCall {
  /**
   * Waits for the chunk before, which may have failed and be sent again.
   * @throws AppError SERVER_BUSY where it does not come; this one is to be sent again then
   */
  turn: () => Promise<void>;
  /** Stores the transcript as a line; answers the stored one, or an empty one for an echo, which is not stored. */
  addLine: (transcript: Transcript) => Promise<Transcript>;
  /** The next chunk need not wait: this one is a line, or never will be. */
  settle: () => Promise<void>;
}

/** @throws AppError where the caller may not speak in the call, or it is over */
export type Microphone = (chunk: RecordedChunk, caller: Caller) => Promise<ChunkOfCall>;
