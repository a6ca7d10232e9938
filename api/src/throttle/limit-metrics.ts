import { Counter } from "prom-client";
import type { Metrics } from "../http/metrics.ts";

/** Counts a refusal by the named limit. */
export type CountLimitHit = (limit: string) => void;

export function createLimitMetrics(metrics: Metrics): CountLimitHit {
  const hits = new Counter({
    name: "souffleur_throttle_hits_total",
    help: "Requests that a limit turned away, by limit",
    labelNames: ["limit"],
    registers: [metrics.registry],
  });
  return (limit) => hits.inc({ limit });
}
