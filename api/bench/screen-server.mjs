import { randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { createRequire } from "node:module";
import { setTimeout as sleep } from "node:timers/promises";
import { Counter } from "prom-client";
import { Server } from "socket.io";
import { callModels } from "../dist/calls/call-model.js";
import { createCallRecords } from "../dist/calls/call-records.js";
import { createLiveCalls } from "../dist/calls/live-calls.js";
import { startServer } from "./accounts-server.mjs";
import { newCall, script } from "./live-server.mjs";

// A process of its own, so that neither the browser's driver nor what it measures shares the server's thread.

/** A line of the scripts that bears its number and is a bubble of its own. */
const textOf = (count) =>
  `Ligne n° ${count} : ${script[count % script.length].text.replace(/[^.!?]$/, "$&.")}`;
const senderOf = (count) => (count % 2 === 0 ? "client" : "agent");
const now = () => performance.timeOrigin + performance.now();

const product = await startServer({ pages: true });
const bare = await startBarePage();
const records = createCallRecords(callModels(product.connection));
const { user, organization } = await product.signIn("agent");
/** When each numbered line was emitted. */
let emitted = [];
const live = createLiveCalls({
  records,
  realtime: {
    emit(to, event, payload) {
      if (payload.is_final) emitted.push([Number(/n° (\d+)/.exec(payload.transcript)?.[1]), now()]);
      product.realtime.emit(to, event, payload);
    },
  },
  lines: new Counter({ name: "bench_lines", help: "lines", labelNames: ["sender"], registers: [] }),
  onLine: () => {},
});
let call;

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
  await new Promise((resolve) => server.listen(0, "localhost", resolve));
  return { io, url: `http://localhost:${server.address().port}`, close: () => io.close() };
}

/** A call of the demonstration's agent in which so many lines were said. */
async function openCall(said) {
  call = {
    ...newCall(),
    organizationId: organization.id,
    agentId: user.id,
    agentName: "Julien Carrel",
    clientName: "Hélène Vasseur",
    source: "telephony",
    seq: said,
  };
  await callModels(product.connection).lines.insertMany(
    Array.from({ length: said }, (_, index) => ({
      _id: randomUUID(),
      callId: call._id,
      sessionId: call.sessionId,
      seq: index + 1,
      sender: senderOf(index),
      text: textOf(index),
      timestamp: new Date(Date.now() - (said - index) * 4000),
      confidence: 0.9,
      isTranscription: true,
    })),
  );
  await live.open(call);
}

/** Says lines at an even pace, each after two interim states, and answers when each was emitted. */
async function say({ from, count, perSecond }) {
  emitted = [];
  const began = now();
  const saying = [];
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
    saying.push(live.say(call, speech));
  }
  await Promise.all(saying);
  return emitted;
}

async function sayBare({ from, count, perSecond }) {
  emitted = [];
  const began = now();
  for (let index = 0; index < count; index++) {
    await sleep(Math.max(0, began + (index * 1000) / perSecond - now()));
    emitted.push([from + index, now()]);
    bare.io.emit("line", { transcript: textOf(from + index) });
  }
  return emitted;
}

const orders = { openCall, say, sayBare, end: async () => void (await live.end(call, "hangup")) };
// A benchmark that is killed half-way must not leave its server behind.
process.once("disconnect", () => process.exit());
process.on("message", async ({ order, given }) => {
  if (order === "stop") {
    await bare.close();
    await product.stop();
    process.exit(0);
  }
  process.send((await orders[order](given)) ?? "done");
});
process.send({ url: product.url, bareUrl: bare.url });
