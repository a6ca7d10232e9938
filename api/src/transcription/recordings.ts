import { type AppError, appError } from "../http/errors.ts";
import type { Logger } from "../http/logger.ts";
import { createRegisteredMetrics, type Metrics } from "../http/metrics.ts";
import type { Realtime } from "../realtime/realtime.ts";
import { rooms } from "../realtime/rooms.ts";
import type { Audio } from "./audio.ts";
import { downTextOf, type Recognizer, RecognizerFault, type Transcript } from "./recognizer.ts";

/** However long a recognizer asks for: a page keeps its recordings that long. */
const longestWaitMs = 30_000;

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
  const provider = recognizer?.provider ?? "none";
  const up = gauge("souffleur_recognizer_up", "Whether the recognizer answers", undefined, ["provider"]);
  const requests = counter(
    "souffleur_recognizer_requests_total",
    "Recorded chunks sent to the recognizer by outcome",
    ["provider", "outcome"],
  );
  const duration = histogram(
    "souffleur_recognizer_duration_seconds",
    "How long the recognizer took for a recorded chunk",
    [0.1, 0.25, 0.5, 1, 2, 5, 10],
    ["provider"],
  );
  let status: "ready" | "down" = "ready";
  up.set({ provider }, recognizer ? 1 : 0);

  function become(next: typeof status, detail?: string): void {
    if (status === next) return;
    status = next;
    up.set({ provider }, next === "ready" ? 1 : 0);
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
      const done = duration.startTimer({ provider });
      try {
        const transcript = await configured.transcribe(audio);
        requests.inc({ provider, outcome: "answered" });
        become("ready");
        return transcript;
      } catch (thrown) {
        const refusal = toAppError(thrown);
        requests.inc({ provider, outcome: refusal.code });
        if (refusal.code === "STT_UNAVAILABLE") become("down", downTextOf(faultOf(thrown).status));
        throw refusal;
      } finally {
        done();
      }
    },
  };
}
export type Recordings = ReturnType<typeof createRecordings>;

function toAppError(thrown: unknown): AppError {
  const { status, waitMs = 3000 } = faultOf(thrown);
  if (status === 400 || status === 415) {
    return appError("UNSUPPORTED_MEDIA_TYPE", { text: "The audio could not be decoded.", cause: thrown });
  }
  return appError("STT_UNAVAILABLE", { retryAfter: Math.min(waitMs, longestWaitMs) / 1000, cause: thrown });
}

const faultOf = (thrown: unknown): Pick<RecognizerFault, "status" | "waitMs"> =>
  thrown instanceof RecognizerFault ? thrown : { status: undefined, waitMs: undefined };
