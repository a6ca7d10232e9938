import { fork } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:http";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { setTimeout as sleep } from "node:timers/promises";
import { WebSocketServer } from "ws";
import { createBus } from "../../src/bus.ts";
import { readConfig } from "../../src/config.ts";
import { createKeyring } from "../../src/crypto/keyring.ts";
import type { Caller } from "../../src/http/guard.ts";
import { createLogger } from "../../src/http/logger.ts";
import { createMetrics } from "../../src/http/metrics.ts";
import { createRealtime } from "../../src/realtime/realtime.ts";
import { createPollers } from "../../src/scheduling/pollers.ts";
import { followPhoneCall, type PhoneCallDeps } from "../../src/telephony/calls/phone-call.ts";
import { createPhoneCounters } from "../../src/telephony/calls/phone-counters.ts";
import { createMediaEndpoint, mediaPath } from "../../src/telephony/media/media-endpoint.ts";
import { createMediaTokens } from "../../src/telephony/media/media-tokens.ts";
import { createRecognizer } from "../../src/transcription/create-recognizer.ts";
import { createRecognizerStreams } from "../../src/transcription/recognizer-stream.ts";
import { listen } from "../../tools/network.ts";
import type { Times } from "../load/telephony-worker.ts";
import { newCall } from "./live-server.ts";

/** What is measured: the bare receiver, or the product with one of the recognizers. */
export type Kind = "bare" | "deepgram" | "openai";

/** The figures of one server; the bare one has no `memory`, `hop` and `late`. */
export interface Measured {
  best: number;
  /** Share of one core that a call takes. */
  cpu: number;
  memory: number;
  hop: number;
  late: number;
  delayMax: number;
  hopCalls: number;
}

interface Subject {
  /** The number of frames received. */
  frames(): number;
  /** Adds calls. @returns the addresses that their telephones dial */
  add(calls: number): string[];
}

type Surroundings = Awaited<ReturnType<typeof startSurroundings>>;

// Each server is measured in a process of its own, so that neither inherits the other's compiled code and
// memory.
const log = createLogger("silent");
const steps = [50, 100, 200, 300, 400, 500, 600, 800, 1000];
const measureMs = 4000;
const settleMs = 500;
/** Excludes the compilation of a server's first seconds. */
const warmUpMs = 4000;
const delayMax = 5;
const hopCalls = 200;

/** Telephones, recognizer and browser, in a process of their own, so that their work is not measured. */
async function startSurroundings() {
  const worker = fork(new URL("../load/telephony-worker.js", import.meta.url));
  const [{ recognizer }] = await once(worker, "message");
  return {
    recognizer,
    async ask(message: { type: string; [given: string]: unknown }): Promise<Times> {
      worker.send(message);
      const [answer] = await once(worker, "message");
      return answer;
    },
    close: () => worker.kill(),
  };
}

/** The baseline: receives frames and counts them. */
async function startBare(): Promise<Subject> {
  const server = createServer();
  const wss = new WebSocketServer({ server, perMessageDeflate: false });
  let frames = 0;
  wss.on("connection", (socket) => {
    socket.on("message", () => {
      frames += 1;
    });
  });
  const port = await listen(server);
  return {
    frames: () => frames,
    add: (calls) => Array.from({ length: calls * 2 }, () => `ws://127.0.0.1:${port}/`),
  };
}

const agent: Caller = {
  userId: "agent",
  sessionId: "s",
  role: "agent",
  organizationId: "o",
  email: "",
  firstName: "",
  lastName: "",
  expiresAt: Number.POSITIVE_INFINITY,
  provenAt: new Date(0),
};

const environments = {
  deepgram: (url: string) => ({ DEEPGRAM_API_KEY: "key", DEEPGRAM_URL: url }),
  openai: (url: string) => ({ STT_PROVIDER: "openai", STT_URL: `${url}/v1`, STT_MODEL: "voxtral" }),
};

/** The whole way of a frame through the product, without requests to Asterisk and without storage. */
async function startOurs(kind: keyof typeof environments, url: string) {
  const config = readConfig({ NODE_ENV: "test", ...environments[kind](url) });
  const metrics = createMetrics();
  const server = createServer();
  // Each call's screen has its own socket, and all calls belong to one agent.
  const caps = { ofAccount: Number.POSITIVE_INFINITY };
  const pollers = createPollers(metrics);
  const realtime = createRealtime({
    ...{ config, log, server, bus: createBus(), metrics, pollers, caps },
    authenticate: async () => agent,
  });
  realtime.onJoin(async () => ({ callId: "c", status: "active", startedAt: "", seq: 0, lines: [] }));
  const tokens = createMediaTokens(createKeyring(["a secret of the benchmark"]));
  const endpoint = createMediaEndpoint({ server, tokens, log });
  const port = await listen(server);
  const live: PhoneCallDeps["calls"]["live"] = {
    interim: (call, { messageId, text, confidence }) =>
      realtime.emit(`session:${call.sessionId}`, "bridge_transcription", {
        messageId,
        transcript: text,
        is_final: false,
        speaker: 0,
        confidence,
      }),
    addLine: async () => undefined,
    end: async (call) => call,
  };
  const recognizer = createRecognizer(config);
  if (recognizer === undefined) throw new Error("No recognizer is configured");
  const streams = createRecognizerStreams({ recognizer, log, metrics });
  const followed: ReturnType<typeof followPhoneCall>[] = [];
  const rooms: string[] = [];
  const counters = createPhoneCounters(metrics, () => {});
  let frames = 0;
  const calls: PhoneCallDeps["calls"] = {
    live,
    countPackets(_call, howMany) {
      frames += howMany;
    },
  };

  function follow(): string[] {
    const urls: string[] = [];
    // A tap without a PBX: the connection with the token is the leg.
    const taps: PhoneCallDeps["taps"] = {
      async open({ onFrame }) {
        let lost = () => {};
        const ended = new Promise<void>((resolve) => {
          lost = resolve;
        });
        const { token, forget } = tokens.expect({ onOpen() {}, onFrame, onClose: () => lost() });
        urls.push(`ws://127.0.0.1:${port}${mediaPath}?token=${token}`);
        return { lost: ended, close: async () => forget() };
      },
    };
    const call = newCall();
    const deps = { taps, calls, streams, realtime, counters, log, onOver() {} };
    followed.push(followPhoneCall(deps, call, { client: "1", agent: "2" }));
    rooms.push(call.sessionId);
    return urls;
  }

  return {
    url: `http://127.0.0.1:${port}`,
    rooms,
    frames: () => frames,
    add: (calls: number) => Array.from({ length: calls }, follow).flat(),
    async close() {
      await Promise.all(followed.map((phone) => phone.release()));
      await endpoint.close();
      await realtime.stop();
      server.close();
    },
  };
}

/** The event loop's delay, the processor time and the share of frames received while calls run. */
async function observe(server: Subject, calls: number) {
  const before = server.frames();
  const used = process.cpuUsage();
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  await sleep(measureMs);
  delay.disable();
  const share = ((server.frames() - before) * 20) / (calls * 2 * measureMs);
  const { user, system } = process.cpuUsage(used);
  // Of one core, for the frames received: unlike the delay this does not depend on other load.
  const cpu = (user + system) / 1000 / measureMs / (calls * share);
  // The histogram includes the timer's own resolution of 1 ms.
  return { cpu, share, p99: Math.max(0, delay.percentile(99) / 1e6 - 1) };
}

/** The highest number of calls whose frames all arrive while the loop's delay stays within bounds. */
async function mostCalls(
  server: Subject,
  surroundings: Surroundings,
  onStep: (calls: number) => Promise<void> = async () => {},
) {
  let best = 0;
  let calls = 0;
  let isGood = true;
  let cpu = Number.NaN;
  for (const step of steps) {
    await surroundings.ask({ type: "connect", urls: server.add(step - calls) });
    calls = step;
    await sleep(step === steps[0] ? warmUpMs : settleMs);
    const observed = await observe(server, calls);
    await onStep(calls);
    isGood &&= observed.p99 < delayMax && observed.share > 0.97;
    if (isGood) best = calls;
    if (calls === hopCalls) cpu = observed.cpu;
    // The processor time of a call is measured at `hopCalls` even if the delay is too long there.
    if (!isGood && calls >= hopCalls) break;
  }
  await surroundings.ask({ type: "disconnect" });
  return { best, cpu, reached: calls };
}

async function measureOurs(kind: keyof typeof environments, surroundings: Surroundings) {
  const ours = await startOurs(kind, surroundings.recognizer);
  const before = process.memoryUsage().rss;
  let hops: Times | undefined;
  const most = await mostCalls(ours, surroundings, async (calls) => {
    if (calls !== hopCalls) return;
    await surroundings.ask({ type: "watch", url: ours.url, rooms: ours.rooms });
    await sleep(warmUpMs);
    await surroundings.ask({ type: "reset" });
    await sleep(measureMs);
    hops = await surroundings.ask({ type: "times" });
  });
  const memory = (process.memoryUsage().rss - before) / most.reached / 1024;
  await ours.close();
  const hop = hops ? hops.inbound + hops.outbound : Number.NaN;
  return { ...most, memory, hop, late: hops?.late ?? Number.NaN };
}

// If the benchmark is killed, its server must end too.
process.once("disconnect", () => process.exit());
if (process.connected === false) process.exit();
const surroundings = await startSurroundings();
const kind = process.argv[2] as Kind;
const measured =
  kind === "bare" ? await mostCalls(await startBare(), surroundings) : await measureOurs(kind, surroundings);
surroundings.close();
process.send?.({ ...measured, delayMax, hopCalls }, () => process.exit());
