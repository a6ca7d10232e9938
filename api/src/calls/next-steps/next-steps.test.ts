import type { NextStep } from "@souffleur/contracts/next-steps";
import { endedCall, startWatchedCalls, type WatchedCalls } from "../../../testing/calls/stored-calls.ts";
import {
  admin,
  agent,
  colleague,
  manager,
  outsider,
  type Person,
  platform,
  somebody,
  supervisor,
} from "../../../testing/people/call-people.ts";
import type { CallDoc } from "../records/call-model.ts";

const path = "/api/next-steps";
const dayMs = 24 * 60 * 60_000;
const dayFromNow = (days: number) => new Date(Date.now() + days * dayMs).toISOString().slice(0, 10);

describe("next steps", () => {
  let server: WatchedCalls;
  beforeAll(async () => {
    server = await startWatchedCalls();
  });
  afterAll(() => server.close());
  beforeEach(async () => {
    await server.models.calls.deleteMany({});
  });

  /** An ended call with a step that was saved as its agent does. */
  async function called(
    outcome: { nextStep?: string; nextStepAt?: string },
    changes: Partial<CallDoc> = {},
    by = agent,
  ): Promise<string> {
    const call = endedCall(changes);
    await server.models.calls.create(call);
    await wrapUp(by, call._id, { outcome: "follow_up", ...outcome });
    return call._id;
  }
  const wrapUp = (person: Person, callId: string, body: object) =>
    server.api(person, "PUT", `/api/calls/${callId}/outcome`, body);
  const list = async (person: Person, query: Record<string, string> = {}) => {
    const { body, status } = await server.api(person, "GET", `${path}?${new URLSearchParams(query)}`);
    const steps = (body.success ? body.data.steps : []) as NextStep[];
    return { status, body, steps, texts: steps.map(({ text }) => text) };
  };
  const change = (person: Person, callId: string, body: object) =>
    server.api(person, "PUT", `${path}/${callId}`, body);

  test("open steps are listed by their days, those without one last", async () => {
    await called({ nextStep: "Later", nextStepAt: dayFromNow(9) });
    await called({ nextStep: "Some day" });
    const overdue = await called(
      { nextStep: "Envoyer le devis", nextStepAt: dayFromNow(-3) },
      { clientName: "Paul Petit" },
    );
    await called({ nextStepAt: dayFromNow(0) });
    await called({});
    const { steps, texts, body } = await list(agent);
    expect(texts).toEqual(["Envoyer le devis", undefined, "Later", "Some day"]);
    expect(steps[0]).toMatchObject({
      callId: overdue,
      agentId: agent.id,
      customer: { name: "Paul Petit" },
      day: dayFromNow(-3),
      isDone: false,
      revision: 1,
    });
    expect(steps[3]).not.toHaveProperty("day");
    expect(body.data.today).toBe(dayFromNow(0));
    expect((await list(agent, { due: "today" })).texts).toEqual(["Envoyer le devis", undefined]);
  });

  test("today is the day of the reader's time zone", async () => {
    const { today: west } = (await list(agent, { timeZone: "Etc/GMT+12" })).body.data;
    const { today: east } = (await list(agent, { timeZone: "Pacific/Kiritimati" })).body.data;
    expect([west < east, (Date.parse(east) - Date.parse(west)) / dayMs <= 2]).toEqual([true, true]);
    await called({ nextStep: "East", nextStepAt: east });
    expect((await list(agent, { due: "today", timeZone: "Pacific/Kiritimati" })).texts).toEqual(["East"]);
    expect((await list(agent, { due: "today", timeZone: "Etc/GMT+12" })).texts).toEqual([]);
    const unknown = { due: "today", timeZone: "Mars/Olympus", utcOffset: "+14:00" };
    expect((await list(agent, unknown)).body.data.today).toBe(east);
  });

  test("a step is done with one request, which may be repeated, and opened again", async () => {
    const callId = await called({ nextStep: "Envoyer le devis", nextStepAt: dayFromNow(0) });
    const done = await change(agent, callId, { isDone: true, revision: 1 });
    expect(done.body.data).toMatchObject({ isDone: true, revision: 2, text: "Envoyer le devis" });
    expect((await change(agent, callId, { isDone: true, revision: 1 })).body.data).toEqual(done.body.data);
    expect((await list(agent)).texts).toEqual([]);
    // The call still says what was to be done.
    expect((await server.api(agent, "GET", `/api/calls/${callId}`)).body.data.call).toMatchObject({
      nextStep: "Envoyer le devis",
      outcomeRevision: 2,
    });
    await change(agent, callId, { isDone: false, revision: 2 });
    expect((await list(agent)).steps[0]).toMatchObject({ day: dayFromNow(0), revision: 3 });
  });

  test("a step is postponed, loses its day, and is open again with a new one", async () => {
    const callId = await called({ nextStep: "Rappeler", nextStepAt: dayFromNow(-1) });
    const tomorrow = { day: dayFromNow(1), revision: 1 };
    expect((await change(agent, callId, tomorrow)).body.data).toMatchObject({
      day: dayFromNow(1),
      revision: 2,
    });
    expect((await list(agent, { due: "today" })).texts).toEqual([]);
    expect((await change(agent, callId, { day: null })).body.data).not.toHaveProperty("day");
    await change(agent, callId, { isDone: true });
    expect((await change(agent, callId, { day: dayFromNow(2) })).body.data).toMatchObject({ isDone: false });
    expect((await list(agent)).texts).toEqual(["Rappeler"]);
  });

  test("a step that stays as it is stays done, and another one is open", async () => {
    const step = { nextStep: "Envoyer le devis", nextStepAt: dayFromNow(0) };
    const callId = await called(step);
    await change(agent, callId, { isDone: true });
    await wrapUp(agent, callId, { outcome: "successful", amount: 900, ...step });
    expect((await list(agent)).texts).toEqual([]);
    await wrapUp(agent, callId, { outcome: "successful", nextStep: "Envoyer la facture" });
    expect((await list(agent)).texts).toEqual(["Envoyer la facture"]);
    await wrapUp(agent, callId, { outcome: "successful" });
    expect((await list(agent)).texts).toEqual([]);
    expect((await change(agent, callId, { isDone: true })).status).toBe(404);
  });

  test("of two changes at once of one revision one is told what stands", async () => {
    const callId = await called({ nextStep: "Rappeler", nextStepAt: dayFromNow(0) });
    const answers = await Promise.all([
      change(agent, callId, { isDone: true, revision: 1 }),
      change(manager, callId, { day: dayFromNow(1), revision: 1 }),
      wrapUp(manager, callId, { outcome: "no_need", revision: 1 }),
    ]);
    expect(answers.map(({ status }) => (status === 404 ? 409 : status)).sort()).toEqual([200, 409, 409]);
    const lost = answers.slice(0, 2).find(({ status }) => status === 409);
    if (lost) expect(lost.body).toMatchObject({ code: "INVALID_TRANSITION", current: { revision: 2 } });
    const twice = await called({ nextStep: "Rappeler" });
    const same = await Promise.all([1, 2].map(() => change(agent, twice, { isDone: true, revision: 1 })));
    expect(same.map(({ status, body }) => [status, body.data.revision])).toEqual([
      [200, 2],
      [200, 2],
    ]);
  });

  test("roles see and change them as they do calls", async () => {
    const callId = await called({ nextStep: "Rappeler" });
    await called({ nextStep: "Other" }, { agentId: colleague.id }, colleague);
    for (const [person, texts, status] of [
      [agent, ["Rappeler"], 200],
      [colleague, ["Other"], 404],
      [supervisor, ["Other", "Rappeler"], 403],
      [somebody("analyst"), ["Other", "Rappeler"], 403],
      [manager, ["Other", "Rappeler"], 200],
      [admin, ["Other", "Rappeler"], 200],
      [outsider, [], 404],
      [platform, [], 404],
    ] as const) {
      expect([person.id, (await list(person)).texts.sort()]).toEqual([person.id, texts]);
      expect([person.id, (await change(person, callId, { day: dayFromNow(2) })).status]).toEqual([
        person.id,
        status,
      ]);
    }
    expect((await list(manager, { agentId: agent.id })).texts).toEqual(["Rappeler"]);
    expect((await list(agent, { agentId: colleague.id })).texts).toEqual([]);
  });

  test("a customer's are those of their calls", async () => {
    await called({ nextStep: "Rappeler" }, { clientId: "customer-1" });
    await called({ nextStep: "Theirs" }, { clientId: "customer-1", agentId: colleague.id }, colleague);
    await called({ nextStep: "Other" }, { clientId: "customer-2" });
    expect((await list(agent, { customerId: "customer-1" })).texts).toEqual(["Rappeler"]);
    expect((await list(manager, { customerId: "customer-1" })).texts.sort()).toEqual(["Rappeler", "Theirs"]);
  });

  test("erased calls take theirs with them", async () => {
    const callId = await called({ nextStep: "Rappeler", nextStepAt: dayFromNow(0) });
    expect((await server.api(manager, "DELETE", `/api/calls/${callId}`)).status).toBe(200);
    expect((await list(agent)).texts).toEqual([]);
    expect((await change(agent, callId, { isDone: true })).status).toBe(404);
    expect(await server.models.calls.findById(callId).lean()).not.toHaveProperty("openStep");
  });

  test.each([
    [{}, "isDone", "Say either whether the step is done, or its day"],
    [{ isDone: true, day: "2030-01-01" }, "isDone", "Say either whether the step is done, or its day"],
    [{ isDone: "yes" }, "isDone", "Done must be true or false"],
    [{ day: "tomorrow" }, "day", "Next step's date must be a day such as 2026-03-31"],
    [{ day: "2030-02-30" }, "day", "Next step's date must be a day such as 2026-03-31"],
    [{ day: { $gt: "" } }, "day", "Next step's date must be a day such as 2026-03-31"],
    [{ day: "1999-12-31" }, "day", "Next step's date must be between 2000-01-01 and 2099-12-31"],
    [{ isDone: true, revision: "1" }, "revision", "Revision must be a number"],
  ])("bad input %# is refused by its field", async (body, field, error) => {
    const { status, body: answer } = await change(agent, await called({ nextStep: "Rappeler" }), body);
    expect([status, answer.field, answer.error]).toEqual([400, field, error]);
  });

  test.each([{ cursor: "abc" }, { due: "never" }, { limit: "0" }])(
    "a wrong query %j names its field",
    async (query) => {
      const { status, body } = await list(agent, query);
      expect([status, body.field]).toEqual([400, Object.keys(query)[0]]);
    },
  );
});
