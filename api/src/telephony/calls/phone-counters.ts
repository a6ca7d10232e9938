import { Counter, Gauge } from "prom-client";
import type { Metrics } from "../../http/metrics.ts";

/** @param countNow counts the frames that have come since the last count; runs before the metrics are read */
export function createPhoneCounters({ registry }: Metrics, countNow: () => void) {
  const registers = [registry];
  return {
    up: new Gauge({
      name: "souffleur_asterisk_up",
      help: "Whether Asterisk's events are followed",
      registers,
    }),
    active: new Gauge({
      name: "souffleur_phone_calls",
      help: "Telephone calls that this process follows",
      registers,
    }),
    /** Outcomes: followed, resumed; ignored with no_agent or unknown_agent. */
    calls: new Counter({
      name: "souffleur_phone_calls_total",
      help: "Bridged telephone calls by what became of them here",
      labelNames: ["outcome"],
      registers,
    }),
    frames: new Counter({
      name: "souffleur_media_frames_total",
      help: "Media frames of both legs",
      registers,
      collect: countNow,
    }),
    lost: new Counter({
      name: "souffleur_media_lost_seconds_total",
      help: "Sound that came too late to be transcribed, in seconds",
      registers,
    }),
    unauthorized: new Counter({
      name: "souffleur_media_strangers_total",
      help: "Media connections without a tap's token",
      registers,
    }),
  };
}
export type PhoneCounters = ReturnType<typeof createPhoneCounters>;
