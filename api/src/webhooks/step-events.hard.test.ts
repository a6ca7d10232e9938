import { randomUUID } from "node:crypto";
import { startApp, type TestApp, until } from "../../testing/app.ts";
import { endedCall } from "../../testing/calls/stored-calls.ts";
import { signInTeam, type Team } from "../../testing/people/people.ts";
import { hook, type Message, type Receiver, startReceiver } from "../../testing/servers/webhook-receiver.ts";
import { callModels } from "../calls/records/call-model.ts";

let api: TestApp;
let team: Team;
let receiver: Receiver;
let webhookId: string;
beforeAll(async () => {
  api = await startApp({ env: { WEBHOOK_PRIVATE_ADDRESSES: "true" } });
});
afterAll(() => api.close());
beforeEach(async () => {
  team = await signInTeam(api, `House ${randomUUID()}`);
  receiver = await startReceiver();
  webhookId = await hook(api, receiver, team.admin, ["call.wrapped_up"]);
});
afterEach(() => receiver.close());

async function storeCall() {
  const { id: agentId, organizationId } = team.agent;
  const call = endedCall({ agentId, organizationId });
  await callModels(api.connection).calls.create(call);
  return call._id;
}
const put = (path: string, body: object, { token } = team.agent) => api.request("PUT", path, { token, body });
const wrapUp = (callId: string, body: object = { outcome: "follow_up", nextStep: "Envoyer le devis" }) =>
  put(`/api/calls/${callId}/outcome`, { nextStepAt: "2026-12-01", ...body });
const change = (callId: string, body: object, by = team.agent) => put(`/api/next-steps/${callId}`, body, by);
const stepOf = ({ data: { call } }: Message) => [
  call.outcomeRevision,
  call.nextStep,
  call.nextStepAt,
  call.nextStepDone,
];
/** The steps that the receiver has been told, once as many have arrived and a later test shows that no more are on their way. */
async function told(count: number) {
  await until(async () => receiver.of("call.wrapped_up").length >= count);
  const { token } = team.admin;
  await api.request("POST", `/api/webhooks/${webhookId}/test`, { token });
  await until(async () => receiver.of("webhook.test").length > 0);
  return receiver.of("call.wrapped_up").map(stepOf);
}

test("a step that is done, undone and postponed is told as another wrap-up of its call, in its order", async () => {
  const callId = await storeCall();
  await wrapUp(callId);
  await until(async () => receiver.of("call.wrapped_up").length === 1);
  const changes = [{ isDone: true }, { isDone: false }, { day: "2026-12-08" }, { day: null }];
  for (const [at, body] of changes.entries()) {
    expect((await change(callId, body)).status).toBe(200);
    await until(async () => receiver.of("call.wrapped_up").length === at + 2);
  }
  expect(await told(5)).toEqual([
    [1, "Envoyer le devis", "2026-12-01", false],
    [2, "Envoyer le devis", "2026-12-01", true],
    [3, "Envoyer le devis", "2026-12-01", false],
    [4, "Envoyer le devis", "2026-12-08", false],
    [5, "Envoyer le devis", undefined, false],
  ]);
  expect(new Set(receiver.of("call.wrapped_up").map(({ id }) => id)).size).toBe(5);
});

test("done twice, and by two people at once, it is told once", async () => {
  const callId = await storeCall();
  await wrapUp(callId);
  await until(async () => receiver.of("call.wrapped_up").length === 1);
  const both = await Promise.all([
    change(callId, { isDone: true, revision: 1 }),
    change(callId, { isDone: true, revision: 1 }, team.manager),
  ]);
  expect(both.map(({ status, body }) => [status, body.data.revision])).toEqual([
    [200, 2],
    [200, 2],
  ]);
  await change(callId, { isDone: true });
  expect((await change(callId, { isDone: false, revision: 1 })).status).toBe(409);
  expect((await told(2)).map(([revision, , , isDone]) => [revision, isDone])).toEqual([
    [1, false],
    [2, true],
  ]);
});

test("a receiver that was down is told of the step in the order of the call, with its last state", async () => {
  const callId = await storeCall();
  receiver.answer((_message, res) => void res.writeHead(503).end());
  await wrapUp(callId);
  await until(async () => receiver.received.length === 1);
  await change(callId, { isDone: true });
  await change(callId, { day: "2026-12-08" });
  receiver.answer();
  const { token } = team.admin;
  const listed = async () =>
    (await api.request("GET", `/api/webhooks/${webhookId}/deliveries`, { token })).body.data.deliveries;
  await until(async () => (await listed()).length === 3);
  const [first] = receiver.received;
  await api.request("POST", `/api/webhooks/${webhookId}/deliveries/${first?.id}/send`, { token });
  await until(async () => receiver.received.length >= 4);
  const [, again, ...later] = receiver.received;
  expect(again?.id).toBe(first?.id);
  expect(later.map(stepOf).at(-1)).toEqual([3, "Envoyer le devis", "2026-12-08", false]);
  expect(later.map(({ data }) => data.call.outcomeRevision)).toEqual(
    later.map(({ data }) => data.call.outcomeRevision).toSorted(),
  );
});

test("before the call is wrapped up nothing is told of its step; the wrap-up then has its state", async () => {
  const callId = await storeCall();
  const step = { nextStep: "Rappeler" };
  await wrapUp(callId, { outcome: null, ...step });
  expect((await change(callId, { isDone: true })).status).toBe(200);
  await wrapUp(callId, { outcome: "successful", ...step });
  expect(await told(1)).toEqual([[3, "Rappeler", "2026-12-01", true]]);
});

test("a call without a step says nothing of one", async () => {
  await put(`/api/calls/${await storeCall()}/outcome`, { outcome: "no_need" });
  expect(await told(1)).toEqual([[1, undefined, undefined, undefined]]);
});
