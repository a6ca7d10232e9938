import type { RequestHandler } from "express";
import { ConfigError } from "../config.ts";
import { routeOf } from "./route-of.ts";

/** An error in a browser, with a stack that names source files. */
export interface TracedError {
  name: string;
  message: string;
  stack: string;
  attributes: Readonly<Record<string, string>>;
}

export interface Tracing {
  /** Records each request as a span with its route, status and request id. */
  trace: RequestHandler;
  /** Records an error in a browser as a span of the request that reports it. */
  recordBrowserError(error: TracedError): void;
  /** Sends the remaining spans. */
  stop(): Promise<void>;
}

/**
 * OpenTelemetry, configured by its standard variables. It is loaded only where `OTEL_EXPORTER_OTLP_ENDPOINT` or
 * `OTEL_EXPORTER_OTLP_TRACES_ENDPOINT` names a collector.
 * @throws ConfigError where it cannot use one of them
 */
export async function startTracing(env: NodeJS.ProcessEnv): Promise<Tracing | undefined> {
  const endpoint = env.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT || env.OTEL_EXPORTER_OTLP_ENDPOINT;
  if (!endpoint || env.OTEL_SDK_DISABLED === "true") return undefined;
  // Metrics go to Prometheus and logs to the platform, unless configured otherwise.
  env.OTEL_METRICS_EXPORTER ??= "none";
  env.OTEL_LOGS_EXPORTER ??= "none";
  env.OTEL_SERVICE_NAME ??= "souffleur-api";
  const [{ NodeSDK }, { context, propagation, SpanKind, SpanStatusCode, trace }] = await Promise.all([
    import("@opentelemetry/sdk-node"),
    import("@opentelemetry/api"),
  ]);
  const sdk = startSdk(() => new NodeSDK({ instrumentations: [] }));
  const tracer = trace.getTracer("souffleur");

  return {
    trace(req, res, next) {
      const from = propagation.extract(context.active(), req.headers);
      const span = tracer.startSpan(req.method, { kind: SpanKind.SERVER }, from);
      res.once("close", () => {
        const route = routeOf(req);
        if (route !== "other") span.updateName(`${req.method} ${route}`).setAttribute("http.route", route);
        span.setAttributes({
          "http.request.method": req.method,
          "http.response.status_code": res.statusCode,
          "souffleur.request_id": String(req.id),
        });
        if (res.statusCode >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
        span.end();
      });
      context.with(trace.setSpan(from, span), next);
    },
    recordBrowserError({ attributes, ...error }) {
      const span = tracer.startSpan("browser error", { attributes });
      span.recordException(error);
      span.setStatus({ code: SpanStatusCode.ERROR });
      span.end();
    },
    stop: () => sdk.shutdown(),
  };
}

function startSdk<Sdk extends { start(): void }>(create: () => Sdk): Sdk {
  try {
    const sdk = create();
    sdk.start();
    return sdk;
  } catch {
    // Its message may quote a value, such as a header with a token.
    throw new ConfigError(
      "The OTEL_ variables hold a value that OpenTelemetry cannot use (not shown); compare them with api/docs/operations.md, or set OTEL_SDK_DISABLED=true.",
    );
  }
}
