import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { lineOf } from "@souffleur/contracts/realtime";
import { io, type Socket } from "socket.io-client";
import { maskInterim, maskSecrets } from "../src/calls/masking/masking.ts";
import { percentile, type Row, row } from "./figures.ts";
import { type ApiServer, startServer } from "./servers/api-server.ts";
import { type Bare, newCall, script, scriptLine, startBare } from "./servers/live-server.ts";

/** The time from adding a line until a client receives it, at 20 lines a second. */
async function addedToReceived(ours: ApiServer, bare: Bare): Promise<Row[]> {
  const { user, organization, accessToken: token } = await ours.signIn("agent");
  const call = { ...newCall(), organizationId: organization?.id ?? null, agentId: user.id };
  await ours.live.open(call);
  const socket = io(ours.url, { transports: ["websocket"], auth: { token } });
  await connected(socket);
  await socket.emitWithAck("join_call_session", { sessionId: call.sessionId });
  const addedAt = new Map<string, number>();
  const since = (id: string) => performance.now() - (addedAt.get(id) ?? Number.NaN);
  const times: number[] = [];
  socket.on("live_transcription", (event) => {
    const line = lineOf(event);
    if (line) times.push(since(line.id));
  });

  const other = io(bare.url, { transports: ["websocket"] });
  await connected(other);
  await other.emitWithAck("join", "room");
  const bareTimes: number[] = [];
  other.on("line", ({ id }) => bareTimes.push(since(id)));

  for (let count = 0; count < 300; count++) {
    const { text, speaker } = scriptLine(count);
    const messageId = randomUUID();
    addedAt.set(messageId, performance.now());
    const kept = ours.live.addLine(call, { messageId, sender: speaker, text, confidence: 0.9 });
    await sleep(25);
    const line = await kept;
    addedAt.set(`bare-${messageId}`, performance.now());
    bare.bare.to("room").emit("line", { ...line, id: `bare-${messageId}` });
    await sleep(25);
  }
  socket.disconnect();
  other.disconnect();
  return [
    row(
      "line added → received, stored between, p50 (ms)",
      percentile(times, 0.5),
      "",
      percentile(bareTimes, 0.5),
    ),
    row(
      "line added → received, stored between, p99 (ms)",
      percentile(times, 0.99),
      "< 50",
      percentile(bareTimes, 0.99),
    ),
  ];
}

function connected(socket: Socket): Promise<void> {
  return new Promise((resolve) => socket.once("connect", resolve));
}

const rounds = 10;

/** The best of ten rounds over all scripts; the baseline is one regular expression for long numbers. */
function maskingThroughput(): Row[] {
  const perSecond = (mask: (text: string) => string) => {
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
      perSecond((text) => maskInterim({ sender: "client", text, at: 0 })),
      "≥ 10000",
      plain,
    ),
  ];
}

export default async function live(): Promise<Row[]> {
  const [ours, bare] = await Promise.all([startServer(), startBare()]);
  try {
    return [...(await addedToReceived(ours, bare)), ...maskingThroughput()];
  } finally {
    await ours.stop();
    await bare.close();
  }
}
