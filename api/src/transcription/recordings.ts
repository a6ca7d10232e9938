import { downTexts } from "@souffleur/contracts/service-texts";
import { type AppError, appError } from "../http/errors.ts";
import type { Logger } from "../http/logger.ts";
import { createRegisteredMetrics, type Metrics } from "../http/metrics.ts";
import type { Realtime } from "../realtime/realtime.ts";
import { rooms } from "../realtime/rooms.ts";
import { textIn } from "../texts/texts.ts";
import type { Audio } from "./audio.ts";
import { type Recognizer, RecognizerFault, type Transcript } from "./recognizer.ts";

interface RecordingsDeps {
  /** Undefined where none is configured. */
  recognizer: Recognizer | undefined;
  log: Logger;
  metrics: Metrics;
  realtime: Pick<Realtime, "emit" | "onConnect">;
}

/** Transcribes recorded chunks, which it refuses without a key, and shows the recognizer's status on every page. */
export function createRecordings({ recognizer, log, metrics, realtime }: RecordingsDeps) {
  const { counter, gauge, histogram } = createRegisteredMetrics(metrics);
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
  up.set(recognizer ? 1 : 0);

  function become(next: typeof status, detail?: string): void {
    if (status === next) return;
    status = next;
    up.set(next === "ready" ? 1 : 0);
    log[next === "ready" ? "info" : "warn"]({ detail }, `the recognizer is ${next}`);
    const event = { service: "recognizer", status, ...(detail && { detail }) } as const;
    realtime.emit(rooms.everyone, "service_status_change", event);
  }

  if (recognizer)
    realtime.onConnect(async (_caller, emit) =>
      emit("service_status_change", { service: "recognizer", status }),
    );

  /** @throws AppError STT_NOT_CONFIGURED */
  function requireRecognizer(): Recognizer {
    if (recognizer) return recognizer;
    throw appError("STT_NOT_CONFIGURED");
  }

  return {
    isConfigured: recognizer !== undefined,
    requireRecognizer,

    /** @throws AppError STT_NOT_CONFIGURED, STT_UNAVAILABLE, or UNSUPPORTED_MEDIA_TYPE for undecodable audio */
    async transcribe(audio: Audio): Promise<Transcript> {
      const configured = requireRecognizer();
      const done = duration.startTimer();
      try {
        const transcript = await configured.transcribe(audio);
        requests.inc({ outcome: "answered" });
        become("ready");
        return transcript;
      } catch (thrown) {
        const refusal = toAppError(thrown);
        requests.inc({ outcome: refusal.code });
        if (refusal.code === "STT_UNAVAILABLE") become("down", describe(thrown));
        throw refusal;
      } finally {
        done();
      }
    },
  };
}
export type Recordings = ReturnType<typeof createRecordings>;

function toAppError(thrown: unknown): AppError {
  if (statusOf(thrown) === 400) {
    return appError("UNSUPPORTED_MEDIA_TYPE", { text: "The audio could not be decoded.", cause: thrown });
  }
  return appError("STT_UNAVAILABLE", { retryAfter: 3, cause: thrown });
}

const statusOf = (thrown: unknown) => (thrown instanceof RecognizerFault ? thrown.status : undefined);

/** The fault for the log and the screen, without the body, which may quote the request. */
function describe(thrown: unknown): string {
  const status = statusOf(thrown);
  if (status === 401 || status === 402 || status === 403) return downTexts.recognizerRefusesKey;
  if (status === 429) return downTexts.recognizerIsFull;
  if (status === undefined) return downTexts.recognizerIsAway;
  return textIn("en", downTexts.recognizerAnswered, { status });
}
