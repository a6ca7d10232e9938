import type { Onboarding } from "@souffleur/contracts";
import { io } from "socket.io-client";
import { startApp, type TestApp } from "../../testing/app.ts";
import { connected } from "../../testing/calls/call-events.ts";
import { type SignedInUser, signInTeam, type Team, testPassword } from "../../testing/people/people.ts";

let api: TestApp;
let team: Team;
let teams = 0;
beforeAll(async () => {
  api = await startApp();
});
beforeEach(async () => {
  teams++;
  team = await signInTeam(api, `Day One ${teams}`);
});
afterAll(() => api.close());

const read = async ({ token }: { token: string }, at = api): Promise<Onboarding> =>
  (await at.request("GET", "/api/account/onboarding", { token })).body.data;
const save = ({ token }: { token: string }, body: unknown) =>
  api.request("PUT", "/api/account/onboarding", { token, body });
const done = async (who: { token: string }, at = api) =>
  (await read(who, at)).steps.filter(({ isDone }) => isDone).map(({ step }) => step);

/** A call that is over and wrapped up: a practice call, or one whose client was heard. */
async function wrapUp({ token }: SignedInUser, isPractice = true): Promise<void> {
  const started = await api.request("POST", "/api/simulation/start", { token, body: {} });
  const { callId } = started.body.data;
  if (!isPractice)
    await api.connection.collection("calls").updateOne({ _id: callId }, { $unset: { practice: "" } });
  await api.request("POST", "/api/simulation/end", { token, body: { callId, reason: "user_ended" } });
  const saved = await api.request("PUT", `/api/calls/${callId}/outcome`, {
    token,
    body: { outcome: "successful" },
  });
  expect(saved.status).toBe(200);
}

test("each role has its steps, and a platform administrator none", async () => {
  const stepsOf = async (who: SignedInUser) => (await read(who)).steps.map(({ step }) => step);
  expect(await stepsOf(team.agent)).toEqual(["practice-call", "microphone", "wrap-up"]);
  expect(await stepsOf(team.admin)).toEqual(["invite", "playbook", "retention", "audio"]);
  expect(await stepsOf(team.manager)).toEqual(["invite", "floor"]);
  expect(await stepsOf(team.supervisor)).toEqual(["floor"]);
  expect(await stepsOf(team.platform)).toEqual([]);
});

test("an agent's steps are ticked by what happened, at every process", async () => {
  const other = await startApp({ connection: api.connection });
  expect(await done(team.agent)).toEqual([]);
  const { token } = team.agent;
  const chunk = { audio: "UklGRiQAAABXQVZFZm10IA==", mimeType: "audio/wav" };
  // The microphone works, whether or not a recognizer is configured.
  const transcribed = await api.request("POST", "/api/calls/transcribe/audio", { token, body: chunk });
  expect(transcribed.body.code).toBe("STT_NOT_CONFIGURED");
  expect(await done(team.agent)).toEqual(["microphone"]);
  await wrapUp(team.agent);
  expect(await done(team.agent, other)).toEqual(["practice-call", "microphone", "wrap-up"]);
  await other.close();
});

test("a refused request ticks nothing", async () => {
  const { token } = team.agent;
  const refused = await api.request("POST", "/api/simulation/start", { token, body: { scenario: "none" } });
  expect(refused.status).toBe(400);
  await api.request("POST", "/api/calls/transcribe/audio", { token, body: {} });
  expect(await done(team.agent)).toEqual([]);
});

test("an administrator's steps are those of the organization, whoever of it does them", async () => {
  const { admin, manager, agent, foreign } = team;
  await api.request("POST", "/api/invitations", {
    token: manager.token,
    body: { addresses: `day-one-${teams}@example.com`, role: "agent" },
  });
  const { conversationDays, analysisDays, revision } = (
    await api.request("GET", "/api/organization/retention", { token: admin.token })
  ).body.data;
  const kept = { conversationDays, analysisDays, revision };
  const asked = { ...kept, dryRun: true };
  await api.request("PUT", "/api/organization/retention", { token: admin.token, body: asked });
  expect(await done(admin)).toEqual(["invite"]);
  await api.request("PUT", "/api/organization/retention", { token: admin.token, body: kept });
  const shared = { audio: "UklGRiQAAABXQVZFZm10IA==", mimeType: "audio/wav", speaker: "client" };
  await api.request("POST", "/api/calls/transcribe/audio", { token: agent.token, body: shared });
  expect(await done(admin)).toEqual(["invite", "retention", "audio"]);
  expect(await done(agent)).toEqual([]);
  expect(await done(foreign)).toEqual([]);
});

test("a supervisor's step is ticked when the floor is opened", async () => {
  const { supervisor } = team;
  const socket = await connected(
    io(api.url, { transports: ["websocket"], forceNew: true, auth: { token: supervisor.token } }),
  );
  const answer = await socket.emitWithAck("follow_desk", { callIds: [] });
  expect(answer.success).toBe(true);
  expect(await done(supervisor)).toEqual(["floor"]);
  socket.disconnect();
});

test("the list is closed for good, and each explanation is shown once, also by requests at once", async () => {
  const { agent } = team;
  expect(await read(agent)).toMatchObject({ isClosed: false, marks: ["sentence", "keys", "wrap-up"] });
  const answers = await Promise.all([
    save(agent, { seen: "sentence" }),
    save(agent, { seen: "keys" }),
    save(agent, { closed: true }),
    save(agent, { closed: true, seen: "keys" }),
  ]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  expect(await read(agent)).toMatchObject({ isClosed: true, marks: ["wrap-up"] });
  await wrapUp(agent);
  expect((await read(agent)).marks).toEqual([]);
  expect(await read(team.admin)).toMatchObject({ isClosed: false });
});

test("the figures are turned once: an agent's by their own wrap-up, others' by any of the organization", async () => {
  const { admin, agent, supervisor, foreign } = team;
  const second = await api.signIn(await api.createUser({ organization: `Day One ${teams}` }));
  const turns = async (who: SignedInUser) => (await read(who)).turnsFigures;
  await wrapUp(agent);
  expect([await turns(agent), await turns(admin)]).toEqual([false, false]);
  await wrapUp(agent, false);
  expect([await turns(agent), await turns(admin), await turns(supervisor)]).toEqual([true, true, true]);
  expect([await turns(second), await turns(foreign)]).toEqual([false, false]);
  expect((await save(admin, { turned: true })).body.data.turnsFigures).toBe(false);
  expect([await turns(admin), await turns(supervisor)]).toEqual([false, true]);
});

test("the chosen figures are the account's: the sample's until it has chosen, and the last choice", async () => {
  const { agent, supervisor } = team;
  expect((await read(agent)).figures).toBe("sample");
  expect((await save(agent, { figures: "calls" })).body.data.figures).toBe("calls");
  expect((await save(agent, { figures: "practice" })).body.data.figures).toBe("practice");
  expect([(await read(agent)).figures, (await read(supervisor)).figures]).toEqual(["practice", "sample"]);
});

test("only the first session of an account is its first", async () => {
  const person = await api.createUser({ organization: `Day One ${teams}` });
  const login = { body: { email: person.email, password: testPassword } };
  const enter = async () => ({
    token: (await api.request("POST", "/api/auth/login", login)).body.data.accessToken,
  });
  const [one, two] = [await enter(), await enter()];
  expect((await read(one)).isFirst).toBe(true);
  expect((await read(two)).isFirst).toBe(false);
});

test("wrong input is refused by its field, and nobody without a session gets an answer", async () => {
  for (const [body, field] of [
    [{ seen: "all" }, "seen"],
    [{ closed: false }, "closed"],
    [{ turned: "yes" }, "turned"],
    [{ figures: "mine" }, "figures"],
  ] as const)
    expect((await save(team.agent, body)).body).toMatchObject({ code: "VALIDATION_ERROR", field });
  expect((await save(team.agent, {})).status).toBe(200);
  expect((await api.request("GET", "/api/account/onboarding")).status).toBe(401);
});
