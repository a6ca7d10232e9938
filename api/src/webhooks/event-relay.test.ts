import type { Connection } from "mongoose";
import { endedCall } from "../../testing/calls/stored-calls.ts";
import { testDatabase } from "../../testing/database/database.ts";
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

/** A relay whose process is killed after so many writes. */
function relayOf({ connection }: { connection: Connection }, writes = Number.POSITIVE_INFINITY) {
  let left = writes;
  const mortal = <Records extends object>(records: Records): Records =>
    new Proxy(records, {
      get(target, name) {
        const value: unknown = Reflect.get(target, name);
        if (typeof value !== "function" || !["add", "erase", "markDue", "bulkWrite"].includes(String(name)))
          return value;
        return (...given: unknown[]) => {
          if (left === 0) throw new Error("killed");
          left -= 1;
          return value.apply(target, given);
        };
      },
    });
  const keys = createKeyring(["a-secret-for-tests-0123456789"]);
  const relay = createEventRelay({
    webhooks: mortal(createWebhookRecords(webhookModel(connection), keys)),
    deliveries: mortal(createDeliveryRecords(deliveryModel(connection))),
  });
  const source = createCallEvents(callModels(connection));
  relay.watch({ ...source, model: mortal(source.model) });
  return relay;
}

async function prepare({ connection }: { connection: Connection }) {
  await webhookModel(connection).create({
    _id: "hook",
    organizationId: "acme",
    url: "https://crm.example.com/",
    events: ["call.ended", "call.wrapped_up", "call.deleted"],
    createdAt: new Date(),
  });
  const call = endedCall({
    organizationId: "acme",
    notes: "Rappeler Claire Moreau",
    events: [outgoingEvent("call.ended"), outgoingEvent("call.wrapped_up")],
  });
  await callModels(connection).calls.create(call);
  return call;
}

const deliveries = () => deliveryModel(database.connection).find({}).sort({ order: 1 }).lean();
const events = async () =>
  (await database.connection.collection("calls").findOne({}))?.events as unknown[] | undefined;

test("a relay that is killed after any of its writes is completed by another one, with each event once", async () => {
  await prepare(database);
  let isDone = false;
  let kills = 0;
  for (let writes = 0; !isDone; writes++) {
    await database.connection.collection("webhooks").updateOne({}, { $unset: { dueAt: "" } });
    isDone = await relayOf(database, writes)
      .run()
      .then(
        () => true,
        () => false,
      );
    if (!isDone) kills++;
  }
  expect(kills).toBe(3);
  expect((await deliveries()).map(({ type }) => type)).toEqual(["call.ended", "call.wrapped_up"]);
  expect(await events()).toEqual([]);
  expect(await webhookModel(database.connection).findById("hook").lean()).toMatchObject({
    dueAt: expect.any(Date),
  });
});

test("two relays at once store each event once, in its order", async () => {
  await prepare(database);
  await Promise.all([relayOf(database).run(), relayOf(database).run()]);
  expect((await deliveries()).map(({ type }) => type)).toEqual(["call.ended", "call.wrapped_up"]);
});

test("a call that is erased while its events are relayed leaves nothing", async () => {
  const { _id } = await prepare(database);
  const relay = relayOf(database);
  const erasure = createErasureRecords(callModels(database.connection));
  await Promise.all([relay.run(), erasure.erase([_id], new Date())]);
  await relay.run();
  const stored = await deliveries();
  expect(JSON.stringify(stored)).not.toContain("Moreau");
  const waiting = stored.filter(({ state }) => state === "waiting");
  expect(waiting.map(({ type }) => type)).toEqual(["call.deleted"]);
});

test("events of an organization without a webhook, and of nobody's, are dropped", async () => {
  const { calls } = callModels(database.connection);
  for (const organizationId of ["globex", null])
    await calls.create(endedCall({ organizationId, events: [outgoingEvent("call.ended")] }));
  await relayOf(database).run();
  expect(await deliveries()).toEqual([]);
  expect(await calls.countDocuments({ "events.id": { $exists: true } })).toBe(0);
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
