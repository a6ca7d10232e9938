import { createRegisteredMetrics, type Metrics } from "../http/metrics.ts";

export function createCounters(metrics: Metrics) {
  const { counter, gauge } = createRegisteredMetrics(metrics);
  return {
    sockets: gauge("souffleur_sockets", "Open sockets"),
    refused: counter("souffleur_socket_refusals_total", "Refused socket handshakes by code", ["code"]),
    joins: counter("souffleur_socket_joins_total", "join_call_session by outcome", ["outcome"]),
    limited: counter("souffleur_socket_limited_total", "Events of sockets that sent too many"),
  };
}
