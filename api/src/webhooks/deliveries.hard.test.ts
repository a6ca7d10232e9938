import { randomUUID } from "node:crypto";
import { startApp, type TestApp, travel, travelWithLibraries, until } from "../../testing/app.ts";
import { endedCall } from "../../testing/calls/stored-calls.ts";
import { type SignedInUser, signInTeam, type Team } from "../../testing/people/people.ts";
import { hook, type Receiver, startReceiver } from "../../testing/servers/webhook-receiver.ts";
import { callModels } from "../calls/records/call-model.ts";
import { clock } from "../clock.ts";

const hourMs = 3_600_000;
let api: TestApp;
let team: Team;
let receiver: Receiver;
beforeAll(async () => {
  api = await startApp({ env: { WEBHOOK_PRIVATE_ADDRESSES: "true" } });
});
afterAll(() => api.close());
beforeEach(async () => {
  team = await signInTeam(api, `House ${randomUUID()}`);
  receiver = await startReceiver();
});
afterEach(() => receiver.close());

const ask = (by: { token: string }, method: string, path: string, body?: object) =>
  api.request(method, path, { token: by.token, ...(body && { body }) });
const dbOf = (name: string) => api.connection.collection(name);
const arrived = (type: string, count = 1) =>
  until(async () => receiver.of(type).length >= count && receiver.of(type));
const stateOf = async (webhookId: string) => {
  const { body } = await ask(team.admin, "GET", "/api/webhooks");
  return body.data.webhooks.find(({ id }: { id: string }) => id === webhookId);
};
const deliveriesOf = async (webhookId: string) =>
  (await ask(team.admin, "GET", `/api/webhooks/${webhookId}/deliveries?limit=100`)).body.data.deliveries;

/** A past call of the agent. */
async function storeCall({ id, organizationId }: Pick<SignedInUser, "id" | "organizationId"> = team.agent) {
  const call = endedCall({ agentId: id, organizationId });
  await callModels(api.connection).calls.create(call);
  return call._id;
}
const wrapUp = (callId: string, over: object = {}) =>
  ask(team.agent, "PUT", `/api/calls/${callId}/outcome`, { outcome: "successful", amount: 900, ...over });

async function runCall() {
  const started = await ask(team.agent, "POST", "/api/simulation/start", { scenario: "renewal" });
  const { callId } = started.body.data as { callId: string };
  return callId;
}
const end = (callId: string) =>
  ask(team.agent, "POST", "/api/simulation/end", { callId, reason: "user_ended" });

test("a call's help, end, wrap-up and deletion arrive in their order, masked and without its lines", async () => {
  await hook(api, receiver, team.admin, ["call.ended", "call.wrapped_up", "call.deleted", "help.requested"]);
  const callId = await runCall();
  await ask(team.agent, "PUT", `/api/calls/${callId}/notes`, {
    notes: "Carte 4539 5787 6362 1486, rappeler",
  });
  await ask(team.agent, "PUT", `/api/calls/${callId}/help`);
  await ask(team.agent, "POST", `/api/calls/${callId}/help`);
  await end(callId);
  await wrapUp(callId, { nextStep: "Envoyer le devis", nextStepAt: "2026-12-01" });
  const [wrapped] = await arrived("call.wrapped_up");
  const [ended] = receiver.of("call.ended");
  expect(ended?.data).toMatchObject({
    callId,
    call: {
      callId,
      agentId: team.agent.id,
      status: "ended",
      reason: "user_ended",
      customer: { name: expect.any(String) },
    },
  });
  expect(wrapped?.data.call).toMatchObject({
    outcome: "successful",
    amount: 900,
    nextStep: "Envoyer le devis",
  });
  expect(JSON.stringify(receiver.received)).not.toContain("4539 5787");
  expect(wrapped?.data.call.notes).toContain("rappeler");
  expect(wrapped?.data.call).not.toHaveProperty("lines");
  const [help] = receiver.of("help.requested");
  expect(help?.data).toMatchObject({ callId, requestedAt: expect.any(String) });
  expect((await ask(team.admin, "DELETE", `/api/calls/${callId}`)).status).toBe(200);
  const [deleted] = await arrived("call.deleted");
  expect(deleted?.data).toEqual({ callId, deletedAt: expect.any(String) });
  expect(receiver.received.map(({ type }) => type)).toEqual([
    "help.requested",
    "call.ended",
    "call.wrapped_up",
    "call.deleted",
  ]);
});

test("customers are told when they are stored, changed, imported and deleted, to their organization alone", async () => {
  const id = await hook(api, receiver, team.admin, ["customer.changed"]);
  const name = "Claire Moreau";
  const { body } = await ask(team.manager, "POST", "/api/customers", {
    name,
    emails: ["claire@example.com"],
  });
  const [created] = await arrived("customer.changed");
  expect(created?.data).toMatchObject({ customerId: body.data.id, customer: { name, revision: 1 } });
  await ask(team.manager, "PUT", `/api/customers/${body.data.id}`, { name, company: "Ateliers Brunel" });
  await arrived("customer.changed", 2);
  await ask(team.manager, "POST", "/api/customers/import", {
    rows: [{ line: 2, customer: { name: "Paul Petit" } }],
    duplicates: "merge",
  });
  await arrived("customer.changed", 3);
  await ask(team.foreign, "POST", "/api/customers", { name: "Of others" });
  await ask(team.manager, "DELETE", `/api/customers/${body.data.id}`);
  const told = await arrived("customer.changed", 4);
  expect(told.map(({ data }) => data.customer?.company ?? data.customer?.name)).toEqual([
    name,
    "Ateliers Brunel",
    "Paul Petit",
    undefined,
  ]);
  expect(told.at(-1)?.data).toEqual({ customerId: body.data.id, deletedAt: expect.any(String) });
  // Paul has been idle for longer than the organization keeps its customers.
  const customerId = told[2]?.data.customerId;
  await dbOf("customers").updateOne({ _id: customerId }, { $set: { activeAt: new Date(0) } });
  const times = { conversationDays: null, analysisDays: null, customerDays: 30 };
  await ask(team.admin, "PUT", "/api/organization/retention", times);
  await api.app.sweep(clock.now());
  const expired = await arrived("customer.changed", 5);
  expect(expired.at(-1)?.data).toEqual({ customerId, deletedAt: expect.any(String) });
  // What was sent before is no longer kept.
  expect(JSON.stringify(await dbOf("webhook-deliveries").find({ webhookId: id }).toArray())).not.toContain(
    name,
  );
});

test("a webhook gets the events that it names, and two get the same message", async () => {
  const second = await startReceiver();
  await hook(api, receiver, team.admin, ["call.wrapped_up"]);
  await hook(api, second, team.admin, ["call.wrapped_up", "call.ended"]);
  const callId = await runCall();
  await end(callId);
  await wrapUp(callId);
  const [first] = await arrived("call.wrapped_up");
  const [other] = await until(
    async () => second.of("call.wrapped_up").length > 0 && second.of("call.wrapped_up"),
  );
  expect(other?.id).toBe(first?.id);
  expect(receiver.received).toHaveLength(1);
  expect(second.of("call.ended")).toHaveLength(1);
  await second.close();
});

test("what is refused is sent again after a while; later events of the same call wait for it, others do not", async () => {
  let isDown = true;
  const stuck = await storeCall();
  receiver.answer(
    ({ data }, res) => void res.writeHead(isDown && data.callId === stuck ? 503 : 200).end("no"),
  );
  const id = await hook(api, receiver, team.admin);
  await wrapUp(stuck, { amount: 1 });
  await arrived("call.wrapped_up");
  await wrapUp(stuck, { amount: 2 });
  const other = await storeCall();
  await wrapUp(other);
  await until(async () => receiver.received.some(({ data }) => data.callId === other));
  const [failed] = (await deliveriesOf(id))
    .filter(({ attempts }: { attempts: number }) => attempts > 0)
    .reverse();
  expect(failed).toMatchObject({ state: "waiting", lastAttempt: { status: 503, answer: "no" } });
  expect(Date.parse(failed.nextAttemptAt)).toBeGreaterThan(Date.parse(failed.lastAttempt.at) + 2000);
  isDown = false;
  travel(6000);
  await until(async () => receiver.received.filter(({ data }) => data.callId === stuck).length >= 3);
  const ofStuck = receiver.received.filter(({ data }) => data.callId === stuck);
  expect(ofStuck.map(({ data }) => data.call.amount)).toEqual([1, 1, 2]);
  expect(ofStuck[0]?.id).toBe(ofStuck[1]?.id);
});

test("redirects are not followed, endless answers are cut, and a silent receiver is a timeout", async () => {
  const elsewhere = await startReceiver();
  const id = await hook(api, receiver, team.admin);
  const attemptAfter = async () => {
    const { body } = await ask(team.admin, "POST", `/api/webhooks/${id}/test`);
    return until(async () => {
      const found = (await deliveriesOf(id)).find(({ id: one }: { id: string }) => one === body.data.id);
      return (found?.state === "delivered" || found?.lastAttempt?.durationMs !== undefined) && found;
    });
  };
  receiver.answer((_message, res) => void res.writeHead(307, { Location: elsewhere.url }).end());
  expect(await attemptAfter()).toMatchObject({
    state: "waiting",
    lastAttempt: { status: 307, error: "redirect" },
  });
  expect(elsewhere.received).toEqual([]);
  let sent = 0;
  receiver.answer((_message, res) => {
    res.writeHead(200);
    const more = () => {
      while (!res.destroyed && res.write("x".repeat(1000))) sent += 1000;
    };
    res.on("drain", more);
    more();
  });
  const cut = await attemptAfter();
  expect(cut.state).toBe("delivered");
  expect(cut.lastAttempt.answer).toHaveLength(1000);
  expect(sent).toBeLessThan(10_000_000);
  receiver.answer(() => {});
  const silent = await attemptAfter();
  expect(silent).toMatchObject({ state: "waiting", lastAttempt: { error: "timeout" } });
  expect(silent.lastAttempt.durationMs).toBeLessThan(9000);
  await elsewhere.close();
});

test("an erased call leaves nothing in deliveries, and what waited is not sent", async () => {
  receiver.answer((_message, res) => void res.writeHead(500).end("Claire Moreau, merci"));
  const id = await hook(api, receiver, team.admin);
  const callId = await storeCall();
  await wrapUp(callId);
  await arrived("call.wrapped_up");
  receiver.answer();
  await ask(team.admin, "DELETE", `/api/calls/${callId}`);
  await arrived("call.deleted");
  travel(hourMs);
  const admin = await api.signIn(team.admin);
  const { body } = await ask(admin, "GET", `/api/webhooks/${id}/deliveries`);
  const erased = body.data.deliveries.find(({ type }: { type: string }) => type === "call.wrapped_up");
  expect(erased).toMatchObject({ state: "erased", repeatable: false, subjectId: callId });
  expect(erased.lastAttempt).not.toHaveProperty("answer");
  expect(JSON.stringify(await dbOf("webhook-deliveries").find({ webhookId: id }).toArray())).not.toContain(
    "Moreau",
  );
  const again = await ask(admin, "POST", `/api/webhooks/${id}/deliveries/${erased.id}/send`);
  expect(again.body).toMatchObject({
    code: "INVALID_TRANSITION",
    error: "The data of this delivery was erased.",
  });
});

test("after a day a delivery is given up; after three days of failure the webhook is off and its administrators mailed", async () => {
  receiver.answer((_message, res) => void res.writeHead(500).end());
  const id = await hook(api, receiver, team.admin);
  await wrapUp(await storeCall());
  await arrived("call.wrapped_up");
  await until(async () => (await stateOf(id)).failingSince);
  travelWithLibraries(25 * hourMs);
  await api.app.sweep(clock.now());
  let admin = await api.signIn(team.admin);
  const listed = async () => (await ask(admin, "GET", `/api/webhooks/${id}/deliveries`)).body.data.deliveries;
  expect(await listed()).toMatchObject([{ state: "failed", repeatable: true }]);
  travelWithLibraries(48 * hourMs);
  admin = await api.signIn(team.admin);
  const agent = await api.signIn(team.agent);
  await api.request("PUT", `/api/calls/${await storeCall()}/outcome`, {
    token: agent.token,
    body: { outcome: "successful" },
  });
  const webhook = () => ask(admin, "GET", "/api/webhooks").then(({ body }) => body.data.webhooks[0]);
  expect(await until(async () => (await webhook()).state === "off" && webhook())).toMatchObject({
    waiting: 1,
  });
  const mail = await api.mailTo(team.admin.email, "switched off");
  expect(mail.text).toContain("/admin/settings?tab=integrations");
  expect(
    (await api.mails(team.manager.email)).filter(({ subject }) => subject.includes("switched off")),
  ).toEqual([]);
  const refused = await ask(admin, "POST", `/api/webhooks/${id}/test`);
  expect(refused.body.error).toBe("This webhook is switched off. Switch it on first.");
  receiver.answer();
  const before = receiver.received.length;
  const both = await Promise.all([1, 2].map(() => ask(admin, "POST", `/api/webhooks/${id}/on`)));
  for (const { status, body } of both) {
    expect(status).toBe(200);
    expect(body.data).toMatchObject({ state: "on" });
  }
  // What waited is sent as soon as it is due.
  travelWithLibraries(hourMs);
  await until(async () => receiver.received.length > before);
  const switches = async () => {
    const rows = await dbOf("audit_log").find({ subjectId: team.admin.organizationId }).toArray();
    return rows.map(({ action }) => String(action)).filter((action) => action.startsWith("webhook.switched"));
  };
  await until(async () => (await switches()).length > 1);
  expect(await switches()).toEqual(["webhook.switched_off", "webhook.switched_on"]);
});

test("a dead receiver with many waiting deliveries gets one request at a time, and others wait for none of them", async () => {
  const dead = await startReceiver();
  dead.answer((_message, res) => void res.writeHead(503).end());
  const deadId = await hook(api, dead, team.admin, ["call.wrapped_up"]);
  for (let count = 0; count < 3; count++) await wrapUp(await storeCall());
  await until(async () => (await stateOf(deadId)).state === "failing");
  const requests = dead.received.length;
  const template = await dbOf("webhook-deliveries").findOne({ webhookId: deadId });
  await dbOf("webhook-deliveries").insertMany(
    Array.from({ length: 1200 }, (_, n) => ({
      ...template,
      _id: `${deadId} many-${n}` as never,
      messageId: `many-${n}`,
      subjectId: `many-${n}`,
      state: "waiting",
      dueAt: clock.now(),
    })),
  );
  const other = await signInTeam(api, `House ${randomUUID()}`);
  await hook(api, receiver, other.admin, ["call.wrapped_up"]);
  for (let count = 0; count < 10; count++) {
    const callId = await storeCall(other.agent);
    await ask(other.agent, "PUT", `/api/calls/${callId}/outcome`, { outcome: "successful" });
  }
  await arrived("call.wrapped_up", 10);
  expect(dead.received.length - requests).toBeLessThan(5);
  expect(await stateOf(deadId)).toMatchObject({ state: "failing", waiting: 1000 });
  // It answers again: one request finds out, then all of them are sent.
  dead.answer();
  await ask(team.admin, "POST", `/api/webhooks/${deadId}/test`);
  await until(async () => dead.received.length > 1200);
  await until(async () => (await stateOf(deadId)).waiting === 0);
  expect(await stateOf(deadId)).toMatchObject({ state: "on" });
  await dead.close();
});
