import { randomUUID } from "node:crypto";
import { createServer } from "node:http";
import { setTimeout as delay } from "node:timers/promises";
import type { mongo } from "mongoose";
import { createKeyring } from "../src/crypto/keyring.ts";
import { createWebhookSecrets } from "../src/webhooks/secrets.ts";
import { listen } from "../tools/network.ts";
import { percentile, type Row, row, timed } from "./figures.ts";
import { type ApiServer, benchSecret, json, startServer } from "./servers/api-server.ts";

const aSecond = 20;
const seconds = 15;
const waiting = 100_000;
const part = 2000;
const reads = 300;

type Documents = mongo.OptionalUnlessRequiredId<mongo.Document>[];

/** A receiver that notes when each call's wrap-up has arrived. */
async function startReceiver() {
  const arrivals = new Map<string, number>();
  const server = createServer(async (req, res) => {
    const { data } = JSON.parse(Buffer.concat(await req.toArray()).toString());
    arrivals.set(data.callId, performance.now());
    res.writeHead(204).end();
  });
  const url = `http://127.0.0.1:${await listen(server, "127.0.0.1")}/`;
  return { url, arrivals, close: () => server.close() };
}

/** A receiver that takes requests and never answers, with 100,000 deliveries that wait for it. */
async function addDeadReceiver({ connection }: ApiServer) {
  const server = createServer(() => {});
  const url = `http://127.0.0.1:${await listen(server, "127.0.0.1")}/`;
  const webhookId = randomUUID();
  const now = new Date();
  const { stored } = createWebhookSecrets(createKeyring([benchSecret])).create(webhookId, now);
  const giveUpAt = new Date(now.getTime() + 24 * 3_600_000);
  const deliveries = connection.collection("webhook-deliveries");
  for (let from = 0; from < waiting; from += part) {
    const some = Array.from({ length: part }, (_, n) => ({
      _id: `${webhookId} msg_${from + n}`,
      webhookId,
      messageId: `msg_${from + n}`,
      type: "call.wrapped_up",
      subjectId: `call-${from + n}`,
      order: from + n,
      body: JSON.stringify({ type: "call.wrapped_up", data: { callId: `call-${from + n}` } }),
      state: "waiting",
      queuedAt: now,
      dueAt: now,
      giveUpAt,
      attempts: 0,
    }));
    await deliveries.insertMany(some as unknown as Documents, { ordered: false });
  }
  const webhook = {
    _id: webhookId,
    organizationId: "dead",
    slot: 0,
    url,
    events: ["call.wrapped_up"],
    secrets: [stored],
    createdAt: now,
    dueAt: now,
    due: randomUUID(),
    failures: 0,
    audit: [],
    outbox: [],
  };
  await connection.collection("webhooks").insertOne(webhook as never);
  return () => {
    server.closeAllConnections();
    server.close();
  };
}

/** Stores so many past calls like one of the agent's. @returns their ids */
async function storeCalls({ connection }: ApiServer, of: Record<string, unknown>, count: number) {
  const calls = Array.from({ length: count }, () => ({ ...of, _id: randomUUID(), sessionId: randomUUID() }));
  await connection.collection("calls").insertMany(calls as unknown as Documents);
  return calls.map(({ _id }) => _id);
}

/** How long webhooks take, and what a dead receiver costs others. */
export default async function measure(): Promise<Row[]> {
  const api = await startServer(undefined, { WEBHOOK_PRIVATE_ADDRESSES: "true" }, { requests: 1000 });
  const receiver = await startReceiver();
  const [admin, agent] = [await api.signIn("admin"), await api.signIn("agent")];
  const ask = async (method: string, path: string, token: string, body?: object) => {
    const headers = { ...json, authorization: `Bearer ${token}` };
    const answer = await fetch(api.url + path, {
      method,
      headers,
      ...(body && { body: JSON.stringify(body) }),
    });
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
    return (await answer.json()) as { data: Record<string, string> };
  };
  await ask("POST", "/api/webhooks", admin.accessToken, { url: receiver.url, events: ["call.wrapped_up"] });
  const { data } = await ask("POST", "/api/simulation/start", agent.accessToken, {});
  await ask("POST", "/api/simulation/end", agent.accessToken, { callId: data.callId, reason: "user_ended" });
  const { _id, slot, events, ...template } =
    (await api.connection.collection("calls").findOne({ _id: data.callId } as never)) ?? ({} as never);

  /** Milliseconds from the request that wraps a call up to its arrival at the receiver. */
  async function ways(): Promise<number[]> {
    const callIds = await storeCalls(api, template, aSecond * seconds);
    const begun = new Map<string, number>();
    const body = { outcome: "successful", amount: 900 };
    const asked: Promise<unknown>[] = [];
    for (const callId of callIds) {
      begun.set(callId, performance.now());
      asked.push(ask("PUT", `/api/calls/${callId}/outcome`, agent.accessToken, body));
      await delay(1000 / aSecond);
    }
    await Promise.all(asked);
    const until = performance.now() + 60_000;
    while (!callIds.every((id) => receiver.arrivals.has(id)) && performance.now() < until) await delay(50);
    return callIds.map(
      (id) => (receiver.arrivals.get(id) ?? Number.POSITIVE_INFINITY) - (begun.get(id) ?? 0),
    );
  }

  async function readTimes(): Promise<number[]> {
    const times: number[] = [];
    for (let n = 0; n < reads; n++)
      times.push(await timed(() => ask("GET", "/api/calls?limit=20", admin.accessToken)));
    return times;
  }

  await ways();
  const [before, readBefore] = [await ways(), await readTimes()];
  const close = await addDeadReceiver(api);
  // Its first requests run into their time limit.
  await delay(2000);
  const [after, readAfter] = [await ways(), await readTimes()];
  close();
  receiver.close();
  await api.stop();
  const name = "wrap-up → receiver at 20 calls/s";
  const others = `with ${waiting.toLocaleString("en")} deliveries waiting for a dead receiver elsewhere`;
  return [
    row(`${name}, p50 ms`, percentile(before, 0.5), ""),
    row(`${name}, p99 ms`, percentile(before, 0.99), "< 1000"),
    row(`the same ${others}, p50 ms`, percentile(after, 0.5), "1.0", percentile(before, 0.5)),
    row(`the same, p99 ms`, percentile(after, 0.99), "1.0", percentile(before, 0.99)),
    row(`a list of calls ${others}, p50 ms`, percentile(readAfter, 0.5), "1.0", percentile(readBefore, 0.5)),
  ];
}
