import { fork } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:http";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { setTimeout as sleep } from "node:timers/promises";
import { WebSocketServer } from "ws";
import { createKeyring } from "../dist/auth/keyring.js";
import { readConfig } from "../dist/config.js";
import { createLogger } from "../dist/logger.js";
import { createMetrics } from "../dist/metrics.js";
import { createRealtime } from "../dist/realtime.js";
import { createMediaEndpoint, mediaPath } from "../dist/telephony/media-endpoint.js";
import { createMediaTokens } from "../dist/telephony/media-tokens.js";
import { followPhoneCall } from "../dist/telephony/phone-call.js";
import { createRecognizerStreams } from "../dist/transcription/deepgram-stream.js";

// One server under measurement in a process of its own, as an API process is: what the one before has left in the
// compiled code and in memory would otherwise be counted to the one behind.
const log = createLogger("silent");
const steps = [50, 100, 200, 300, 400, 500, 600, 800, 1000];
const measureMs = 4000;
const settleMs = 500;
/** What a server's first seconds take to be compiled is not what a call costs. */
const warmUpMs = 4000;
const delayMax = 5;
const hopCalls = 200;

/** Telephones, recognizer and browser, in a process of their own, so that their work is not the server's. */
async function startSurroundings() {
  const worker = fork(new URL("./telephony-worker.mjs", import.meta.url));
  const [{ recognizer }] = await once(worker, "message");
  return {
    recognizer,
    async ask(message) {
      worker.send(message);
      const [answer] = await once(worker, "message");
      return answer;
    },
    close: () => worker.kill(),
  };
}

async function listening(server) {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return server.address().port;
}

/** The least that could be done with the frames: receive and count them. */
async function startBare() {
  const server = createServer();
  const wss = new WebSocketServer({ server, perMessageDeflate: false });
  let frames = 0;
  wss.on("connection", (socket) => {
    socket.on("message", () => {
      frames += 1;
    });
  });
  const port = await listening(server);
  return {
    frames: () => frames,
    add: (howMany) => Array.from({ length: howMany * 2 }, () => `ws://127.0.0.1:${port}/`),
  };
}

/** All that happens to a frame in the product, but for Asterisk's own requests and the stored lines. */
async function startOurs(recognizer) {
  const config = readConfig({ NODE_ENV: "test", DEEPGRAM_API_KEY: "key", DEEPGRAM_URL: recognizer });
  const metrics = createMetrics();
  const server = createServer();
  const caller = { userId: "agent", sessionId: "s", role: "agent", organizationId: "o" };
  const realtime = createRealtime({ config, log, server, authenticate: async () => caller, metrics });
  realtime.onJoin(async () => ({ callId: "c", status: "active", startedAt: "", seq: 0, lines: [] }));
  const tokens = createMediaTokens(createKeyring(["a secret of the benchmark"]));
  const endpoint = createMediaEndpoint({ server, tokens, log, onStranger() {} });
  const port = await listening(server);
  const live = {
    interim: (call, { messageId, text, confidence }) =>
      realtime.emit(`session:${call.sessionId}`, "bridge_transcription", {
        messageId,
        transcript: text,
        is_final: false,
        speaker: 0,
        confidence,
      }),
    say: async () => ({}),
    end: async () => {},
  };
  const streams = createRecognizerStreams({ config, log, metrics });
  const followed = [];
  let frames = 0;

  function follow() {
    const urls = [];
    // A tap without its PBX: whoever shows the token is the leg.
    const taps = {
      async open({ onFrame }) {
        let lost = () => {};
        const ended = new Promise((resolve) => {
          lost = resolve;
        });
        const { token, forget } = tokens.expect({ onOpen() {}, onFrame, onClose: () => lost() });
        urls.push(`ws://127.0.0.1:${port}${mediaPath}?token=${token}`);
        return { lost: ended, close: async () => forget() };
      },
    };
    const call = { _id: randomUUID(), sessionId: randomUUID(), agentId: "agent", organizationId: "o" };
    const count = (_call, howMany) => {
      frames += howMany;
    };
    const deps = { taps, live, streams, realtime, log, onPackets: count, onLost() {}, onOver() {} };
    followed.push(followPhoneCall(deps, call, { client: "1", agent: "2" }));
    return { urls, sessionId: call.sessionId };
  }

  return {
    url: `http://127.0.0.1:${port}`,
    rooms: [],
    frames: () => frames,
    add(howMany) {
      const calls = Array.from({ length: howMany }, follow);
      this.rooms.push(...calls.map(({ sessionId }) => sessionId));
      return calls.flatMap(({ urls }) => urls);
    },
    async close() {
      await Promise.all(followed.map((phone) => phone.release()));
      await endpoint.close();
      await realtime.close();
      server.close();
    },
  };
}

/** The event loop's delay and the frames that came while calls are played. */
async function observe(server, calls) {
  const before = server.frames();
  const used = process.cpuUsage();
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  await sleep(measureMs);
  delay.disable();
  const share = ((server.frames() - before) * 20) / (calls * 2 * measureMs);
  const { user, system } = process.cpuUsage(used);
  // Of one core, for the frames that came: unlike the delay it says the same on a busy machine.
  const cpu = (user + system) / 1000 / measureMs / (calls * share);
  // The histogram counts from one tick of its own timer to the next.
  return { cpu, share, p99: Math.max(0, delay.percentile(99) / 1e6 - 1) };
}

/** The most calls whose frames all come while the loop's delay stays within bounds. */
async function mostCalls(server, surroundings, onStep = async () => {}) {
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
    // What a call costs is measured at one number of calls, whether its delay is good or not.
    if (!isGood && calls >= hopCalls) break;
  }
  await surroundings.ask({ type: "disconnect" });
  return { best, cpu, reached: calls };
}

async function measureBare(surroundings) {
  const bare = await startBare();
  return mostCalls(bare, surroundings);
}

async function measureOurs(surroundings) {
  const ours = await startOurs(surroundings.recognizer);
  const before = process.memoryUsage().rss;
  let hops;
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

// A benchmark that is killed half-way must not leave its server behind.
process.once("disconnect", () => process.exit());
if (process.connected === false) process.exit();
const surroundings = await startSurroundings();
const measured = await (process.argv[2] === "bare" ? measureBare : measureOurs)(surroundings);
surroundings.close();
process.send?.({ ...measured, delayMax, hopCalls }, () => process.exit());
