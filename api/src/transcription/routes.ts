import { sttLanguage, sttStats, transcribeAudio } from "../contracts/index.ts";
import { createKeyedQueue } from "../keyed-queue.ts";
import type { Mount } from "../mount.ts";
import { readAudio } from "./audio.ts";
import type { Recognizer } from "./recognizer.ts";
import type { Microphone } from "./recorded-chunk.ts";
import type { SttStatsCounter } from "./stt-stats.ts";
import { createUnsaidChunks } from "./unsaid-chunks.ts";

interface TranscriptionDeps {
  mount: Mount;
  recognizer: Recognizer;
  stats: SttStatsCounter;
  microphone: Microphone;
  /** Takes secrets out of a text. */
  mask: (text: string) => string;
}

export function mountTranscription({ mount, recognizer, stats, microphone, mask }: TranscriptionDeps): void {
  // Two chunks may be on their way at once: they are transcribed side by side and said in order.
  const chunks = createKeyedQueue();
  const unsaid = createUnsaidChunks();

  mount(transcribeAudio, async ({ body, caller }) => {
    const audio = readAudio(body);
    recognizer.demandConfigured();
    const { callId, chunkId, afterChunkId } = body;
    const chunk =
      callId === undefined ? undefined : await microphone({ callId, chunkId, afterChunkId }, caller);
    stats.packets(caller.organizationId, 1);
    if (chunk === undefined || callId === undefined) {
      const { transcript, confidence } = await recognizer.transcribe(audio);
      if (transcript !== "") stats.transcript(caller.organizationId);
      return { transcript: mask(transcript), confidence };
    }
    const heard = unsaid.take({ callId, chunkId }) ?? recognizer.transcribe(audio);
    // Waited for below, when its turn has come.
    heard.catch(() => {});
    try {
      await chunk.turn();
      return await chunks.run(callId, async () => {
        const { transcript, confidence } = await heard.catch(async (refusal) => {
          await chunk.settle();
          throw refusal;
        });
        const said =
          transcript === "" ? { transcript, confidence } : await chunk.say({ transcript, confidence });
        await chunk.settle();
        return said;
      });
    } catch (failure) {
      unsaid.keep({ callId, chunkId }, heard);
      throw failure;
    }
  });

  mount(sttStats, async ({ caller }) => ({ data: { stats: stats.read(caller.organizationId) } }));

  mount(sttLanguage, async () => ({
    data: { language: recognizer.language, model: recognizer.model, configured: recognizer.configured },
  }));
}
