import type { RequestHandler } from "express";
import { Counter, collectDefaultMetrics, Gauge, Histogram, type LabelValues, Registry } from "prom-client";
import { routeOf } from "./route-of.ts";

export interface Metrics {
  /** Features register their own counters here. */
  registry: Registry;
  measure: RequestHandler;
}

/** The process's metrics. Each app has its own registry, so that a test process can have several apps. */
export function createMetrics(): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const requests = createRegisteredMetrics({ registry }).histogram(
    "souffleur_http_request_duration_seconds",
    "Duration of HTTP requests by method, route and status",
    [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
    ["method", "route", "status"],
  );

  /** With its path, each id would create a series. */
  const measure: RequestHandler = (req, res, next) => {
    const done = requests.startTimer();
    res.once("finish", () => {
      done({ method: req.method, route: routeOf(req), status: res.statusCode });
    });
    next();
  };
  return { registry, measure };
}

/** The value of a gauge, or those of its labels. */
type Read = number | readonly { labels: Record<string, string>; value: number }[];

/** Makes metrics that are registered in the app's registry. */
export function createRegisteredMetrics({ registry }: Pick<Metrics, "registry">) {
  const registers = [registry];
  return {
    counter: <Label extends string>(name: string, help: string, labelNames: Label[] = []) =>
      new Counter({ name, help, labelNames, registers }),
    /** @param read gives the value at each scrape, or those of the labels */
    gauge: <Label extends string>(
      name: string,
      help: string,
      read?: () => Read | Promise<Read>,
      labelNames: Label[] = [],
    ) =>
      new Gauge({
        name,
        help,
        registers,
        labelNames,
        async collect() {
          const found = await read?.();
          if (typeof found === "number") this.set(found);
          else for (const { labels, value } of found ?? []) this.set(labels as LabelValues<Label>, value);
        },
      }),
    histogram: (name: string, help: string, buckets: number[], labelNames: string[] = []) =>
      new Histogram({ name, help, buckets, labelNames, registers }),
  };
}
