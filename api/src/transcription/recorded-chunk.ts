import type { Caller } from "../http/guard.ts";
import type { Transcript } from "./recognizer.ts";

/** A recorded chunk of a call, as it is sent. */
interface RecordedChunk {
  callId: string;
  /** Without one it is in nobody's way, and is a line of its own however often it is sent. */
  chunkId?: string | undefined;
  /** The chunk before, where whoever sends this one does not know yet what became of that one. */
  afterChunkId?: string | undefined;
}

/** What becomes of a recorded chunk in its call. */
interface ChunkOfCall {
  /**
   * Waits for the chunk before: it may have failed on its way and come again.
   * @throws AppError SERVER_BUSY where it does not come; this one is to be sent again then
   */
  turn: () => Promise<void>;
  /** Keeps what was heard as a line; answers what was kept. */
  addLine: (heard: Transcript) => Promise<Transcript>;
  /** It has been said, or never will be: the next one need not wait. */
  settle: () => Promise<void>;
}

/** @throws AppError where the caller may not speak in the call, or it is over */
export type Microphone = (chunk: RecordedChunk, caller: Caller) => Promise<ChunkOfCall>;
