import { randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { createRequire } from "node:module";
import { setTimeout as sleep } from "node:timers/promises";
import type { Sender } from "@souffleur/contracts";
import type { ServerEvent } from "@souffleur/contracts/realtime";
import { Server } from "socket.io";
import { type CallDoc, callModels } from "../../src/calls/records/call-model.ts";
import { listen } from "../../tools/network.ts";
import { builtPages, startServer } from "./api-server.ts";
import { newCall, scriptSentence, storedLine } from "./live-server.ts";

/** When each numbered line was emitted. */
export type Emitted = [line: number, at: number][];

export interface LineBatch {
  from: number;
  count: number;
  perSecond: number;
}

// A process of its own, so that neither the browser's driver nor what it measures shares the server's thread.

const textOf = (count: number) => `Ligne n° ${count} : ${scriptSentence(count)}`;
const senderOf = (count: number): Sender => (count % 2 === 0 ? "client" : "agent");
const now = () => performance.timeOrigin + performance.now();

const product = await startServer(builtPages);
const { live } = product;
const bare = await startBarePage();
const { user, organization } = await product.signIn("agent");
let emitted: Emitted = [];
product.realtime.onEmitted((_event, payload) => {
  if (!("is_final" in payload && payload.is_final)) return;
  const { transcript } = payload as ServerEvent<"live_transcription">;
  emitted.push([Number(/n° (\d+)/.exec(transcript ?? "")?.[1]), now()]);
});
let call: CallDoc;

/** The baseline: a page with one paragraph for each line. */
async function startBarePage() {
  const client = await readFile(createRequire(import.meta.url).resolve("socket.io-client/dist/socket.io.js"));
  const page = `<!doctype html><title>Bare</title><style>[role=log] { height: 480px; overflow-y: auto }</style>
<div role="log"></div><script src="/client.js"></script><script>
const log = document.querySelector("[role=log]");
io({ transports: ["websocket"] }).on("line", ({ transcript }) => {
  const line = document.createElement("p");
  line.textContent = transcript;
  log.append(line);
  log.scrollTop = log.scrollHeight;
}).on("connect", () => { document.title = "Connected"; });
</script>`;
  const server = createServer((req, res) => res.end(req.url === "/client.js" ? client : page));
  const io = new Server(server, { serveClient: false });
  return { io, url: `http://localhost:${await listen(server, "localhost")}`, close: () => io.close() };
}

/** Opens a call of the demonstration agent that has this many stored lines. */
async function openCall(lineCount: number): Promise<void> {
  call = {
    ...newCall(),
    organizationId: organization?.id ?? null,
    agentId: user.id,
    agentName: "Julien Carrel",
    clientName: "Hélène Vasseur",
    source: "telephony",
    seq: lineCount,
  };
  await callModels(product.connection).lines.insertMany(
    Array.from({ length: lineCount }, (_, index) =>
      storedLine(call, index + 1, {
        sender: senderOf(index),
        text: textOf(index),
        timestamp: new Date(Date.now() - (lineCount - index) * 4000),
      }),
    ),
  );
  await live.open(call);
}

/** Calls `add` at an even pace with the number of each line. @returns when each was emitted */
async function paced({ from, count, perSecond }: LineBatch, add: (line: number) => void): Promise<Emitted> {
  emitted = [];
  const began = now();
  for (let index = 0; index < count; index++) {
    await sleep(Math.max(0, began + (index * 1000) / perSecond - now()));
    add(from + index);
  }
  return emitted;
}

/** Adds lines to the call, each after two interim states. */
async function addLines(batch: LineBatch): Promise<Emitted> {
  const stored: Promise<unknown>[] = [];
  const times = await paced(batch, (line) => {
    const text = textOf(line);
    const speech = { messageId: randomUUID(), sender: senderOf(line), text, confidence: 0.9 };
    const words = text.split(" ");
    for (const share of [1 / 3, 2 / 3]) {
      live.interim(call, { ...speech, text: words.slice(0, Math.ceil(words.length * share)).join(" ") });
    }
    stored.push(live.addLine(call, speech));
  });
  await Promise.all(stored);
  return times;
}

const emitBareLines = (batch: LineBatch) =>
  paced(batch, (line) => {
    emitted.push([line, now()]);
    bare.io.emit("line", { transcript: textOf(line) });
  });

const orders: Record<string, (given: never) => Promise<unknown>> = { openCall, addLines, emitBareLines };
// If the benchmark is killed, its server must end too.
process.once("disconnect", () => process.exit());
process.on("message", async ({ order, given }: { order: string; given: unknown }) => {
  if (order === "stop") {
    await bare.close();
    await product.stop();
    process.exit(0);
  }
  process.send?.((await orders[order]?.(given as never)) ?? "done");
});
process.send?.({ url: product.url, bareUrl: bare.url });
