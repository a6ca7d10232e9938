import type { RecordedSpeech } from "./microphone.ts";

/** Much longer than a browser waits before it sends a chunk again. */
const keptMs = 60_000;
/** More than can be pending at any time; a transcript is a few words. */
const keptAtMost = 1000;

/** Only a chunk with an id can be recognized when it is sent again. */
interface NamedChunk {
  callId: string;
  chunkId?: string | undefined;
}

/** Transcripts of chunks that are not lines yet and will be sent again, so that none is transcribed twice. */
export function createPendingTranscripts() {
  const kept = new Map<string, { transcript: Promise<RecordedSpeech>; timer: NodeJS.Timeout }>();

  function forget(key: string | undefined): void {
    if (key === undefined) return;
    clearTimeout(kept.get(key)?.timer);
    kept.delete(key);
  }

  return {
    /** Keeps a chunk's transcript for a minute, unless the transcription fails. */
    keep(chunk: NamedChunk, transcript: Promise<RecordedSpeech>): void {
      const key = keyOf(chunk);
      if (key === undefined) return;
      forget(key);
      if (kept.size >= keptAtMost) forget(kept.keys().next().value);
      kept.set(key, { transcript, timer: setTimeout(() => forget(key), keptMs).unref() });
      transcript.catch(() => {
        if (kept.get(key)?.transcript === transcript) forget(key);
      });
    },

    /** Removes and returns the transcript of a chunk that was sent before. */
    take(chunk: NamedChunk): Promise<RecordedSpeech> | undefined {
      const key = keyOf(chunk);
      if (key === undefined) return undefined;
      const transcript = kept.get(key)?.transcript;
      forget(key);
      return transcript;
    },
  };
}

function keyOf({ callId, chunkId }: NamedChunk): string | undefined {
  return chunkId === undefined ? undefined : `${callId} ${chunkId}`;
}
