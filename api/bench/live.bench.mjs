import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { io } from "socket.io-client";
import { maskInterim, maskSecrets } from "../dist/calls/masking.js";
import { scenarios } from "../dist/calls/scenarios.js";
import { suggest } from "../dist/suggestions/playbook.js";
import { newCall, percentile, row, script, startBare, startOurs } from "./live-server.mjs";

/** From the moment that a line is said to the moment that a client has it, at 20 lines a second. */
async function saidToHeard(ours, bare) {
  const call = newCall();
  await ours.live.open(call);
  const socket = io(ours.url, { transports: ["websocket"], auth: { token: "agent" } });
  await new Promise((resolve) => socket.once("connect", resolve));
  await socket.emitWithAck("join_call_session", { sessionId: call.sessionId });
  const said = new Map();
  const times = [];
  socket.on("conversation_message", ({ id }) => times.push(performance.now() - said.get(id)));

  const other = io(bare.url, { transports: ["websocket"] });
  await new Promise((resolve) => other.once("connect", resolve));
  await other.emitWithAck("join", "room");
  const bareTimes = [];
  other.on("conversation_message", ({ id }) => bareTimes.push(performance.now() - said.get(id)));

  for (let count = 0; count < 300; count++) {
    const { text, speaker } = script[count % script.length];
    const messageId = randomUUID();
    said.set(messageId, performance.now());
    const kept = ours.live.say(call, { messageId, sender: speaker, text, confidence: 0.9 });
    await sleep(25);
    const line = await kept;
    said.set(`bare-${messageId}`, performance.now());
    bare.bare.to("room").emit("conversation_message", { ...line, id: `bare-${messageId}` });
    await sleep(25);
  }
  socket.disconnect();
  other.disconnect();
  return [
    row("line said → heard, kept between, p50 (ms)", percentile(times, 0.5), "", percentile(bareTimes, 0.5)),
    row(
      "line said → heard, kept between, p99 (ms)",
      percentile(times, 0.99),
      "< 50",
      percentile(bareTimes, 0.99),
    ),
  ];
}

const rounds = 10;

/**
 * The playbook's answer to each line of the scripts, the call so far in its sight. The best of ten for each line:
 * what else the machine does meanwhile says nothing about the playbook.
 */
function suggestionTime() {
  const questions = [...scenarios.values()].flatMap(({ lines }) => {
    const heard = lines.map(({ speaker, text }, index) => ({ messageId: `${index}`, sender: speaker, text }));
    return heard.map((_, index) => heard.slice(0, index + 1));
  });
  const times = questions.map(() => Number.POSITIVE_INFINITY);
  for (let round = 0; round < rounds; round++) {
    for (const [index, lines] of questions.entries()) {
      const began = performance.now();
      suggest({ lines, callId: "call", used: new Set(), now: 0 });
      times[index] = Math.min(times[index], performance.now() - began);
    }
  }
  return [
    row("suggestion of the playbook, p50 (ms)", percentile(times, 0.5), ""),
    row("suggestion of the playbook, p99 (ms)", percentile(times, 0.99), "< 5"),
  ];
}

/** In the best of ten rounds over all scripts; against one regular expression that looks for long figures alone. */
function maskingThroughput() {
  const perSecond = (mask) => {
    let best = Number.POSITIVE_INFINITY;
    for (let round = 0; round < rounds; round++) {
      const began = performance.now();
      for (const { text } of script) mask(text);
      best = Math.min(best, performance.now() - began);
    }
    return (script.length * 1000) / best;
  };
  perSecond(maskSecrets);
  const plain = perSecond((text) => text.replace(/\d(?:[ -]?\d){12,18}/g, "…"));
  return [
    row("final lines masked a second", perSecond(maskSecrets), "≥ 10000", plain),
    row(
      "interim lines masked a second",
      perSecond((text) => maskInterim(text)),
      "≥ 10000",
      plain,
    ),
  ];
}

export default async function live() {
  const [ours, bare] = await Promise.all([startOurs(), startBare()]);
  try {
    return [...(await saidToHeard(ours, bare)), ...suggestionTime(), ...maskingThroughput()];
  } finally {
    await ours.close();
    await bare.close();
  }
}
