import { createRegisteredMetrics, type Metrics } from "../../http/metrics.ts";

export function createCounters(metrics: Metrics) {
  const { counter, histogram } = createRegisteredMetrics(metrics);
  const buckets = [0.001, 0.0025, 0.005, 0.01, 0.05, 0.25, 1, 2, 4];
  return {
    given: counter("souffleur_suggestions_total", "Suggestions by who proposed them", ["provider"]),
    faults: counter(
      "souffleur_language_model_faults_total",
      "Answers of the language model that could not be used, by reason",
      ["reason"],
    ),
    duration: histogram(
      "souffleur_suggestion_duration_seconds",
      "From the question to the last suggestion, by who proposed",
      buckets,
      ["provider"],
    ),
  };
}
export type Counters = ReturnType<typeof createCounters>;
