import { Counter } from "prom-client";
import { createRegisteredMetrics, type Metrics } from "../../http/metrics.ts";

/** @param countNow counts the frames received since the last count; runs before the metrics are read */
export function createPhoneCounters(metrics: Metrics, countNow: () => void) {
  const { counter, gauge } = createRegisteredMetrics(metrics);
  return {
    up: gauge("souffleur_asterisk_up", "Whether Asterisk's events are followed"),
    active: gauge("souffleur_phone_calls", "Telephone calls that this process follows"),
    /** Outcomes: followed, resumed, or ignored as no_agent or unknown_agent. */
    calls: counter("souffleur_phone_calls_total", "Bridged telephone calls by what became of them here", [
      "outcome",
    ]),
    frames: new Counter({
      name: "souffleur_media_frames_total",
      help: "Media frames of both legs",
      registers: [metrics.registry],
      collect: countNow,
    }),
    lost: counter(
      "souffleur_media_lost_seconds_total",
      "Sound that came too late to be transcribed, in seconds",
    ),
    unauthorized: counter("souffleur_media_strangers_total", "Media connections without a tap's token"),
  };
}
export type PhoneCounters = ReturnType<typeof createPhoneCounters>;
