import { randomUUID } from "node:crypto";
import { startApp, type TestApp, travel, until } from "../../testing/app.ts";
import { endedCall } from "../../testing/calls/stored-calls.ts";
import { testDatabase } from "../../testing/database/database.ts";
import { signInTeam } from "../../testing/people/people.ts";
import { startMortal, startProcess } from "../../testing/processes/source-process.ts";
import { createRequest } from "../../testing/request.ts";
import { hook, type Receiver, startReceiver } from "../../testing/servers/webhook-receiver.ts";
import { callModels } from "../calls/records/call-model.ts";
import { leaseMs } from "./webhook-records.ts";

const env = { WEBHOOK_PRIVATE_ADDRESSES: "true" };
let database: Awaited<ReturnType<typeof testDatabase>>;
let receiver: Receiver;
beforeEach(async () => {
  database = await testDatabase();
  receiver = await startReceiver();
});
afterEach(async () => {
  await receiver.close();
  await database.close();
});

/** An organization with a webhook, and past calls of its agent; no process runs afterwards. */
async function prepare(calls = 1) {
  const { connection } = database;
  const api = await startApp({ connection, env });
  const { admin, agent } = await signInTeam(api, `House ${randomUUID()}`);
  await hook(api, receiver, admin, ["call.wrapped_up"]);
  const stored = Array.from({ length: calls }, () =>
    endedCall({ agentId: agent.id, organizationId: agent.organizationId }),
  );
  await callModels(connection).calls.create(stored);
  const origin = api.config.allowedOrigins[0];
  await api.close();
  const wrapUp = (at: { url: string }, callId = stored[0]?._id) =>
    createRequest(at.url, origin)("PUT", `/api/calls/${callId}/outcome`, {
      token: agent.token,
      body: { outcome: "successful" },
    });
  return { wrapUp, callIds: stored.map(({ _id }) => _id) };
}

async function withSurvivor(run: (api: TestApp) => Promise<void>): Promise<void> {
  // The leases of the dead process have ended.
  travel(2 * leaseMs);
  const survivor = await startApp({ connection: database.connection, env });
  await run(survivor);
  await survivor.close();
}

test("a process that dies before the delivery is stored loses no event", async () => {
  const { wrapUp, callIds } = await prepare();
  const dying = await startMortal({ uri: database.uri, env }, "webhook-deliveries");
  dying.arm();
  // It may die before it has answered.
  await wrapUp(dying).catch(() => undefined);
  const isDead = () =>
    fetch(`${dying.url}/health/live`).then(
      () => false,
      () => true,
    );
  await until(isDead);
  expect(await dying.end()).toBe(true);
  expect(receiver.received).toEqual([]);
  const outcomes = database.connection.collection("calls").find({}, { projection: { outcome: 1 } });
  expect(await outcomes.toArray()).toMatchObject([{ outcome: "successful" }]);
  await withSurvivor(async () => {
    await until(async () => receiver.received.length > 0);
    expect(receiver.received.map(({ data }) => data.callId)).toEqual(callIds);
  });
}, 240_000);

test("a process that dies while it sends loses no event: it is sent again with its id", async () => {
  const { wrapUp } = await prepare();
  const dying = await startProcess({ uri: database.uri, env });
  let killed: Promise<unknown> | undefined;
  receiver.answer(() => {
    killed = dying.kill();
  });
  // It may be killed before it has answered.
  await wrapUp(dying).catch(() => undefined);
  await until(async () => killed);
  await killed;
  receiver.answer();
  await withSurvivor(async () => {
    await until(async () => receiver.received.length === 2);
    expect(receiver.received[1]?.id).toBe(receiver.received[0]?.id);
  });
}, 240_000);

test("two processes send each event once", async () => {
  const { wrapUp, callIds } = await prepare(30);
  const nodes = await Promise.all([1, 2].map(() => startProcess({ uri: database.uri, env })));
  await Promise.all(callIds.map((callId, n) => wrapUp(nodes[n % 2] as { url: string }, callId)));
  await until(async () => receiver.received.length >= callIds.length);
  const waiting = () =>
    database.connection.collection("webhook-deliveries").countDocuments({ state: "waiting" });
  await until(async () => (await waiting()) === 0);
  expect(receiver.received.map(({ data }) => data.callId).sort()).toEqual(callIds.toSorted());
  await Promise.all(nodes.map((node) => node.kill()));
}, 240_000);
