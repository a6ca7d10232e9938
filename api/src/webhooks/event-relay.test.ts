import type { Connection } from "mongoose";
import { endedCall } from "../../testing/calls/stored-calls.ts";
import { testDatabase } from "../../testing/database/database.ts";
import { testJobs } from "../../testing/database/test-jobs.ts";
import { createCallEvents } from "../calls/records/call-events.ts";
import { callModels } from "../calls/records/call-model.ts";
import { createErasureRecords } from "../calls/records/erasure-records.ts";
import { createKeyring } from "../crypto/keyring.ts";
import { deliveryModel } from "./delivery-model.ts";
import { createDeliveryRecords } from "./delivery-records.ts";
import { outgoingEvent } from "./event.ts";
import { createEventRelay } from "./event-relay.ts";
import { webhookModel } from "./webhook-model.ts";
import { createWebhookRecords } from "./webhook-records.ts";

let database: Awaited<ReturnType<typeof testDatabase>>;
beforeEach(async () => {
  database = await testDatabase();
});
afterEach(() => database.close());

/** @param most what may wait for a webhook */
function relayOf(
  { connection }: { connection: Connection },
  most?: Parameters<typeof createDeliveryRecords>[1],
) {
  const keys = createKeyring(["a-secret-for-tests-0123456789"]);
  const relay = createEventRelay({
    jobs: testJobs(),
    webhooks: createWebhookRecords(webhookModel(connection), keys),
    deliveries: createDeliveryRecords(deliveryModel(connection), most),
  });
  relay.watch(createCallEvents(callModels(connection)));
  return relay;
}

async function createHook({ connection }: { connection: Connection }, _id = "hook", organizationId = "acme") {
  await webhookModel(connection).create({
    _id,
    organizationId,
    url: "https://crm.example.com/",
    events: ["call.ended", "call.wrapped_up", "call.deleted"],
    createdAt: new Date(),
  });
}

async function prepare({ connection }: { connection: Connection }) {
  await createHook({ connection });
  const call = endedCall({
    organizationId: "acme",
    notes: "Rappeler Claire Moreau",
    events: [outgoingEvent("call.ended"), outgoingEvent("call.wrapped_up")],
  });
  await callModels(connection).calls.create(call);
  return call;
}

const deliveries = () => deliveryModel(database.connection).find({}).sort({ order: 1 }).lean();
test("two relays at once store each event once, in its order", async () => {
  await prepare(database);
  await Promise.all([relayOf(database).drain(), relayOf(database).drain()]);
  expect((await deliveries()).map(({ type }) => type)).toEqual(["call.ended", "call.wrapped_up"]);
});

test("a call that is erased while its events are relayed leaves nothing", async () => {
  const { _id } = await prepare(database);
  const relay = relayOf(database);
  const erasure = createErasureRecords(callModels(database.connection));
  await Promise.all([relay.drain(), erasure.erase([_id], new Date())]);
  await relay.drain();
  const stored = await deliveries();
  expect(JSON.stringify(stored)).not.toContain("Moreau");
  const waiting = stored.filter(({ state }) => state === "waiting");
  expect(waiting.map(({ type }) => type)).toEqual(["call.deleted"]);
});

test("events of an organization without a webhook, and of nobody's, are dropped", async () => {
  const { calls } = callModels(database.connection);
  for (const organizationId of ["globex", null])
    await calls.create(endedCall({ organizationId, events: [outgoingEvent("call.ended")] }));
  await relayOf(database).drain();
  expect(await deliveries()).toEqual([]);
  expect(await calls.countDocuments({ "events.id": { $exists: true } })).toBe(0);
});

test("the body of an event for several webhooks is stored once, is sent to each, and is erased with the call", async () => {
  const { _id } = await prepare(database);
  for (const other of ["second", "third"]) await createHook(database, other);
  await relayOf(database).drain();
  const stored = JSON.stringify(await deliveries());
  expect(stored.split("Rappeler Claire Moreau")).toHaveLength(3);
  const records = createDeliveryRecords(deliveryModel(database.connection));
  const first = async (webhookId: string) => {
    const [due] = await records.due(webhookId, new Date(), 1);
    return records.begin(String(due?._id), new Date());
  };
  const begun = await Promise.all(["hook", "second", "third"].map(first));
  expect(new Set(begun.map((delivery) => delivery?.body)).size).toBe(1);
  expect(begun[0]?.body).toContain("Rappeler Claire Moreau");
  const shown = async () => (await records.page("second", { limit: 10 })).found;
  expect((await shown()).map(({ isRepeatable }) => isRepeatable)).toEqual([true, true]);
  await records.erase([_id]);
  expect(JSON.stringify(await deliveries())).not.toContain("Moreau");
  expect(await shown()).toMatchObject([
    { state: "erased", isRepeatable: false },
    { state: "erased", isRepeatable: false },
  ]);
  expect(await records.sendAgain("second", String(begun[1]?.messageId), new Date())).toBeNull();
});

test("a shared body goes with the last delivery that needs it, but not while its deliveries are being stored", async () => {
  await prepare(database);
  await createHook(database, "second");
  await relayOf(database).drain();
  const records = createDeliveryRecords(deliveryModel(database.connection));
  const bodies = async () => (await deliveries()).filter(({ state }) => state === "shared").length;
  await deliveryModel(database.connection).updateMany({ type: "call.ended" }, { queuedAt: new Date(0) });
  await records.clear("hook");
  expect(await bodies()).toBe(2);
  await records.clear("second");
  expect((await deliveries()).map(({ state, type }) => [state, type])).toEqual([
    ["shared", "call.wrapped_up"],
  ]);
});

test("what exceeds what may wait for a webhook is given up at once, and says so; other webhooks get it", async () => {
  const call = await prepare(database);
  await createHook(database, "other");
  await relayOf(database, { deliveries: 1, bytes: 1e6 }).drain();
  const { calls } = callModels(database.connection);
  await deliveryModel(database.connection).deleteMany({ webhookId: "other" });
  await calls.updateOne({ _id: call._id }, { $push: { events: outgoingEvent("call.deleted") } });
  await relayOf(database, { deliveries: 1, bytes: 1e6 }).drain();
  const records = createDeliveryRecords(deliveryModel(database.connection));
  const full = { state: "failed", lastAttempt: { error: "full" }, isRepeatable: false };
  const found = (await records.page("hook", { limit: 10 })).found;
  expect(found.map(({ state }) => state).toSorted()).toEqual(["failed", "failed", "waiting"]);
  expect(found.filter(({ state }) => state === "failed")).toMatchObject([full, full]);
  expect((await records.page("other", { limit: 10 })).found).toMatchObject([
    { state: "waiting", type: "call.deleted" },
  ]);
  const bytes = (found.find(({ state }) => state === "waiting")?.bytes ?? 0) + 100;
  await calls.updateOne({ _id: call._id }, { $push: { events: outgoingEvent("call.ended") } });
  await relayOf(database, { deliveries: 9, bytes }).drain();
  expect((await records.page("hook", { limit: 1 })).found).toMatchObject([full]);
});

test("events of an organization that has many do not hold back those of others", async () => {
  await createHook(database);
  await createHook(database, "small", "globex");
  const { calls } = callModels(database.connection);
  const ended = (organizationId: string) =>
    endedCall({ organizationId, events: [outgoingEvent("call.ended")] });
  await calls.insertMany([...Array.from({ length: 250 }, () => ended("acme")), ended("globex")]);
  const order: string[] = [];
  const records = createDeliveryRecords(deliveryModel(database.connection));
  const add: typeof records.add = async (given, ...rest) => {
    order.push(...new Set(given.map(({ webhookId }) => webhookId)));
    return records.add(given, ...rest);
  };
  const webhooks = createWebhookRecords(
    webhookModel(database.connection),
    createKeyring(["a-secret-for-tests-0123456789"]),
  );
  const relay = createEventRelay({
    jobs: testJobs(),
    webhooks,
    deliveries: { ...records, add },
  });
  relay.watch(createCallEvents(callModels(database.connection)));
  await relay.drain();
  expect(order).toEqual(["hook", "small", "hook", "hook"]);
});

test("of failures that are counted at the same time the last one stays, in whatever order they are stored", async () => {
  await prepare(database);
  const model = webhookModel(database.connection);
  const records = createWebhookRecords(model, createKeyring(["a-secret-for-tests-0123456789"]));
  const webhook = (await model.findById("hook").orFail()).toObject();
  const now = new Date();
  const pausedUntil = new Date(now.getTime() + 5000);
  await records.failed(webhook, now, { failures: 3, pausedUntil });
  await records.failed(webhook, now, { failures: 2 });
  expect(await model.findById("hook").lean()).toMatchObject({ failures: 3, pausedUntil, failingSince: now });
});
