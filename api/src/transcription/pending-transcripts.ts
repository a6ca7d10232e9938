import type { Transcript } from "./recognizer.ts";

/** Far longer than a browser waits before it sends a chunk again. */
const keptMs = 60_000;
/** More than wait for one another at any time; a transcript is a few words. */
const keptAtMost = 1000;

/** A chunk that has a name, by which it is known when it comes again. */
interface NamedChunk {
  callId: string;
  chunkId?: string | undefined;
}

/** Transcripts of chunks that could not become lines yet and will be sent again: none is transcribed twice. */
export function createPendingTranscripts() {
  const kept = new Map<string, { heard: Promise<Transcript>; timer: NodeJS.Timeout }>();

  function forget(key: string | undefined): void {
    if (key === undefined) return;
    clearTimeout(kept.get(key)?.timer);
    kept.delete(key);
  }

  return {
    /** Keeps it for a while, unless nothing could be heard in it. */
    keep(chunk: NamedChunk, heard: Promise<Transcript>): void {
      const key = keyOf(chunk);
      if (key === undefined) return;
      forget(key);
      if (kept.size >= keptAtMost) forget(kept.keys().next().value);
      kept.set(key, { heard, timer: setTimeout(() => forget(key), keptMs).unref() });
      heard.catch(() => {
        if (kept.get(key)?.heard === heard) forget(key);
      });
    },

    /** What was heard in it when it came before. */
    take(chunk: NamedChunk): Promise<Transcript> | undefined {
      const key = keyOf(chunk);
      if (key === undefined) return undefined;
      const heard = kept.get(key)?.heard;
      forget(key);
      return heard;
    },
  };
}

function keyOf({ callId, chunkId }: NamedChunk): string | undefined {
  return chunkId === undefined ? undefined : `${callId} ${chunkId}`;
}
