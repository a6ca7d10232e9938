import type { Config } from "../config.ts";
import type { Logger } from "../http/logger.ts";
import type { Metrics } from "../http/metrics.ts";
import type { Mount } from "../http/mount.ts";
import type { Realtime } from "../realtime/realtime.ts";
import { rooms } from "../realtime/rooms.ts";
import { createRecognizer } from "./recognizer.ts";
import { mountTranscription, type TranscriptionRoutesDeps } from "./routes.ts";

interface TranscriptionDeps extends Omit<TranscriptionRoutesDeps, "mount" | "recognizer"> {
  config: Config;
  log: Logger;
  metrics: Metrics;
  realtime: Pick<Realtime, "emit" | "onConnect">;
}

/** The transcription of recorded chunks, and the recognizer's status on every page. */
export function createTranscription({ config, log, metrics, realtime, ...routes }: TranscriptionDeps) {
  const recognizer = createRecognizer({
    config,
    log,
    metrics,
    onStatus: (status, detail) =>
      realtime.emit(rooms.everyone, "service_status_change", {
        service: "deepgram",
        status,
        ...(detail && { detail }),
      }),
  });
  realtime.onConnect(async (_caller, emit) => {
    if (!recognizer.configured) return;
    emit("service_status_change", { service: "deepgram", status: recognizer.status() });
  });
  return {
    mount: (mount: Mount) => mountTranscription({ mount, recognizer, ...routes }),
    start: recognizer.start,
  };
}
