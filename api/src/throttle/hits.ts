import { Counter } from "prom-client";
import type { Metrics } from "../metrics.ts";

/** Counts that a limit, given by its name, turned somebody away. */
export type Hit = (limit: string) => void;

/** What turns people away, by limit: those of a source, of an address, and of the mails to one. */
export function createHits(metrics: Metrics): Hit {
  const hits = new Counter({
    name: "souffleur_throttle_hits_total",
    help: "Requests that a limit turned away, by limit",
    labelNames: ["limit"],
    registers: [metrics.registry],
  });
  return (limit) => hits.inc({ limit });
}
