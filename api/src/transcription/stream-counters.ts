import { createRegisteredMetrics, type Metrics } from "../http/metrics.ts";

/** Counts the live connections to one provider. */
export function createStreamCounters(metrics: Metrics, provider: string) {
  const { counter, gauge } = createRegisteredMetrics(metrics);
  const labels = { provider };
  const counted = (name: string, help: string) => {
    const all = counter(name, help, ["provider"]);
    // Otherwise it would be missing until something is counted.
    all.inc(labels, 0);
    return { inc: (howMany = 1) => all.inc(labels, howMany) };
  };
  const open = gauge("souffleur_recognizer_streams", "Open recognizer streams", undefined, ["provider"]);
  open.set(labels, 0);
  return {
    open: { inc: () => open.inc(labels), dec: () => open.dec(labels) },
    drops: counted("souffleur_recognizer_drops_total", "Recognizer streams that ended before their call"),
    replayed: counted(
      "souffleur_recognizer_replayed_blocks_total",
      "Blocks of audio that were sent to a recognizer again",
    ),
    lost: counted("souffleur_recognizer_lost_seconds_total", "Audio that was not transcribed, in seconds"),
    garbage: counted(
      "souffleur_recognizer_garbage_total",
      "Messages of the recognizer that could not be read",
    ),
  };
}
export type StreamCounters = ReturnType<typeof createStreamCounters>;
