import type { Endpoint } from "@souffleur/contracts";
import { callModels } from "../src/calls/records/call-model.ts";
import { endpoints } from "../src/openapi/endpoints.ts";
import { startApp, type TestApp } from "../testing/app.ts";
import { linesInTurn, runningCall } from "../testing/calls/stored-calls.ts";
import { signInTeam, type Team } from "../testing/people/people.ts";

const readers = ["getTranscript", "reviewCall", "exportCall", "listReplies", "listWhispers", "tryPlaybook"];
/** Changes by managers whose answers have nothing of the call but what was sent. */
const changes = ["saveOutcome", "sendWhisper", "takeHelp", "addLineNote"];

const namesCall = ({ path, query, body }: Endpoint) =>
  path.includes(":callId") ||
  query.safeParse({ callId: "one" }).data?.callId === "one" ||
  (path.endsWith("/try") && body.safeParse({ callId: "one" }).success);

let api: TestApp;
let people: Team;

beforeAll(async () => {
  api = await startApp();
  people = await signInTeam(api, "Lumière");
});
afterAll(() => api.close());

async function runningCallOfAgent(texts = ["C'est trop cher."]) {
  const { calls, lines } = callModels(api.connection);
  const { id: agentId, organizationId } = people.agent;
  const call = runningCall({
    organizationId,
    agentId,
    source: "telephony",
    owner: "the test",
    seq: texts.length,
    help: { askedAt: new Date() },
  });
  await calls.create(call);
  // By the driver: mongoose takes ten times as long for many.
  const stored = linesInTurn(call, texts);
  // In batches: a busy machine takes longer for all than a command may last.
  for (let from = 0; from < stored.length; from += 1000)
    await lines.collection.insertMany(stored.slice(from, from + 1000) as never[]);
  return call._id;
}

const requests = endpoints().filter(([, endpoint]) => namesCall(endpoint));

test("these requests name a call", () => {
  expect(requests.map(([name]) => name)).toEqual(expect.arrayContaining(["getCall", ...readers]));
});

function requestOf(name: string, callId: string) {
  const endpoint = requests.find(([one]) => one === name)?.[1] as Endpoint;
  const { query = {}, body: example = {} } = endpoint.example;
  const asked = new URLSearchParams({ ...(query as object), ...("callId" in query && { callId }) });
  const path = `${endpoint.path.replace(":callId", callId).replace(/:\w+/g, "none")}?${asked}`;
  const body = endpoint.path.endsWith("/try") ? { callId } : example;
  const { method } = endpoint;
  return api.request(method, path, { token: people.admin.token, ...(method !== "GET" && { body }) });
}

test.each(requests.map(([name]) => name))(
  "%s reads another agent's running call only after the agent is told",
  async (name) => {
    const callId = await runningCallOfAgent();
    const { status } = await requestOf(name, callId);
    const watches = await api.connection.collection("call_watches").find({ callId }).toArray();
    if (readers.includes(name)) expect(status).toBe(200);
    const isRead = status < 400 && !changes.includes(name);
    expect([status, watches.map(({ agentId }) => agentId)]).toEqual([
      status,
      isRead ? [people.agent.id] : [],
    ]);
  },
);

test("a long call is charged by its lines, however it is read", async () => {
  const callId = await runningCallOfAgent(Array.from({ length: 39_900 }, (_, n) => `Ligne ${n}.`));
  const whispered = await api.request("POST", `/api/calls/${callId}/whispers`, {
    token: people.admin.token,
    body: { text: "Bravo" },
  });
  expect(whispered.status).toBe(200);
  // As if it had been sent at the beginning.
  await api.connection.collection("suggestions").updateMany({ callId }, { $set: { seq: 0 } });
  // The second one begins within the budget and ends far beyond it, so that no slow machine sees it grow again meanwhile.
  for (const { status } of await Promise.all([1, 2].map(() => requestOf("getTranscript", callId))))
    expect(status).toBe(200);
  const answers = await Promise.all(readers.map((name) => requestOf(name, callId)));
  expect(answers.map(({ body }, index) => [readers[index], body.code])).toEqual(
    readers.map((name) => [name, "RATE_LIMITED"]),
  );
  expect((await requestOf("getCall", callId)).status).toBe(200);
});
