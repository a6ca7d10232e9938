import { sttLanguage, sttStats, transcribeAudio } from "../contracts/index.ts";
import type { Caller } from "../guard.ts";
import { createKeyedQueue } from "../keyed-queue.ts";
import type { Mount } from "../mount.ts";
import { readAudio } from "./audio.ts";
import type { Recognizer, Transcript } from "./recognizer.ts";
import type { SttStatsCounter } from "./stt-stats.ts";

interface TranscriptionDeps {
  mount: Mount;
  recognizer: Recognizer;
  stats: SttStatsCounter;
  /**
   * Looks whether the caller may speak in a call, and gives the way to do it, which answers what was kept.
   * @throws AppError
   */
  microphone: (
    chunk: { callId: string; chunkId?: string | undefined },
    caller: Caller,
  ) => Promise<(heard: Transcript) => Promise<Transcript>>;
  /** Takes secrets out of a text. */
  mask: (text: string) => string;
}

export function mountTranscription({ mount, recognizer, stats, microphone, mask }: TranscriptionDeps): void {
  // Two chunks may be on their way at once: they are transcribed side by side and said in order.
  const chunks = createKeyedQueue();

  mount(transcribeAudio, async ({ body, caller }) => {
    const audio = readAudio(body);
    recognizer.demandConfigured();
    const { callId, chunkId } = body;
    const say = callId === undefined ? undefined : await microphone({ callId, chunkId }, caller);
    stats.packets(caller.organizationId, 1);
    const heard = recognizer.transcribe(audio);
    if (say === undefined || callId === undefined) {
      const { transcript, confidence } = await heard;
      if (transcript !== "") stats.transcript(caller.organizationId);
      return { transcript: mask(transcript), confidence };
    }
    // Waited for inside the queue, where an earlier chunk may still be first.
    heard.catch(() => {});
    return chunks.run(callId, async () => {
      const transcript = await heard;
      return transcript.transcript === "" ? transcript : say(transcript);
    });
  });

  mount(sttStats, async ({ caller }) => ({ data: { stats: stats.read(caller.organizationId) } }));

  mount(sttLanguage, async () => ({
    data: { language: recognizer.language, model: recognizer.model, configured: recognizer.configured },
  }));
}
