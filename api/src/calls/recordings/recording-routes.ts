import { type SttStats, sttLanguage, sttStats, transcribeAudio } from "@souffleur/contracts";
import { clock } from "../../clock.ts";
import type { Config } from "../../config.ts";
import { createKeyedQueue } from "../../scheduling/keyed-queue.ts";
import { readAudio } from "../../transcription/audio.ts";
import { modelOf } from "../../transcription/create-recognizer.ts";
import type { Transcript } from "../../transcription/recognizer.ts";
import type { Recordings } from "../../transcription/recordings.ts";
import type { SttStatsCounter } from "../../transcription/stt-stats.ts";
import type { ReadCall } from "../access.ts";
import { maskSecrets } from "../masking/masking.ts";
import type { PacketCounts } from "../packet-counts.ts";
import type { CallDoc } from "../records/call-model.ts";
import type { CallRecords } from "../records/call-records.ts";
import { type HeardTextsDeps, mountHeardTexts } from "./heard-text-routes.ts";
import type { RecordedSpeech } from "./microphone.ts";
import { createPendingTranscripts } from "./pending-transcripts.ts";

interface RecordingRoutesDeps extends HeardTextsDeps {
  config: Config;
  recordings: Recordings;
  stats: SttStatsCounter;
  records: CallRecords;
  packets: PacketCounts;
  read: ReadCall;
}

/** A day: no call is longer. */
const oldestMs = 86_400_000;

/** The routes for the chunks that a browser records, and for what a page shows of their recognition. */
export function mountRecordings(deps: RecordingRoutesDeps): void {
  const { mount, config, recordings, stats, records, packets, read, microphone, allowsVendorSpeech } = deps;
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
      return { transcript: maskSecrets(transcript), confidence };
    }
    packets.add(callId, 1);
    // The browser says how long ago that was, not when: its clock may differ.
    const endedAt = clock.ms() - Math.min(body.ageMs ?? 0, oldestMs);
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

  async function statsOf({ _id: callId, seq: transcripts }: CallDoc): Promise<SttStats> {
    return { transcripts, packetsReceived: await packets.of(callId) };
  }

  mount(sttStats, async ({ query: { callId }, caller }) => {
    if (callId !== undefined) return { data: { stats: await statsOf(await read(callId, caller)) } };
    // The newest of the caller's running calls.
    const [running] = await records.findActiveOf(caller.userId, 1);
    return { data: { stats: running ? await statsOf(running) : stats.read(caller.organizationId) } };
  });

  const data = {
    language: config.STT_LANGUAGE,
    model: modelOf(config),
    configured: recordings.isConfigured,
    heardBy: recordings.isConfigured ? config.STT_PROVIDER : ("none" as const),
  };
  mountHeardTexts(deps);

  mount(sttLanguage, async ({ caller }) => ({
    data: { ...data, vendorSpeech: await allowsVendorSpeech(caller.organizationId) },
  }));
}

/** @param endedAt when the recording ended, in milliseconds since 1970 */
function spokenAt({ before }: Transcript, endedAt: number): RecordedSpeech["spoken"] {
  return before && { from: new Date(endedAt - before.startMs), to: new Date(endedAt - before.endMs) };
}
