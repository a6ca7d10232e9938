import { type SttStats, sttLanguage, sttStats, transcribeAudio } from "@souffleur/contracts";
import type { Config } from "../config.ts";
import type { Caller } from "../http/guard.ts";
import type { Mount } from "../http/mount.ts";
import { createKeyedQueue } from "../scheduling/keyed-queue.ts";
import { readAudio } from "./audio.ts";
import { createPendingTranscripts } from "./pending-transcripts.ts";
import type { Transcript } from "./recognizer.ts";
import type { Microphone, RecordedSpeech } from "./recorded-chunk.ts";
import type { Recordings } from "./recordings.ts";
import type { SttStatsCounter } from "./stt-stats.ts";

export interface TranscriptionRoutesDeps {
  mount: Mount;
  config: Config;
  recordings: Recordings;
  stats: SttStatsCounter;
  callStats: {
    /** Counts a recorded chunk. */
    packet: (callId: string) => void;
    /** @throws AppError NOT_FOUND where the caller may not see the call */
    read: (callId: string, caller: Caller) => Promise<SttStats>;
    /** The counts of the caller's own running call, the newest of several; undefined without one. */
    ofRunning: (caller: Caller) => Promise<SttStats | undefined>;
  };
  microphone: Microphone;
  /** Takes secrets out of a text. */
  mask: (text: string) => string;
}

/** A day: no call is longer. */
const oldestMs = 86_400_000;

export function mountTranscription(deps: TranscriptionRoutesDeps): void {
  const { mount, config, recordings, stats, callStats, microphone, mask } = deps;
  // Chunks are transcribed concurrently, and become lines in order, per speaker.
  const chunks = createKeyedQueue();
  const pendingTranscripts = createPendingTranscripts();

  mount(transcribeAudio, async ({ body, caller }) => {
    const audio = readAudio(body);
    recordings.requireRecognizer();
    const { callId, speaker = "agent", chunkId, afterChunkId } = body;
    const chunk =
      callId === undefined ? undefined : await microphone({ callId, speaker, chunkId, afterChunkId }, caller);
    stats.packets(caller.organizationId, 1);
    if (chunk === undefined || callId === undefined) {
      const { transcript, confidence } = await recordings.transcribe(audio);
      if (transcript !== "") stats.transcript(caller.organizationId);
      return { transcript: mask(transcript), confidence };
    }
    callStats.packet(callId);
    // The browser says how long ago that was, not when: its clock may differ.
    const endedAt = Date.now() - Math.min(body.ageMs ?? 0, oldestMs);
    const transcribed =
      pendingTranscripts.take({ callId, chunkId }) ??
      recordings
        .transcribe(audio)
        .then((transcript) => ({ ...transcript, spoken: spokenAt(transcript, endedAt) }));
    // Handled below, in its turn.
    transcribed.catch(() => {});
    try {
      await chunk.turn();
      return await chunks.acquire(`${callId} ${speaker}`, async () => {
        const heard = await transcribed.catch(async (refusal) => {
          await chunk.settle();
          throw refusal;
        });
        const { transcript, confidence } = heard;
        const answer = transcript === "" ? { transcript, confidence } : await chunk.addLine(heard);
        await chunk.settle();
        return answer;
      });
    } catch (failure) {
      pendingTranscripts.keep({ callId, chunkId }, transcribed);
      throw failure;
    }
  });

  mount(sttStats, async ({ query: { callId }, caller }) => {
    if (callId !== undefined) return { data: { stats: await callStats.read(callId, caller) } };
    return {
      data: { stats: (await callStats.ofRunning(caller)) ?? stats.read(caller.organizationId) },
    };
  });

  mount(sttLanguage, async () => ({
    data: { language: config.STT_LANGUAGE, model: config.STT_MODEL, configured: recordings.isConfigured },
  }));
}

/** @param endedAt when the recording ended, in milliseconds since 1970 */
function spokenAt({ before }: Transcript, endedAt: number): RecordedSpeech["spoken"] {
  return before && { from: new Date(endedAt - before.startMs), to: new Date(endedAt - before.endMs) };
}
