import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Counter } from "prom-client";
import { Server } from "socket.io";
import { callModels } from "../dist/calls/call-model.js";
import { createCallRecords } from "../dist/calls/call-records.js";
import { createLiveCalls } from "../dist/calls/live-calls.js";
import { scenarios } from "../dist/calls/scenarios.js";
import { readConfig } from "../dist/config.js";
import { connectDatabase } from "../dist/database/connect.js";
import { startEmbeddedEngine } from "../dist/database/embedded-engine.js";
import { createLogger } from "../dist/logger.js";
import { createMetrics } from "../dist/metrics.js";
import { createRealtime } from "../dist/realtime.js";

const log = createLogger("silent");
/** The lines of all scripted calls. */
export const script = [...scenarios.values()].flatMap(({ lines }) => lines);

/** The value below which this share of the numbers lies. */
export function percentile(numbers, share) {
  const sorted = numbers.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}
export const rounded = (number, digits = 2) => Number(number.toFixed(digits));

/** @returns {{ name: string, value: number, baseline: number | undefined, ratio: number | undefined, goal: string }} */
export function row(name, value, goal, baseline) {
  const ratio = baseline ? rounded(value / baseline) : undefined;
  return {
    name,
    value: rounded(value),
    baseline: baseline === undefined ? undefined : rounded(baseline),
    ratio,
    goal,
  };
}

/** A server without any of ours, to compare with: Socket.IO alone. */
export async function startBare() {
  const server = createServer();
  const bare = new Server(server, { serveClient: false });
  bare.on("connection", (socket) => socket.on("join", (room, answer) => answer(void socket.join(room))));
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { url: `http://127.0.0.1:${server.address().port}`, bare, close: () => bare.close() };
}

/** The live-call server on an embedded engine of its own. */
export async function startOurs() {
  const dataDir = await mkdtemp(join(tmpdir(), "souffleur-bench-"));
  const engine = await startEmbeddedEngine({ dataDir, log });
  const connection = await connectDatabase(engine.uri, log);
  const metrics = createMetrics();
  const server = createServer();
  const caller = {
    sessionId: "s",
    role: "agent",
    organizationId: "o",
    email: "",
    firstName: "",
    lastName: "",
  };
  const authenticate = async (token) => ({ ...caller, userId: token });
  const config = readConfig({ NODE_ENV: "test" });
  const realtime = createRealtime({ config, log, server, authenticate, metrics });
  const records = createCallRecords(callModels(connection));
  await records.createIndexes();
  const lines = new Counter({ name: "bench_lines", help: "lines", labelNames: ["sender"], registers: [] });
  const live = createLiveCalls({ records, realtime, lines, onLine: () => {} });
  realtime.onJoin(async (_caller, { sessionId }) => {
    const call = await records.findBySession(sessionId);
    return {
      callId: call._id,
      status: call.status,
      startedAt: call.startedAt.toISOString(),
      seq: 0,
      lines: [],
    };
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${server.address().port}`,
    records,
    live,
    realtime,
    async close() {
      await realtime.close();
      server.close();
      await connection.close();
      await engine.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** A call that is under way. */
export function newCall() {
  return {
    _id: randomUUID(),
    sessionId: randomUUID(),
    organizationId: "o",
    agentId: "agent",
    agentName: "A",
    clientName: "B",
    source: "simulation",
    status: "active",
    startedAt: new Date(),
    seq: 0,
    notes: "",
    suggested: [],
    owner: "bench",
    leaseUntil: new Date(Date.now() + 3_600_000),
  };
}
