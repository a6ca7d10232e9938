import { randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { createRequire } from "node:module";
import { setTimeout as sleep } from "node:timers/promises";
import type { Sender } from "@souffleur/contracts";
import { Server } from "socket.io";
import { type CallDoc, callModels } from "../src/calls/call-model.ts";
import { createCallRecords } from "../src/calls/call-records.ts";
import { createLiveCalls } from "../src/calls/live-calls.ts";
import { listen } from "../tools/network.ts";
import { builtPages, startServer } from "./api-server.ts";
import { lineCounter, newCall, scriptLine } from "./live-server.ts";

/** When each numbered line was emitted. */
export type Emitted = [line: number, at: number][];

export interface LineBatch {
  from: number;
  count: number;
  perSecond: number;
}

// A process of its own, so that neither the browser's driver nor what it measures shares the server's thread.

/** A line of the scripts that bears its number and is a bubble of its own. */
const textOf = (count: number) => `Ligne n° ${count} : ${scriptLine(count).text.replace(/[^.!?]$/, "$&.")}`;
const senderOf = (count: number): Sender => (count % 2 === 0 ? "client" : "agent");
const now = () => performance.timeOrigin + performance.now();

const product = await startServer(builtPages);
const bare = await startBarePage();
const records = createCallRecords(callModels(product.connection));
const { user, organization } = await product.signIn("agent");
let emitted: Emitted = [];
const live = createLiveCalls({
  records,
  realtime: {
    emit(to, event, payload) {
      if ("is_final" in payload && payload.is_final) {
        emitted.push([Number(/n° (\d+)/.exec(payload.transcript ?? "")?.[1]), now()]);
      }
      product.realtime.emit(to, event, payload);
    },
  },
  lines: lineCounter(),
  onLine() {},
});
let call: CallDoc;

/** A page without any of ours, to compare with: one paragraph a line. */
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

/** A call of the demonstration's agent with so many stored lines. */
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
    Array.from({ length: lineCount }, (_, index) => ({
      _id: randomUUID(),
      callId: call._id,
      sessionId: call.sessionId,
      seq: index + 1,
      sender: senderOf(index),
      text: textOf(index),
      timestamp: new Date(Date.now() - (lineCount - index) * 4000),
      confidence: 0.9,
      isTranscription: true,
    })),
  );
  await live.open(call);
}

/** Adds lines at an even pace, each after two interim states; returns when each was emitted. */
async function addLines({ from, count, perSecond }: LineBatch): Promise<Emitted> {
  emitted = [];
  const began = now();
  const stored: Promise<unknown>[] = [];
  for (let index = 0; index < count; index++) {
    await sleep(Math.max(0, began + (index * 1000) / perSecond - now()));
    const speech = {
      messageId: randomUUID(),
      sender: senderOf(from + index),
      text: textOf(from + index),
      confidence: 0.9,
    };
    const words = speech.text.split(" ");
    for (const share of [1 / 3, 2 / 3]) {
      live.interim(call, { ...speech, text: words.slice(0, Math.ceil(words.length * share)).join(" ") });
    }
    stored.push(live.addLine(call, speech));
  }
  await Promise.all(stored);
  return emitted;
}

async function emitBareLines({ from, count, perSecond }: LineBatch): Promise<Emitted> {
  emitted = [];
  const began = now();
  for (let index = 0; index < count; index++) {
    await sleep(Math.max(0, began + (index * 1000) / perSecond - now()));
    emitted.push([from + index, now()]);
    bare.io.emit("line", { transcript: textOf(from + index) });
  }
  return emitted;
}

const orders: Record<string, (given: never) => Promise<unknown>> = { openCall, addLines, emitBareLines };
// A benchmark that is killed half-way must not leave its server behind.
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
