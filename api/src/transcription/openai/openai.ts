import type { Config } from "../../config.ts";
import type { Recognizer, Vendor } from "../recognizer.ts";
import { createInterimPause } from "./interims.ts";
import { connectLive } from "./live.ts";
import { createRequests } from "./requests.ts";
import { createWays } from "./ways.ts";

const limitMs = 10_000;

/** A server at `STT_URL` that has OpenAI's interface, as those have that companies run themselves. */
export const openai: Vendor = { modelOf: ({ STT_MODEL = "" }) => STT_MODEL, create };

function create(config: Config): Recognizer | undefined {
  const { STT_URL: url, STT_API_KEY: key, STT_LANGUAGE: language } = config;
  if (url === undefined) return undefined;
  const server = { url, key, language, model: openai.modelOf(config) };
  const requests = createRequests(server);
  const shared = { server, requests, ways: createWays(server.model), interimPause: createInterimPause() };
  return {
    provider: "openai",

    // It uses what the process has loaded already.
    async load() {},

    async transcribe(audio) {
      const { text, confidence, spoken, lengthMs } = await requests.transcribe(
        audio,
        AbortSignal.timeout(limitMs),
      );
      const { startMs, endMs } = spoken ?? { startMs: 0, endMs: lengthMs ?? 0 };
      return {
        transcript: text,
        confidence,
        before:
          lengthMs === undefined
            ? undefined
            : { startMs: before(startMs, lengthMs), endMs: before(endMs, lengthMs) },
      };
    },

    connect: async (handlers, timings) => connectLive(shared, handlers, timings),
  };
}

const before = (ms: number, lengthMs: number) => Math.max(0, lengthMs - ms);
