import { createRegisteredMetrics, type Metrics } from "../http/metrics.ts";

/** Counts a refusal by the named limit. */
export type CountLimitHit = (limit: string) => void;

export function createLimitMetrics(metrics: Metrics): CountLimitHit {
  const hits = createRegisteredMetrics(metrics).counter(
    "souffleur_throttle_hits_total",
    "Requests that a limit turned away, by limit",
    ["limit"],
  );
  return (limit) => hits.inc({ limit });
}
