import type { Line } from "@souffleur/contracts";
import { next } from "../../../testing/calls/call-events.ts";
import { startCalls, type TestCalls } from "../../../testing/calls/calls.ts";
import { audited } from "../../../testing/database/audit-log.ts";
import {
  acme,
  admin,
  agent,
  colleague,
  manager,
  outsider,
  type Person,
  supervisor,
} from "../../../testing/people/call-people.ts";

const path = "/api/calls/transcribe/text";
const setting = "/api/organization/vendor-speech";
const said = "Nous traitons environ trois cents appels chaque semaine à Nantes";

let server: TestCalls;
const started: string[] = [];

beforeAll(async () => {
  // So slow that no script begins during a test.
  server = await startCalls({ tuning: { speed: 0.001, maxWaitMs: 60_000 } });
  const founded = { key: "acme", name: "Acme", founderId: admin.id, createdAt: new Date() };
  await server.connection.collection<{ _id: string }>("organizations").insertOne({ _id: acme, ...founded });
});
afterEach(async () => {
  for (const callId of started.splice(0)) await server.end(agent, callId);
});
afterAll(() => server.close());

async function begin() {
  const call = await server.begin(agent);
  started.push(call.callId);
  return call;
}

const heard = (callId: string, beside: object = {}) => ({
  callId,
  speaker: "client",
  textId: crypto.randomUUID(),
  text: said,
  confidence: 0.8,
  ageMs: 500,
  lengthMs: 3000,
  onDevice: true,
  ...beside,
});
const send = (body: object, by: Person = agent) => server.api(by, "POST", path, body);
const linesOf = async (callId: string): Promise<Line[]> =>
  (await server.api(agent, "GET", `/api/calls/${callId}/transcript`)).body.data.lines;

test("a text is a line of the agent's call, masked, at the time when it was said, and once", async () => {
  const call = await begin();
  const socket = await server.connect(agent);
  await socket.emitWithAck("join_call_session", { sessionId: call.sessionId });
  const emitted = next(socket, "live_transcription", ({ is_final }) => is_final === true);
  const body = heard(call.callId, { text: "Ma carte est le 4970 1012 3456 7893.", ageMs: 60_000 });
  const before = Date.now();
  const answers = await Promise.all([send(body), send(body)]);
  for (const { status, body: answer } of answers)
    expect([status, answer.transcript]).toEqual([200, expect.stringContaining("masqué")]);
  expect(await emitted).toMatchObject({ messageId: body.textId, speaker: 0, confidence: 0.8 });
  const [line, ...others] = await linesOf(call.callId);
  expect(others).toEqual([]);
  expect(line).toMatchObject({ id: body.textId, sender: "client", seq: 1 });
  expect(JSON.stringify([line, answers])).not.toMatch(/4970|7893/);
  const age = before - Date.parse(line?.timestamp ?? "");
  expect(Math.abs(age - 60_000)).toBeLessThan(5000);
});

test("texts are lines in the order of the speech, whichever arrives first, and an echo is none", async () => {
  const { callId } = await begin();
  const first = heard(callId, { text: "premier" });
  const second = heard(callId, { text: "second", afterTextId: first.textId });
  const [late] = await Promise.all([send(second), send(first)]);
  expect(late?.status).toBe(200);
  await send(heard(callId));
  const echo = await send(heard(callId, { speaker: "agent", ageMs: 300 }));
  expect([echo.status, echo.body.transcript]).toEqual([200, ""]);
  expect((await linesOf(callId)).map(({ text }) => text)).toEqual(["premier", "second", said]);
});

test("nobody but the agent of a running call adds to it", async () => {
  const { callId } = await begin();
  const refused = async (by: Person, of = callId) => {
    const { status, body } = await send(heard(of), by);
    return `${status} ${body.code}`;
  };
  expect(await refused(outsider)).toBe("404 NOT_FOUND");
  expect(await refused(colleague)).toBe("404 NOT_FOUND");
  // These may read it.
  for (const reader of [supervisor, manager, admin]) expect(await refused(reader)).toBe("403 FORBIDDEN");
  expect(await refused(agent, "none")).toBe("404 NOT_FOUND");
  await server.end(agent, callId);
  expect(await refused(agent)).toBe("409 INVALID_TRANSITION");
  expect(await linesOf(callId)).toEqual([]);
});

test("a telephone call takes no text, of either side", async () => {
  const { callId } = await begin();
  await server.models.calls.updateOne({ _id: callId }, { $set: { source: "telephony" } });
  for (const speaker of ["agent", "client"]) {
    const { status, body } = await send(heard(callId, { speaker }));
    expect([status, body.error]).toEqual([409, "A telephone call is heard by its own line alone."]);
  }
  expect(await linesOf(callId)).toEqual([]);
});

test("sound for a browser's vendor is taken once an administrator allows it, audited, and no longer than that", async () => {
  const { callId } = await begin();
  const byVendor = async () => (await send(heard(callId, { onDevice: false }))).status;
  const choose = (by: Person, isAllowed: unknown, from?: boolean) =>
    server.api(by, "PUT", setting, { isAllowed, from });
  const shown = async () => (await server.api(agent, "GET", "/api/stt/language")).body.data;
  expect(await shown()).toMatchObject({ configured: false, heardBy: "none", vendorSpeech: false });
  expect(await byVendor()).toBe(403);
  expect((await choose(manager, true)).status).toBe(403);
  expect((await choose(admin, "yes")).status).toBe(400);
  expect((await choose(admin, true, false)).body.data).toEqual({ vendorSpeech: true });
  // Sent again after a lost answer, and by a page that has not seen it.
  expect((await choose(admin, true, false)).status).toBe(200);
  expect((await choose(admin, false, false)).status).toBe(409);
  expect([await byVendor(), (await shown()).vendorSpeech]).toEqual([200, true]);
  expect((await choose(admin, false, true)).status).toBe(200);
  expect([await byVendor(), (await shown()).vendorSpeech]).toEqual([403, false]);
  expect(await audited(server, { action: "organization.vendor_speech_changed" }, 2)).toMatchObject([
    { actorId: admin.id, from: "forbidden", to: "allowed" },
    { actorId: admin.id, from: "allowed", to: "forbidden" },
  ]);
});

test.each<[string, object]>([
  ["no text", { text: " \n " }],
  ["more text than a sentence", { text: "a".repeat(1001) }],
  ["an id that is none", { textId: "x" }],
  ["a speaker that is none", { speaker: "somebody" }],
  ["an impossible confidence", { confidence: 2 }],
  ["a time in the future", { ageMs: -1 }],
  ["an operator for a call", { callId: { $gt: "" } }],
  ["no word on where it was recognized", { onDevice: undefined }],
])("%s is refused", async (_what, beside) => {
  expect((await send(heard("any", beside))).body.code).toBe("VALIDATION_ERROR");
});

test("a text of several lines is one line, without hidden characters", async () => {
  const { callId } = await begin();
  await send(heard(callId, { text: "Bonjour\n\u202eClaire\u0007 !" }));
  expect((await linesOf(callId)).map(({ text }) => text)).toEqual(["Bonjour Claire !"]);
});

test("an account that claims more than people say is told to wait, and the others are heard", async () => {
  const { callId } = await begin();
  const answers = await Promise.all(
    Array.from({ length: 14 }, () => send(heard(callId, { text: "mot ".repeat(249) }))),
  );
  const statuses = answers.map(({ status }) => status);
  expect(statuses.filter((status) => status === 200).length).toBeGreaterThan(0);
  const refused = answers.find(({ status }) => status === 429);
  expect(refused?.body.code).toBe("RATE_LIMITED");
  expect(Number(refused?.headers.get("retry-after"))).toBeGreaterThan(0);
  const other = await server.begin(colleague);
  expect((await send(heard(other.callId), colleague)).status).toBe(200);
  await server.end(colleague, other.callId);
});

test("the playbook says what a browser is to expect", async () => {
  const { status, body } = await server.api(agent, "GET", "/api/stt/terms");
  expect(status).toBe(200);
  expect(body.data.terms).toHaveLength(100);
});
