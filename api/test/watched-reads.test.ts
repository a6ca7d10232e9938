import type { Endpoint } from "@souffleur/contracts";
import { callModels } from "../src/calls/call-model.ts";
import { endpoints } from "../src/openapi/document.ts";
import { startApp, type TestApp } from "../testing/app.ts";
import { runningCall } from "../testing/calls.ts";
import { signInTeam, type Team } from "../testing/people.ts";
import { linesInTurn } from "../testing/stored-calls.ts";

/** Changes by managers whose answers have nothing of the call but what was sent. */
const changes = ["saveOutcome", "sendWhisper", "takeHelp"];

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

async function runningCallOfAgent() {
  const { calls, lines } = callModels(api.connection);
  const { id: agentId, organizationId } = people.agent;
  const call = runningCall({
    organizationId,
    agentId,
    source: "telephony",
    owner: "the test",
    seq: 1,
    leaseUntil: new Date(Date.now() + 3_600_000),
    help: { askedAt: new Date() },
  });
  await calls.create(call);
  await lines.create(linesInTurn(call, ["C'est trop cher."]));
  return call._id;
}

const requests = endpoints().filter(([, endpoint]) => namesCall(endpoint));

test("these requests name a call", () => {
  expect(requests.map(([name]) => name)).toEqual(
    expect.arrayContaining([
      "getCall",
      "getTranscript",
      "reviewCall",
      "exportCall",
      "listReplies",
      "tryPlaybook",
    ]),
  );
});

test.each(requests)(
  "%s reads another agent's running call only after the agent is told",
  async (name, endpoint) => {
    const callId = await runningCallOfAgent();
    const inQuery = endpoint.query.safeParse({ callId }).data?.callId === callId;
    const path = endpoint.path
      .replace(":callId", callId)
      .replace(/:\w+/g, "none")
      .concat(inQuery ? `?callId=${callId}` : "");
    const body = endpoint.path.endsWith("/try") ? { callId } : endpoint.example.body;
    const { status } = await api.request(endpoint.method, path, {
      token: people.admin.token,
      ...(endpoint.method !== "GET" && { body: body ?? {} }),
    });
    const watches = await api.connection.collection("call_watches").find({ callId }).toArray();
    const isRead = status < 400 && !changes.includes(name);
    expect([status, watches.map(({ agentId }) => agentId)]).toEqual([
      status,
      isRead ? [people.agent.id] : [],
    ]);
  },
);
