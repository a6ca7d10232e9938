import type { DeepgramClient } from "@deepgram/sdk";
import * as z from "zod";
import type { Config } from "../../config.ts";
import { type Recognizer, RecognizerFault, type Transcript, type Vendor } from "../recognizer.ts";
import { connectDeepgram } from "./connection.ts";
import { Alternative, confidenceOf, seconds, spokenSpan } from "./words.ts";

const limitMs = 10_000;

/** Deepgram, hosted or at `DEEPGRAM_URL`; it is configured by a key. */
export const deepgram: Vendor = { modelOf: ({ STT_MODEL = "nova-3" }) => STT_MODEL, create };

function create(config: Config): Recognizer | undefined {
  const { DEEPGRAM_API_KEY: apiKey, DEEPGRAM_URL: baseUrl } = config;
  const { STT_LANGUAGE: language, DEEPGRAM_MIP_OPT_OUT: mip_opt_out } = config;
  const asked = { model: deepgram.modelOf(config), language, mip_opt_out };
  if (apiKey === undefined) return undefined;
  let loaded: Promise<DeepgramClient> | undefined;
  // Its modules are slow to load, and most processes do not need them.
  const client = () => {
    loaded ??= import("@deepgram/sdk").then(
      ({ DeepgramClient }) => new DeepgramClient({ apiKey, ...(baseUrl && { baseUrl }) }),
    );
    return loaded;
  };
  return {
    provider: "deepgram",

    async load() {
      await client();
    },

    async transcribe({ bytes, type }) {
      const { listen } = await client();
      try {
        const answer = await listen.v1.media.transcribeFile(
          { data: bytes, contentType: type },
          { ...asked, smart_format: true },
          { maxRetries: 1, timeoutInSeconds: limitMs / 1000, abortSignal: AbortSignal.timeout(limitMs) },
        );
        return readAnswer(answer);
      } catch (thrown) {
        throw new RecognizerFault(statusOf(thrown), thrown);
      }
    },

    connect: async (handlers, timings) => connectDeepgram(await client(), asked, handlers, timings),
  };
}

/** Only the fields that are used. */
const Answer = z.object({
  metadata: z.object({ duration: seconds }).catch({}),
  results: z.object({ channels: z.array(z.object({ alternatives: z.array(Alternative) })) }),
});

function readAnswer(answer: unknown): Transcript {
  const { results, metadata } = Answer.parse(answer);
  const best = results.channels[0]?.alternatives[0];
  return {
    transcript: best?.transcript.trim() ?? "",
    confidence: confidenceOf(best),
    before: metadata.duration === undefined ? undefined : beforeEnd(best, metadata.duration * 1000),
  };
}

/** How long before the end of a recording of this length its words are; without their times, they fill it. */
function beforeEnd(best: Alternative | undefined, lengthMs: number): Transcript["before"] {
  const { startMs, endMs } = spokenSpan(best) ?? { startMs: 0, endMs: lengthMs };
  return { startMs: Math.max(0, lengthMs - startMs), endMs: Math.max(0, lengthMs - endMs) };
}

function statusOf(thrown: unknown): number | undefined {
  if (!(thrown instanceof Error) || !("statusCode" in thrown)) return undefined;
  return typeof thrown.statusCode === "number" ? thrown.statusCode : undefined;
}
