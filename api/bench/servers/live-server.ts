import { randomUUID } from "node:crypto";
import { createServer } from "node:http";
import { Server } from "socket.io";
import type { CallDoc } from "../../src/calls/records/call-model.ts";
import type { LineDoc } from "../../src/calls/records/line-model.ts";
import { scenarios } from "../../src/calls/simulation/scenarios.ts";
import { listen } from "../../tools/network.ts";

export const script = Object.values(scenarios).flatMap(({ lines }) => lines);

export type Bare = Awaited<ReturnType<typeof startBare>>;

/** A line of the scripts, which are repeated without end. */
export function scriptLine(count: number) {
  const line = script[count % script.length];
  if (line === undefined) throw new Error("There are no scripts.");
  return line;
}

/** The same as a whole sentence, so that it becomes a bubble of its own. */
export const scriptSentence = (count: number) => scriptLine(count).text.replace(/[^.!?]$/, "$&.");

/** The baseline: a server with Socket.IO alone. */
export async function startBare() {
  const server = createServer();
  const bare = new Server(server, { serveClient: false });
  bare.on("connection", (socket) => socket.on("join", (room, answer) => answer(void socket.join(room))));
  return { url: `http://127.0.0.1:${await listen(server)}`, bare, close: () => bare.close() };
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
