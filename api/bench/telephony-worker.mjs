import { once } from "node:events";
import { io } from "socket.io-client";
import WebSocket, { WebSocketServer } from "ws";

// What stands around the server under measurement, in a process of its own: Asterisk's media client, the
// recognizer, and one agent's browser.
const frameMs = 20;
const frameBytes = 160;
const blockSamples = 800;
/** A recognizer answers each half second of sound with an interim result. */
const blocksAnAnswer = 5;

const now = () => performance.timeOrigin + performance.now();
/** Telephones are not in step: each sends in a millisecond of its own of the twenty. */
const legs = Array.from({ length: frameMs }, () => []);
/** Coprime to 20, so that the two legs of a call, which come one after the other, lie apart. */
const stride = 7;
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
    if (blocks % blocksAnAnswer === 0) stream.send(JSON.stringify(result(blocks)));
  });
});

/** When the newest frame of a block was sent: each frame begins with its time. */
function lastSent(block) {
  let newest = 0;
  for (const channel of [0, 1]) {
    const time = Buffer.alloc(8);
    for (let at = 0; at < 8; at++) time[at] = block[(blockSamples - frameBytes + at) * 2 + channel];
    const value = time.readDoubleBE();
    if (value > newest && value <= now()) newest = value;
  }
  return newest === 0 ? now() : newest;
}

function result(blocks) {
  const alternatives = [{ transcript: `à ${now()}`, confidence: 0.9 }];
  const channel = { alternatives };
  return {
    type: "Results",
    channel_index: [0, 2],
    start: 0,
    duration: blocks / 10,
    is_final: false,
    channel,
  };
}

/** All that is due: a timer that comes late sends what it has missed. */
function send() {
  const until = Math.floor(performance.now());
  for (; sentUntil < until; sentUntil++) {
    const frame = Buffer.alloc(frameBytes, 0x80);
    frame.writeDoubleBE(now());
    for (const leg of legs[sentUntil % frameMs]) leg.send(frame);
  }
}

async function connect(urls) {
  for (let at = 0; at < urls.length; at += 50) {
    await Promise.all(
      urls.slice(at, at + 50).map(async (url) => {
        const leg = new WebSocket(url, "media", { perMessageDeflate: false });
        await new Promise((resolve, reject) => leg.once("open", resolve).once("error", reject));
        legs[(legCount++ * stride) % frameMs].push(leg);
      }),
    );
  }
  if (timer !== undefined) return;
  sentUntil = Math.floor(performance.now());
  timer = setInterval(send, 1);
}

function watch({ url, rooms }) {
  const socket = io(url, { transports: ["websocket"], auth: { token: "agent" } });
  socket.on("bridge_transcription", ({ transcript }) => outbound.push(now() - Number(transcript.slice(2))));
  socket.on("connect", () => {
    for (const sessionId of rooms) socket.emit("join_call_session", { sessionId }, () => {});
  });
}

process.on("message", async ({ type, ...data }) => {
  if (type === "connect") await connect(data.urls);
  else if (type === "watch") watch(data);
  else if (type === "disconnect") {
    clearInterval(timer);
    timer = undefined;
    for (const leg of legs.flatMap((slot) => slot.splice(0))) leg.terminate();
  }
  const times = { inbound, outbound };
  if (type === "times") [inbound, outbound] = [[], []];
  process.send?.(times);
});
await once(wss, "listening");
process.send?.({ recognizer: `http://127.0.0.1:${wss.address().port}` });
