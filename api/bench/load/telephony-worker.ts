import { once } from "node:events";
import { request } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { monitorEventLoopDelay } from "node:perf_hooks";
import type { Duplex } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import { io } from "socket.io-client";
import { type WebSocket, WebSocketServer } from "ws";
import { percentile } from "../figures.ts";

// The environment of the server under measurement, in a process of its own: Asterisk's media client, recognizers that speak
// Deepgram's protocol and vLLM's, and one agent's browser.
const frameMs = 20;
const frameBytes = 160;
const blockSamples = 800;
/** The recognizer sends an interim result every half second. */
const blocksAnAnswer = 5;
/** A result is final every three seconds; until then the server keeps all audio, to send it again. */
const blocksAFinal = 30;
const framesAFinal = (blocksAFinal * blockSamples) / frameBytes;

/** The delay of this process itself, which is part of what it measures. */
const lateness = monitorEventLoopDelay({ resolution: 1 });
lateness.enable();

const now = () => performance.timeOrigin + performance.now();
/** Calls are not in step: each sends in one of the twenty milliseconds of a frame. */
const legs = Array.from({ length: frameMs }, (): { socket: Duplex; frames: number }[] => []);
/**
 * The phase of a call in the rhythms of its frames and of its turns, from 0 to 1: multiples of two independent irrational
 * numbers spread evenly and never fall into step with each other.
 */
const phaseOfFrames = (call: number) => (call * Math.sqrt(2)) % 1;
const phaseOfTurns = (call: number) => (call * Math.sqrt(3)) % 1;
let callCount = 0;
let timer: NodeJS.Timeout | undefined;
let sentUntil = 0;
let inbound: number[] = [];
let outbound: number[] = [];

const wss = new WebSocketServer({ port: 0, host: "127.0.0.1", perMessageDeflate: false });
wss.on("connection", (stream, { url = "" }) => (url.includes("/realtime") ? vllm : deepgram)(stream));

function deepgram(stream: WebSocket): void {
  let blocks = 0;
  stream.on("message", (data, isBinary) => {
    if (!isBinary) {
      if (String(data).includes("CloseStream")) stream.close(1000);
      return;
    }
    const block = data as Buffer;
    for (const channel of [0, 1]) receive((sample) => block[sample * 2 + channel] ?? 0, blockSamples);
    blocks += 1;
    if (blocks % blocksAFinal === 0)
      for (const channel of [0, 1]) stream.send(JSON.stringify(result(blocks, channel, true)));
    else if (blocks % blocksAnAnswer === 0) stream.send(JSON.stringify(result(blocks, 0, false)));
  });
}

/** The recognizer sends an interim result after so many samples of speech at 16 kHz, in pieces of any length. */
const samplesAnAnswer = 2 * blocksAnAnswer * blockSamples;
/** Each sample of the telephone, delayed by 14, is every other one of what is sent at 16 kHz. */
const delayed = 14;

function vllm(stream: WebSocket): void {
  let unanswered = 0;
  stream.send(JSON.stringify({ type: "session.created", id: "sess", created: 1 }));
  stream.on("message", (data) => {
    const { type, audio, final } = JSON.parse(String(data));
    if (type === "input_audio_buffer.append") {
      const pcm = Buffer.from(audio, "base64");
      const samples = pcm.length / 4;
      receive(
        (sample) => muLawOf(sample + delayed < samples ? pcm.readInt16LE(4 * (sample + delayed)) : 0),
        samples,
      );
      unanswered += pcm.length / 2;
      if (unanswered < samplesAnAnswer) return;
      unanswered -= samplesAnAnswer;
      stream.send(JSON.stringify({ type: "transcription.delta", delta: ` à ${now()}` }));
    } else if (final) stream.send(JSON.stringify({ type: "transcription.done", text: `à ${now()}` }));
  });
}

const codes = new Map(
  Array.from({ length: 256 }, (_, byte) => {
    const bits = ~byte & 0xff;
    const magnitude = ((((bits & 0x0f) << 3) + 0x84) << ((bits & 0x70) >> 4)) - 0x84;
    return [bits & 0x80 ? -magnitude : magnitude, byte];
  }),
);
const muLawOf = (sample: number) => codes.get(sample) ?? 0;

const time = Buffer.alloc(8);

/** Notes how long the last frame was on its way, if it has a time: frames of speech begin with theirs. */
function receive(sampleAt: (sample: number) => number, samples: number): void {
  const until = now();
  for (let at = 0; at < 8; at++) time[at] = sampleAt(samples - frameBytes + at);
  const value = time.readDoubleBE();
  if (value <= until && value > until - 10_000) inbound.push(until - value);
}

function result(blocks: number, channelIndex: number, isFinal: boolean) {
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
/** The header of a binary message: final, masked, its length in two bytes. */
const head = Buffer.from([0x82, 0x80 | 126, frameBytes >> 8, frameBytes & 0xff, ...mask]);

/**
 * The message of every telephone that sends in this millisecond: to mask each frame separately would take processor
 * time from the server.
 */
function message(frame: Buffer, hasTime: boolean): Buffer {
  const bytes = Buffer.concat([head, frame]);
  if (hasTime) bytes.writeDoubleBE(now(), head.length);
  for (let at = head.length; at < bytes.length; at++)
    bytes[at] = (bytes[at] ?? 0) ^ (mask[(at - head.length) % mask.length] ?? 0);
  return bytes;
}

/** A voice of 200 Hz. */
const voiced = Buffer.from(Array.from({ length: frameBytes }, (_, at) => (at % 40 < 20 ? 0x90 : 0x10)));
const silent = Buffer.alloc(frameBytes, 0xff);
/** In turns of three seconds one of a call speaks, and the other listens; syllables are ten frames and have five between them. */
const turnFrames = framesAFinal;
const isVoiced = (frame: number) => Math.floor(frame / turnFrames) % 2 === 0 && frame % 15 < 10;

/** Sends all frames that are due, including those that a late timer has missed. */
function send(): void {
  const until = Math.floor(performance.now());
  for (; sentUntil < until; sentUntil++) {
    const speech = message(voiced, true);
    const silence = message(silent, false);
    for (const leg of legs[sentUntil % frameMs] ?? [])
      leg.socket.write(isVoiced(leg.frames++) ? speech : silence);
  }
}

/** A connection that speaks just enough of the WebSocket protocol to send. */
function dial(url: string): Promise<Duplex> {
  return new Promise((resolve, reject) => {
    const headers = {
      Connection: "Upgrade",
      Upgrade: "websocket",
      "Sec-WebSocket-Version": "13",
      "Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ==",
      "Sec-WebSocket-Protocol": "media",
    };
    const asking = request(url.replace("ws:", "http:"), { headers, agent: false });
    asking.once("upgrade", (_response, socket: Socket) => {
      socket.setNoDelay(true);
      // The server may close the connection at the end.
      socket.on("error", () => {});
      resolve(socket);
    });
    asking.once("error", reject);
    asking.end();
  });
}

/**
 * Calls do not start together either: their first frames are spread over the time between two final results, because
 * otherwise all blocks would be full, and answered, within the same 20 ms. The two telephones of a call are in step: the
 * wait for the later one's frame would be taken for the server's own.
 */
async function speak(telephones: readonly Duplex[], call: number): Promise<void> {
  await sleep(Math.floor(phaseOfTurns(call) * framesAFinal) * frameMs);
  const slot = legs[Math.floor(phaseOfFrames(call) * frameMs)];
  // The agent listens first.
  for (const [leg, socket] of telephones.entries()) slot?.push({ socket, frames: leg * turnFrames });
}

/** @param urls of calls, two each */
async function connect(urls: string[]): Promise<void> {
  if (timer === undefined) {
    sentUntil = Math.floor(performance.now());
    timer = setInterval(send, 1);
  }
  const speaking: Promise<void>[] = [];
  for (let at = 0; at < urls.length; at += 50) {
    const dialled = await Promise.all(urls.slice(at, at + 50).map(dial));
    for (let leg = 0; leg < dialled.length; leg += 2)
      speaking.push(speak(dialled.slice(leg, leg + 2), callCount++));
  }
  await Promise.all(speaking);
}

/** Each call's screen has its own socket: a socket that joins many calls at once is refused. */
async function watch({ url, rooms }: { url: string; rooms: string[] }): Promise<void> {
  await Promise.all(
    rooms.map(async (sessionId) => {
      const socket = io(url, { transports: ["websocket"], forceNew: true, auth: { token: "agent" } });
      socket.on("bridge_transcription", ({ transcript }) =>
        outbound.push(now() - Number(transcript.split("à ").at(-1))),
      );
      await new Promise<void>((resolve) => socket.once("connect", resolve));
      const { success } = await socket.emitWithAck("join_call_session", { sessionId });
      if (!success) throw new Error("the agent's screen could not join its call");
    }),
  );
}

export type Times = ReturnType<typeof times>;

/** Percentiles only: to receive all times would be work for the server under measurement. */
const times = () => ({
  inbound: percentile(inbound, 0.99),
  outbound: percentile(outbound, 0.99),
  late: Math.max(0, lateness.percentile(99) / 1e6 - 1),
});

process.on(
  "message",
  async ({ type, ...data }: { type: string; urls: string[]; url: string; rooms: string[] }) => {
    if (type === "connect") await connect(data.urls);
    else if (type === "watch") await watch(data);
    else if (type === "disconnect") {
      clearInterval(timer);
      timer = undefined;
      for (const { socket } of legs.flatMap((slot) => slot.splice(0))) socket.destroy();
    } else if (type === "reset") {
      [inbound, outbound] = [[], []];
      lateness.reset();
    }
    process.send?.(type === "times" ? times() : {});
  },
);
// If the benchmark is killed, its telephones must end too.
process.once("disconnect", () => process.exit());
await once(wss, "listening");
if (!process.connected) process.exit();
process.send?.({ recognizer: `http://127.0.0.1:${(wss.address() as AddressInfo).port}` });
