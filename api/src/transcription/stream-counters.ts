import { createRegisteredMetrics, type Metrics } from "../http/metrics.ts";

export function createStreamCounters(metrics: Metrics) {
  const { counter, gauge } = createRegisteredMetrics(metrics);
  return {
    open: gauge("souffleur_recognizer_streams", "Open recognizer streams"),
    drops: counter("souffleur_recognizer_drops_total", "Recognizer streams that ended before their call"),
    replayed: counter(
      "souffleur_recognizer_replayed_blocks_total",
      "Blocks of audio that were sent to a recognizer again",
    ),
    lost: counter("souffleur_recognizer_lost_seconds_total", "Audio that was not transcribed, in seconds"),
    garbage: counter(
      "souffleur_recognizer_garbage_total",
      "Messages of the recognizer that could not be read",
    ),
  };
}
export type StreamCounters = ReturnType<typeof createStreamCounters>;
