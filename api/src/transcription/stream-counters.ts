import { Counter, Gauge } from "prom-client";
import type { Metrics } from "../http/metrics.ts";

export function createStreamCounters({ registry }: Metrics) {
  const registers = [registry];
  return {
    open: new Gauge({ name: "souffleur_recognizer_streams", help: "Open recognizer streams", registers }),
    drops: new Counter({
      name: "souffleur_recognizer_drops_total",
      help: "Recognizer streams that ended before their call",
      registers,
    }),
    replayed: new Counter({
      name: "souffleur_recognizer_replayed_blocks_total",
      help: "Blocks of audio that were sent to a recognizer again",
      registers,
    }),
    lost: new Counter({
      name: "souffleur_recognizer_lost_seconds_total",
      help: "Audio that was not transcribed, in seconds",
      registers,
    }),
    garbage: new Counter({
      name: "souffleur_recognizer_garbage_total",
      help: "Messages of the recognizer that could not be read",
      registers,
    }),
  };
}
export type StreamCounters = ReturnType<typeof createStreamCounters>;
