import type { RequestHandler } from "express";
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";

export interface Metrics {
  /** Features register their own counters here. */
  registry: Registry;
  measure: RequestHandler;
}

/** The process's metrics. Each app has its own registry, so that a test process can have several apps. */
export function createMetrics(): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const requests = new Histogram({
    name: "souffleur_http_request_duration_seconds",
    help: "Duration of HTTP requests by method, route and status",
    labelNames: ["method", "route", "status"],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
    registers: [registry],
  });

  /** Labels a request with its route's pattern: with its path, each id would create a series. */
  const measure: RequestHandler = (req, res, next) => {
    const done = requests.startTimer();
    res.once("finish", () => {
      const route: unknown = req.route?.path;
      done({
        method: req.method,
        route: typeof route === "string" ? route : "other",
        status: res.statusCode,
      });
    });
    next();
  };
  return { registry, measure };
}

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
