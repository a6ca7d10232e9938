import { setTimeout as sleep } from "node:timers/promises";
import { Worker } from "node:worker_threads";
import { callModels } from "../src/calls/records/call-model.ts";
import { percentile, type Row, row } from "./figures.ts";
import { type ApiServer, startServer } from "./servers/api-server.ts";
import { type Bare, newCall, scriptLine, startBare } from "./servers/live-server.ts";

type Emit = (room: string, timestamp: number) => void;

/** A server, the event by which its clients join a room, and their token. */
interface Subject {
  url: string;
  event: string;
  token?: string;
  emit: Emit;
}

/** Clients in a thread of their own, so that their work is not measured. */
const clients = `
const { parentPort, workerData } = require("node:worker_threads");
const { io } = require(workerData.client);
const { url, rooms, event, token } = workerData;
const now = () => performance.timeOrigin + performance.now();
let times = [];
(async () => {
  for (let at = 0; at < rooms.length; at += 25) {
    await Promise.all(rooms.slice(at, at + 25).map(async (room) => {
      const socket = io(url, { transports: ["websocket"], forceNew: true, auth: { token } });
      await new Promise((resolve) => socket.once("connect", resolve));
      await socket.emitWithAck(event, event === "join" ? room : { sessionId: room });
      socket.on("live_transcription", ({ timestamp }) => times.push(now() - Number(timestamp)));
    }));
  }
  parentPort.on("message", () => { parentPort.postMessage(times); times = []; });
  parentPort.postMessage("ready");
})();
`;

/** Connects a socket for each room; `times` resolves with the delays of the lines received since its last call. */
async function connectClients({ url, event, token }: Subject, rooms: string[]) {
  const client = new URL(import.meta.resolve("socket.io-client")).pathname;
  const worker = new Worker(clients, { eval: true, workerData: { url, rooms, event, token, client } });
  const answer = () => new Promise<number[]>((resolve) => worker.once("message", resolve));
  await answer();
  return {
    times() {
      worker.postMessage("times");
      return answer();
    },
    leave: () => worker.terminate(),
  };
}

/** Emits lines for one second, to one room after the other. */
async function emitForASecond(rooms: string[], rate: number, emit: Emit): Promise<void> {
  const began = performance.now();
  for (let sent = 0; performance.now() - began < 1000; ) {
    const due = ((performance.now() - began) * rate) / 1000;
    for (; sent < due; sent++)
      emit(rooms[sent % rooms.length] ?? "", performance.timeOrigin + performance.now());
    await sleep(1);
  }
  await sleep(200);
}

/** Tries several times, because other load on the machine must not count. */
async function isInTime(p99: () => Promise<number>): Promise<boolean> {
  for (let chance = 0; chance < 3; chance++) if ((await p99()) < 20) return true;
  return false;
}

/** How many lines a second reach the sockets of the rooms, one each, with a p99 under 20 ms. */
async function fanOut(subject: Subject, rooms: string[]): Promise<number> {
  const watchers = await connectClients(subject, rooms);
  const p99At = async (rate: number) => {
    await emitForASecond(rooms, rate, subject.emit);
    return percentile(await watchers.times(), 0.99);
  };
  let best = 0;
  for (const rate of [500, 1000, 2000, 4000, 8000]) {
    if (!(await isInTime(() => p99At(rate)))) break;
    best = rate;
  }
  await watchers.leave();
  return best;
}

const socketsAStep = 2000;
/** Each socket takes two open files of this process, because its client is here too. */
const stepsMax = 3;

/** How many sockets a server holds at 500 lines a second with a p99 under 20 ms, and the memory of each. */
async function held(subject: Subject, roomsOf: (count: number) => Promise<string[]>) {
  const rooms: string[] = [];
  const groups: Awaited<ReturnType<typeof connectClients>>[] = [];
  const before = process.memoryUsage.rss();
  let best = 0;
  for (let step = 0; step < stepsMax; step++) {
    const more = await roomsOf(socketsAStep);
    groups.push(await connectClients(subject, more));
    rooms.push(...more);
    const p99 = async () => {
      await emitForASecond(rooms, 500, subject.emit);
      return percentile((await Promise.all(groups.map((group) => group.times()))).flat(), 0.99);
    };
    if (!(await isInTime(p99))) break;
    best = rooms.length;
  }
  const kilobytes = (process.memoryUsage.rss() - before) / 1024 / rooms.length;
  await Promise.all(groups.map((group) => group.leave()));
  return { best, kilobytes };
}

async function measure(ours: ApiServer, bare: Bare): Promise<Row[]> {
  const howMany = 1000;
  const { user, organization, accessToken: token } = await ours.signIn("agent");
  const roomsOf = async (count: number) => {
    // Ended ones: each page of an agent receives all of the agent's running calls when it connects.
    const ofAgent = { organizationId: organization?.id ?? null, agentId: user.id, status: "ended" as const };
    const calls = Array.from({ length: count }, () => ({ ...newCall(), ...ofAgent, endedAt: new Date() }));
    await callModels(ours.connection).calls.insertMany(calls);
    return calls.map(({ sessionId }) => sessionId);
  };
  const rooms = await roomsOf(howMany);
  const { text, speaker: sender } = scriptLine(5);
  const speaker = sender === "agent" ? 1 : 0;
  const line = {
    messageId: "x",
    callId: "y",
    seq: 1,
    speaker,
    transcript: text,
    confidence: 0.9,
    is_final: true,
  } as const;
  const emitOwn: Emit = (sessionId, timestamp) =>
    ours.realtime.emit(`session:${sessionId}`, "live_transcription", {
      ...line,
      sessionId,
      timestamp,
    });
  const emitBare: Emit = (room, timestamp) =>
    bare.bare.to(room).emit("live_transcription", { ...line, sessionId: room, timestamp });
  const product = { url: ours.url, event: "join_call_session", token, emit: emitOwn };
  const plain = { url: bare.url, event: "join", emit: emitBare };
  const own = await fanOut(product, rooms);
  const other = await fanOut(plain, rooms);
  const ownHeld = await held(product, roomsOf);
  const bareHeld = await held(plain, roomsOf);
  return [
    row(`lines a second to ${howMany} sockets with p99 < 20 ms`, own, "≥ 1000", other),
    row("sockets held at 500 lines/s with p99 < 20 ms", ownHeld.best, "≥ 5000", bareHeld.best),
    row("memory of a socket and its client (kB)", ownHeld.kilobytes, "", bareHeld.kilobytes),
  ];
}

export default async function sockets(): Promise<Row[]> {
  // All sockets belong to one agent.
  const caps = { ofAccount: Number.POSITIVE_INFINITY };
  const [ours, bare] = await Promise.all([startServer(undefined, {}, { caps }), startBare()]);
  try {
    return await measure(ours, bare);
  } finally {
    await ours.stop();
    await bare.close();
  }
}
