import { randomUUID } from "node:crypto";
import { createServer } from "node:http";
import { Counter } from "prom-client";
import { Server } from "socket.io";
import { createLiveCalls } from "../src/calls/live-calls.ts";
import { type CallDoc, callModels } from "../src/calls/records/call-model.ts";
import { createCallRecords } from "../src/calls/records/call-records.ts";
import type { LineDoc } from "../src/calls/records/line-model.ts";
import { scenarios } from "../src/calls/simulation/scenarios.ts";
import { readConfig } from "../src/config.ts";
import type { Caller } from "../src/http/guard.ts";
import { createLogger } from "../src/http/logger.ts";
import { createMetrics } from "../src/http/metrics.ts";
import { createRealtime } from "../src/realtime/realtime.ts";
import { listen } from "../tools/network.ts";
import { startDatabase } from "./database.ts";

const log = createLogger("silent");
export const script = [...scenarios.values()].flatMap(({ lines }) => lines);

export type Bare = Awaited<ReturnType<typeof startBare>>;
export type Ours = Awaited<ReturnType<typeof startOurs>>;

/** A line of the scripts, which are repeated without end. */
export function scriptLine(count: number) {
  const line = script[count % script.length];
  if (line === undefined) throw new Error("There are no scripts.");
  return line;
}

/** The same as a whole sentence, so that it becomes a bubble of its own. */
export const scriptSentence = (count: number) => scriptLine(count).text.replace(/[^.!?]$/, "$&.");

/** A counter that belongs to no registry. */
export const lineCounter = () =>
  new Counter({ name: "bench_lines", help: "lines", labelNames: ["sender"] as const, registers: [] });

/** The baseline: a server with Socket.IO alone. */
export async function startBare() {
  const server = createServer();
  const bare = new Server(server, { serveClient: false });
  bare.on("connection", (socket) => socket.on("join", (room, answer) => answer(void socket.join(room))));
  return { url: `http://127.0.0.1:${await listen(server)}`, bare, close: () => bare.close() };
}

export const agent: Caller = {
  userId: "agent",
  sessionId: "s",
  role: "agent",
  organizationId: "o",
  email: "",
  firstName: "",
  lastName: "",
  expiresAt: Number.POSITIVE_INFINITY,
};

/** The live-call server on a database engine of its own. */
export async function startOurs() {
  const database = await startDatabase();
  const metrics = createMetrics();
  const server = createServer();
  const authenticate = async (token: string) => ({ ...agent, userId: token });
  const config = readConfig({ NODE_ENV: "test" });
  // All sockets belong to one agent.
  const caps = { ofAccount: Number.POSITIVE_INFINITY };
  const realtime = createRealtime({ config, log, server, authenticate, metrics, caps });
  const records = createCallRecords(callModels(database.connection));
  await records.createIndexes();
  const live = createLiveCalls({ records, realtime, lines: lineCounter(), onLine() {} });
  realtime.onJoin(async (_caller, { sessionId }) => {
    const call = await records.findBySession(sessionId);
    if (call === null) throw new Error(`${sessionId} is no call's session`);
    return {
      callId: call._id,
      status: call.status,
      startedAt: call.startedAt.toISOString(),
      seq: 0,
      lines: [],
    };
  });
  return {
    url: `http://127.0.0.1:${await listen(server)}`,
    records,
    live,
    realtime,
    async close() {
      await realtime.stop();
      server.close();
      await database.stop();
    },
  };
}

export function storedLine(
  { _id: callId, sessionId }: Pick<CallDoc, "_id" | "sessionId">,
  seq: number,
  line: Pick<LineDoc, "sender" | "text" | "timestamp" | "startedAt">,
): LineDoc {
  return { _id: randomUUID(), callId, sessionId, seq, ...line, confidence: 0.9, isTranscription: true };
}

export function newCall(): CallDoc {
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
