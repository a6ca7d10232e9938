import { once } from "node:events";
import { request } from "node:http";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { setTimeout as sleep } from "node:timers/promises";
import { io } from "socket.io-client";
import { WebSocketServer } from "ws";

// What stands around the server under measurement, in a process of its own: Asterisk's media client, the
// recognizer, and one agent's browser.
const frameMs = 20;
const frameBytes = 160;
const blockSamples = 800;
/** A recognizer answers each half second of sound with an interim result. */
const blocksAnAnswer = 5;
/** Every three seconds it is sure; until then all that was said is kept, to be sent again. */
const blocksAFinal = 30;
const framesAFinal = (blocksAFinal * blockSamples) / frameBytes;

/** How late this process itself is: what it measures of the server holds that as well. */
const lateness = monitorEventLoopDelay({ resolution: 1 });
lateness.enable();

const percentile = (numbers, share) =>
  numbers.toSorted((a, b) => a - b)[Math.min(numbers.length - 1, Math.floor(numbers.length * share))] ??
  Number.NaN;

const now = () => performance.timeOrigin + performance.now();
/** Telephones are not in step: each sends in a millisecond of its own of the twenty. */
const legs = Array.from({ length: frameMs }, () => []);
/**
 * Where a telephone and where its call stand in their rhythms, from 0 to 1: multiples of irrational numbers spread
 * evenly, and two that are independent never fall into step with each other.
 */
const phaseOfLeg = (leg) => (leg * Math.sqrt(2)) % 1;
const phaseOfCall = (call) => (call * Math.sqrt(3)) % 1;
let legCount = 0;
let timer;
let sentUntil = 0;
let inbound = [];
let outbound = [];

const wss = new WebSocketServer({ port: 0, host: "127.0.0.1", perMessageDeflate: false });
wss.on("connection", (stream) => {
  let blocks = 0;
  stream.on("message", (data, isBinary) => {
    if (!isBinary) {
      if (data.toString().includes("CloseStream")) stream.close(1000);
      return;
    }
    inbound.push(now() - lastSent(data));
    blocks += 1;
    if (blocks % blocksAFinal === 0)
      for (const channel of [0, 1]) stream.send(JSON.stringify(result(blocks, channel, true)));
    else if (blocks % blocksAnAnswer === 0) stream.send(JSON.stringify(result(blocks, 0, false)));
  });
});

const time = Buffer.alloc(8);

/** When the newest frame of a block was sent: each frame begins with its time. */
function lastSent(block) {
  const until = now();
  let newest = 0;
  for (const channel of [0, 1]) {
    for (let at = 0; at < 8; at++) time[at] = block[(blockSamples - frameBytes + at) * 2 + channel];
    const value = time.readDoubleBE();
    if (value > newest && value <= until) newest = value;
  }
  return newest === 0 ? until : newest;
}

function result(blocks, channelIndex, isFinal) {
  const alternatives = [{ transcript: `à ${now()}`, confidence: 0.9 }];
  const channel = { alternatives };
  return {
    type: "Results",
    channel_index: [channelIndex, 2],
    start: 0,
    duration: blocks / 10,
    is_final: isFinal,
    channel,
  };
}

const mask = [0x37, 0xfa, 0x21, 0x3d];
/** A final binary message that is masked, its length in two bytes. */
const head = Buffer.from([0x82, 0x80 | 126, frameBytes >> 8, frameBytes & 0xff, ...mask]);

/**
 * The same bytes for every telephone that sends in this millisecond: masking each frame by itself would take the
 * time of the core that the server needs as well.
 */
function message() {
  const bytes = Buffer.alloc(head.length + frameBytes, 0x80);
  head.copy(bytes);
  bytes.writeDoubleBE(now(), head.length);
  for (let at = 0; at < frameBytes; at++) bytes[head.length + at] ^= mask[at % mask.length];
  return bytes;
}

/** All that is due: a timer that comes late sends what it has missed. */
function send() {
  const until = Math.floor(performance.now());
  for (; sentUntil < until; sentUntil++) {
    const bytes = message();
    for (const leg of legs[sentUntil % frameMs]) leg.write(bytes);
  }
}

/** A WebSocket that only sends, so it need not be one. */
function dial(url) {
  return new Promise((resolve, reject) => {
    const headers = {
      Connection: "Upgrade",
      Upgrade: "websocket",
      "Sec-WebSocket-Version": "13",
      "Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ==",
      "Sec-WebSocket-Protocol": "media",
    };
    const asking = request(url.replace("ws:", "http:"), { headers, agent: false });
    asking.once("upgrade", (_response, socket) => {
      socket.setNoDelay(true);
      // The server may hang up at the end.
      socket.on("error", () => {});
      resolve(socket);
    });
    asking.once("error", reject);
    asking.end();
  });
}

/**
 * Calls do not begin together either: each speaks first in a frame of its own of those between two final results, or
 * all their blocks would be full, and answered, within the same 20 ms.
 */
async function speak(leg, number) {
  await sleep(Math.floor(phaseOfCall(Math.floor(number / 2)) * framesAFinal) * frameMs);
  legs[Math.floor(phaseOfLeg(number) * frameMs)].push(leg);
}

async function connect(urls) {
  if (timer === undefined) {
    sentUntil = Math.floor(performance.now());
    timer = setInterval(send, 1);
  }
  const speaking = [];
  for (let at = 0; at < urls.length; at += 50) {
    const dialled = urls.slice(at, at + 50).map(async (url) => {
      const number = legCount++;
      const leg = await dial(url);
      speaking.push(speak(leg, number));
    });
    await Promise.all(dialled);
  }
  await Promise.all(speaking);
}

/** Each agent's screen has a socket of its own: one that joined many calls at once would be turned away. */
async function watch({ url, rooms }) {
  await Promise.all(
    rooms.map(async (sessionId) => {
      const socket = io(url, { transports: ["websocket"], forceNew: true, auth: { token: "agent" } });
      socket.on("bridge_transcription", ({ transcript }) =>
        outbound.push(now() - Number(transcript.slice(2))),
      );
      await once(socket, "connect");
      const { success } = await socket.emitWithAck("join_call_session", { sessionId });
      if (!success) throw new Error("the agent's screen could not join its call");
    }),
  );
}

/** Numbers alone: the server under measurement would have to read all times beside its calls. */
const times = () => ({
  inbound: percentile(inbound, 0.99),
  outbound: percentile(outbound, 0.99),
  late: Math.max(0, lateness.percentile(99) / 1e6 - 1),
});

process.on("message", async ({ type, ...data }) => {
  if (type === "connect") await connect(data.urls);
  else if (type === "watch") await watch(data);
  else if (type === "disconnect") {
    clearInterval(timer);
    timer = undefined;
    for (const leg of legs.flatMap((slot) => slot.splice(0))) leg.destroy();
  } else if (type === "reset") {
    [inbound, outbound] = [[], []];
    lateness.reset();
  }
  process.send?.(type === "times" ? times() : {});
});
// A benchmark that is killed half-way must not leave telephones behind that ring on.
process.once("disconnect", () => process.exit());
await once(wss, "listening");
if (!process.connected) process.exit();
process.send({ recognizer: `http://127.0.0.1:${wss.address().port}` });
