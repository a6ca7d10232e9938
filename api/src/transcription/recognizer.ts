import { downTexts } from "@souffleur/contracts/service-texts";
import * as z from "zod";
import type { Config } from "../config.ts";
import { type AppError, refusal } from "../http/errors.ts";
import type { Logger } from "../http/logger.ts";
import { createMeters } from "../http/meters.ts";
import type { Metrics } from "../http/metrics.ts";
import { textIn } from "../texts/texts.ts";
import type { Audio } from "./audio.ts";
import { deepgramClient } from "./deepgram-client.ts";
import { Alternative, confidenceOf, seconds, spokenSpan } from "./recognized-words.ts";

const limitMs = 10_000;

export interface Transcript {
  /** Empty where there is no speech. */
  transcript: string;
  /** From 0 to 1. */
  confidence: number;
  /** How long before the end of the recording the words begin and end, in milliseconds; undefined where that is unknown. */
  before?: { startMs: number; endMs: number } | undefined;
}

interface RecognizerDeps {
  config: Config;
  log: Logger;
  metrics: Metrics;
  /** Runs when the recognizer fails, and when it answers again. */
  onStatus: (status: "ready" | "down", detail?: string) => void;
}

/** Transcribes recorded chunks; without a key it refuses them. */
export function createRecognizer({ config, log, metrics, onStatus }: RecognizerDeps) {
  const { STT_MODEL: model, STT_LANGUAGE: language, DEEPGRAM_MIP_OPT_OUT: mip_opt_out } = config;
  const client = deepgramClient(config);
  const { counter, gauge, histogram } = createMeters(metrics);
  const up = gauge("souffleur_recognizer_up", "Whether the recognizer answers");
  const requests = counter(
    "souffleur_recognizer_requests_total",
    "Recorded chunks sent to the recognizer by outcome",
    ["outcome"],
  );
  const duration = histogram(
    "souffleur_recognizer_duration_seconds",
    "How long the recognizer took for a recorded chunk",
    [0.1, 0.25, 0.5, 1, 2, 5, 10],
  );
  let status: "ready" | "down" = "ready";
  up.set(client ? 1 : 0);

  function become(next: typeof status, detail?: string): void {
    if (status === next) return;
    status = next;
    up.set(next === "ready" ? 1 : 0);
    log[next === "ready" ? "info" : "warn"]({ detail }, `the recognizer is ${next}`);
    onStatus(next, detail);
  }

  return {
    configured: client !== undefined,
    model,
    language,
    status: () => status,

    /** Loads the client at the start, because loading blocks the process for a while. */
    async start(): Promise<void> {
      await client?.();
    },

    /** @throws AppError STT_NOT_CONFIGURED */
    demandConfigured(): void {
      demand(client);
    },

    /** @throws AppError STT_NOT_CONFIGURED, STT_UNAVAILABLE, or UNSUPPORTED_MEDIA_TYPE for undecodable audio */
    async transcribe({ bytes, type }: Audio): Promise<Transcript> {
      const { listen } = await demand(client)();
      const done = duration.startTimer();
      try {
        const answer = await listen.v1.media.transcribeFile(
          { data: bytes, contentType: type },
          { model, language, smart_format: true, mip_opt_out },
          { maxRetries: 1, timeoutInSeconds: limitMs / 1000, abortSignal: AbortSignal.timeout(limitMs) },
        );
        const transcript = readAnswer(answer);
        requests.inc({ outcome: "answered" });
        become("ready");
        return transcript;
      } catch (thrown) {
        const refusal = asRefusal(thrown);
        requests.inc({ outcome: refusal.code });
        if (refusal.code === "STT_UNAVAILABLE") become("down", describe(thrown));
        throw refusal;
      } finally {
        done();
      }
    },
  };
}
export type Recognizer = ReturnType<typeof createRecognizer>;

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

function demand<Client>(client: Client | undefined): Client {
  if (client) return client;
  throw refusal("STT_NOT_CONFIGURED");
}

function asRefusal(thrown: unknown): AppError {
  if (statusOf(thrown) === 400) {
    return refusal("UNSUPPORTED_MEDIA_TYPE", { text: "The audio could not be decoded.", cause: thrown });
  }
  return refusal("STT_UNAVAILABLE", { retryAfter: 3, cause: thrown });
}

function statusOf(thrown: unknown): number | undefined {
  if (!(thrown instanceof Error) || !("statusCode" in thrown)) return undefined;
  return typeof thrown.statusCode === "number" ? thrown.statusCode : undefined;
}

/** The fault for the log and the screen, without the body, which may quote the request. */
function describe(thrown: unknown): string {
  const status = statusOf(thrown);
  if (status === 401 || status === 402 || status === 403) return downTexts.recognizerRefusesKey;
  if (status === 429) return downTexts.recognizerIsFull;
  if (status === undefined) return downTexts.recognizerIsAway;
  return textIn("en", downTexts.recognizerAnswered, { status });
}
