import { Counter, Gauge } from "prom-client";
import type { Metrics } from "../http/metrics.ts";

export function createCounters({ registry }: Metrics) {
  const registers = [registry];
  return {
    sockets: new Gauge({ name: "souffleur_sockets", help: "Open sockets", registers }),
    refused: new Counter({
      name: "souffleur_socket_refusals_total",
      help: "Refused socket handshakes by code",
      labelNames: ["code"],
      registers,
    }),
    joins: new Counter({
      name: "souffleur_socket_joins_total",
      help: "join_call_session by outcome",
      labelNames: ["outcome"],
      registers,
    }),
    limited: new Counter({
      name: "souffleur_socket_limited_total",
      help: "Events of sockets that sent too many",
      registers,
    }),
  };
}
