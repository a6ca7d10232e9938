import { setTimeout as delay } from "node:timers/promises";
import type { Line } from "@souffleur/contracts";
import { type JoinAnswer, lineOf } from "@souffleur/contracts/realtime";
import type { Socket } from "socket.io-client";
import type { WebSocket } from "ws";
import { type CallModels, callModels } from "../../src/calls/records/call-model.ts";
import type { Database } from "../servers/database.ts";
import type { Product } from "../servers/product.ts";
import { type Answer, createPerson, createTally } from "./people.ts";

/** What clients received and sent of a call, to be compared with the stored call at the end. */
interface Call {
  /** Texts by the number of their line. */
  received: Map<number, string>;
  notes?: string;
  tried: string[];
  ended: boolean;
}

export interface Delivery {
  id: string;
  to: string;
}

const retryMs = 200;
const callMs = 5000;

/**
 * Works as agents and visitors do, records what the servers acknowledge and send, and at the end compares it with what
 * is stored and delivered.
 */
export function createChecker({ product, database }: { product: Product; database: Database }) {
  const sockets = new Set<Socket>();
  const calls = new Map<string, Call>();
  const registered: string[] = [];
  const faults: string[] = [];
  let over = false;
  let turn = 0;
  const url = () => product.urls[turn++ % product.urls.length] ?? product.url;
  const person = () => createPerson(url(), createTally(), { origin: product.url });

  /** Repeats a request until it is acknowledged or refused; an unavailable server is neither. */
  async function untilAnswered(act: () => Promise<Answer>): Promise<Answer> {
    for (;;) {
      const answer = await act();
      if (answer.ok || (answer.status >= 400 && answer.status < 500)) return answer;
      if (answer.status >= 500 && answer.status !== 503) faults.push(`${answer.status} ${answer.code}`);
      await delay(retryMs);
    }
  }

  async function agent(email: string): Promise<void> {
    while (!over) {
      const me = person();
      while (!(await me.signIn(email))) await delay(retryMs);
      const started = await me.ask("POST", "/api/simulation/start", {});
      if (!started.ok) continue;
      const { callId = "", sessionId = "" } = started.data ?? {};
      const call: Call = { received: new Map(), tried: [], ended: false };
      calls.set(callId, call);
      const socket = me.connect();
      sockets.add(socket);
      followLines(socket, sessionId, call, faults);
      for (let part = 0; part < 2; part++) {
        await delay(callMs / 2);
        const notes = `${email} ${part}`;
        call.tried.push(notes);
        const kept = await me.ask("PUT", `/api/calls/${callId}/notes`, { notes });
        if (kept.ok) call.notes = notes;
      }
      const ended = await untilAnswered(() =>
        me.ask("POST", "/api/simulation/end", { callId, reason: "user_ended" }),
      );
      if (ended.ok) call.ended = true;
      else faults.push(`a call could not be ended: ${ended.code}`);
      socket.disconnect();
      sockets.delete(socket);
    }
  }

  async function visitor(): Promise<void> {
    while (!over) {
      const email = await person().register();
      if (email !== undefined) registered.push(email);
      await delay(400);
    }
  }

  return {
    work: (agents: string[]) => Promise.all([...agents.map(agent), visitor()]),
    stop() {
      over = true;
    },
    /** Breaks every client's connection as a network failure does, without notice to either end. */
    breakConnections() {
      for (const socket of sockets) {
        const { transport } = socket.io.engine as unknown as { transport?: { ws?: WebSocket } };
        transport?.ws?.terminate?.();
      }
    },
    counts: () => ({
      calls: calls.size,
      "lines received": [...calls.values()].reduce((sum, { received }) => sum + received.size, 0),
      "notes kept": [...calls.values()].filter(({ notes }) => notes !== undefined).length,
      registrations: registered.length,
    }),
    /** Everything that was acknowledged or sent and is not stored, after some time for pending work. */
    verdict: (deliveries: () => Delivery[], limitMs: number) =>
      faultsOfAll(database, { calls, registered, faults }, deliveries, limitMs),
  };
}

/** Receives the lines of a call as the screen does: joins again after its last line at each connection. */
function followLines(socket: Socket, sessionId: string, call: Call, faults: string[]): void {
  const take = (line: Pick<Line, "id" | "seq" | "text">) => {
    const before = call.received.get(line.seq);
    if (before !== undefined && before !== line.text) faults.push(`line ${line.id} arrived with two texts`);
    call.received.set(line.seq, line.text);
  };
  socket.on("connect", () => {
    const after = Math.max(0, ...call.received.keys());
    socket.emit("join_call_session", { sessionId, after }, (answer?: JoinAnswer) => {
      if (answer?.success) for (const line of answer.data.lines) take(line);
    });
  });
  socket.on("live_transcription", (event) => {
    const line = lineOf(event);
    if (line) take(line);
  });
}

/** Adds everything that was registered or sent and is not stored or delivered, after some time for pending work. */
async function faultsOfAll(
  { connection }: Database,
  { calls, registered, faults }: { calls: Map<string, Call>; registered: string[]; faults: string[] },
  deliveries: () => Delivery[],
  limitMs: number,
): Promise<string[]> {
  const until = performance.now() + limitMs;
  const missing = () => {
    const recipients = new Set(deliveries().map(({ to }) => to));
    return registered.filter((email) => !recipients.has(email));
  };
  while (missing().length > 0 && performance.now() < until) await delay(500);
  for (const email of missing()) faults.push(`${email} was registered and got no mail`);
  const ids = new Map<string, string>();
  for (const { id, to } of deliveries()) {
    if (ids.has(to) && ids.get(to) !== id) faults.push(`${to} got two mails`);
    ids.set(to, id);
  }
  const users = connection.collection("users");
  for (const email of registered) {
    if ((await users.countDocuments({ email })) !== 1)
      faults.push(`${email} was registered and is not stored`);
  }
  const models = callModels(connection);
  for (const [callId, call] of calls) faults.push(...(await faultsOfCall(models, callId, call)));
  const active = { status: "active" as const, _id: { $in: [...calls.keys()] } };
  const stuck = await models.calls.countDocuments(active);
  if (stuck > 0) faults.push(`${stuck} calls are stuck`);
  return faults;
}

async function faultsOfCall(
  models: CallModels,
  callId: string,
  { received, notes, tried, ended }: Call,
): Promise<string[]> {
  const faults: string[] = [];
  const stored = await models.calls.findById(callId).lean();
  if (stored === null) return [`call ${callId} was started and is not stored`];
  if (ended && stored.status !== "ended") faults.push(`call ${callId} was ended and is not`);
  // Later notes may have been stored although their acknowledgement was lost.
  const later = tried.slice(notes === undefined ? 0 : tried.indexOf(notes));
  if (notes !== undefined && !later.includes(stored.notes)) faults.push(`call ${callId} lost its notes`);
  const lines = await models.lines.find({ callId }).sort({ seq: 1 }).lean();
  lines.forEach((line, at) => {
    if (line.seq !== at + 1) faults.push(`call ${callId} has line ${line.seq} in place ${at + 1}`);
  });
  const texts = new Set(lines.map(({ text, sender }) => `${sender} ${text}`));
  if (texts.size !== lines.length) faults.push(`call ${callId} has a line twice`);
  for (const [seq, text] of received) {
    if (lines[seq - 1]?.text !== text) faults.push(`call ${callId}: line ${seq} arrived and is not stored`);
  }
  return faults;
}
