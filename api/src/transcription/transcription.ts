import type { Logger } from "../http/logger.ts";
import type { Metrics } from "../http/metrics.ts";
import type { Mount } from "../http/mount.ts";
import type { Realtime } from "../realtime/realtime.ts";
import { rooms } from "../realtime/rooms.ts";
import type { Recognizer } from "./recognizer.ts";
import { createRecordings } from "./recordings.ts";
import { mountTranscription, type TranscriptionRoutesDeps } from "./routes.ts";

interface TranscriptionDeps extends Omit<TranscriptionRoutesDeps, "mount" | "recordings"> {
  /** Undefined where none is configured. */
  recognizer: Recognizer | undefined;
  log: Logger;
  metrics: Metrics;
  realtime: Pick<Realtime, "emit" | "onConnect">;
}

/** The transcription of recorded chunks, and the recognizer's status on every page. */
export function createTranscription({ recognizer, log, metrics, realtime, ...routes }: TranscriptionDeps) {
  const recordings = createRecordings({
    recognizer,
    log,
    metrics,
    onStatus: (status, detail) =>
      realtime.emit(rooms.everyone, "service_status_change", {
        service: "recognizer",
        status,
        ...(detail && { detail }),
      }),
  });
  realtime.onConnect(async (_caller, emit) => {
    if (!recordings.isConfigured) return;
    emit("service_status_change", { service: "recognizer", status: recordings.status() });
  });
  return {
    mount: (mount: Mount) => mountTranscription({ mount, recordings, ...routes }),
    async start() {
      await recognizer?.load();
    },
  };
}
