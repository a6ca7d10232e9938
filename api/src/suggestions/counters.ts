import { Counter, Histogram } from "prom-client";
import type { Metrics } from "../http/metrics.ts";

export function createCounters({ registry }: Metrics) {
  const registers = [registry];
  return {
    given: new Counter({
      name: "souffleur_suggestions_total",
      help: "Suggestions by who proposed them",
      labelNames: ["provider"],
      registers,
    }),
    faults: new Counter({
      name: "souffleur_language_model_faults_total",
      help: "Answers of the language model that could not be used, by reason",
      labelNames: ["reason"],
      registers,
    }),
    duration: new Histogram({
      name: "souffleur_suggestion_duration_seconds",
      help: "From the question to the last suggestion, by who proposed",
      labelNames: ["provider"],
      buckets: [0.001, 0.0025, 0.005, 0.01, 0.05, 0.25, 1, 2, 4],
      registers,
    }),
  };
}
