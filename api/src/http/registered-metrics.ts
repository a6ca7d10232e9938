import { Counter, Gauge, Histogram } from "prom-client";
import type { Metrics } from "./metrics.ts";

/** Makes metrics that are registered in the app's registry. */
export function createRegisteredMetrics({ registry }: Pick<Metrics, "registry">) {
  const registers = [registry];
  return {
    counter: (name: string, help: string, labelNames: string[] = []) =>
      new Counter({ name, help, labelNames, registers }),
    gauge: (name: string, help: string) => new Gauge({ name, help, registers }),
    histogram: (name: string, help: string, buckets: number[], labelNames: string[] = []) =>
      new Histogram({ name, help, buckets, labelNames, registers }),
  };
}
