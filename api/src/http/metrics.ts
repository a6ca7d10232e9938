import type { RequestHandler } from "express";
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
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

/** Makes metrics that are registered in the app's registry. */
export function createRegisteredMetrics({ registry }: Pick<Metrics, "registry">) {
  const registers = [registry];
  return {
    counter: <Label extends string>(name: string, help: string, labelNames: Label[] = []) =>
      new Counter({ name, help, labelNames, registers }),
    /** @param read gives the value at each scrape */
    gauge: (name: string, help: string, read?: () => number | Promise<number>) =>
      new Gauge({
        name,
        help,
        registers,
        async collect() {
          if (read) this.set(await read());
        },
      }),
    histogram: (name: string, help: string, buckets: number[], labelNames: string[] = []) =>
      new Histogram({ name, help, buckets, labelNames, registers }),
  };
}
