import type { Role } from "@souffleur/contracts";
import { startCalls, type TestCalls } from "../../../testing/calls/calls.ts";
import { newTeam, storedLine } from "../../../testing/calls/stored-calls.ts";
import { outsider, type Person, platform, somebody } from "../../../testing/people/call-people.ts";

describe("an outcome", () => {
  let server: TestCalls;
  let team: Awaited<ReturnType<typeof newTeam>>;
  let agent: Person;

  beforeAll(async () => {
    server = await startCalls();
    team = await newTeam(server);
    agent = team.person("agent");
  });
  afterAll(() => server.close());

  const save = (person: Person, callId: string, body: object) =>
    server.api(person, "PUT", `/api/calls/${callId}/outcome`, body);
  const read = async (callId: string) =>
    (await server.api(agent, "GET", `/api/calls/${callId}`)).body.data.call;
  const list = async (query = "") => (await server.api(agent, "GET", `/api/calls${query}`)).body.data.calls;

  test("is stored with its amount and next step, is replaced as a whole, and is part of the call", async () => {
    const callId = await team.store();
    const won = { outcome: "successful", amount: 1200, nextStep: " Contrat ", nextStepAt: "2026-03-31" };
    const first = await save(agent, callId, won);
    expect(first).toMatchObject({ status: 200 });
    expect(first.body.data).toEqual({ ...won, currency: "USD", nextStep: "Contrat", revision: 1 });
    expect(await read(callId)).toMatchObject({ ...won, nextStep: "Contrat", outcomeRevision: 1 });
    const second = await save(team.person("manager"), callId, {
      outcome: "no_need",
      nextStep: " ",
      revision: 1,
    });
    expect(second.body.data).toEqual({ outcome: "no_need", revision: 2 });
    const { amount, nextStep, nextStepAt } = await read(callId);
    expect([amount, nextStep, nextStepAt]).toEqual([undefined, undefined, undefined]);
  });

  test.each([
    [
      { amount: 1200, currency: "EUR" },
      { amount: 1200, currency: "EUR" },
    ],
    // As a page of a former version sends it.
    [{ amount: 1200 }, { amount: 1200, currency: "USD" }],
    [
      { amount: 1200, currency: "USD" },
      { amount: 1200, currency: "USD" },
    ],
    [{ currency: "EUR" }, {}],
  ])("with %j has %j, and saved again changes nothing", async (given, amount) => {
    const callId = await team.store();
    for (const _ of ["once", "again"]) {
      const { body } = await save(agent, callId, { outcome: "successful", ...given });
      expect(body.data).toEqual({ outcome: "successful", ...amount, revision: 1 });
    }
    expect(await read(callId)).toMatchObject(amount);
    const listed = (await list()).find((one: { callId: string }) => one.callId === callId);
    expect(listed).toMatchObject(amount);
  });

  test("can be saved while the call is running, and stays after its end", async () => {
    const callId = await team.store({ status: "active" });
    expect((await save(agent, callId, { outcome: "follow_up" })).status).toBe(200);
    await server.end(agent, callId);
    expect(await read(callId)).toMatchObject({ status: "ended", outcome: "follow_up" });
  });

  test("is missing in a call to wrap up, which is listed with what its client said last", async () => {
    const [callId, silent] = [await team.store(), await team.store()];
    const said = `Rappelez-moi lundi ${"x".repeat(200)}`;
    const line = { _id: callId, sessionId: "s" };
    await server.models.lines.create([
      storedLine(line, { seq: 1, sender: "client", text: "Bonjour." }),
      storedLine(line, { seq: 2, sender: "client", text: said }),
      storedLine(line, { seq: 3, sender: "agent", text: "Entendu." }),
    ]);
    const calls: { callId: string; lastSaid?: string }[] = await list("?toWrapUp=true");
    const saidLast = (id: string) => calls.find((one) => one.callId === id)?.lastSaid;
    expect([saidLast(callId), saidLast(silent)]).toEqual([`${said.slice(0, 160)}…`, undefined]);
    for (const { lastSaid } of await list()) expect(lastSaid).toBeUndefined();
  });

  test("is removed by null, and the call is to be wrapped up again", async () => {
    const callId = await team.store();
    expect((await save(agent, callId, { outcome: "successful", amount: 5 })).status).toBe(200);
    const removed = await save(agent, callId, { outcome: null, nextStep: "Rappeler", revision: 1 });
    expect(removed.body.data).toEqual({ nextStep: "Rappeler", revision: 2 });
    expect(await read(callId)).toMatchObject({ nextStep: "Rappeler", outcomeRevision: 2 });
    expect(await list("?toWrapUp=true")).toContainEqual(expect.objectContaining({ callId }));
    const untouched = await save(agent, await team.store(), { outcome: null });
    expect(untouched.body.data).toEqual({ revision: 0 });
  });

  test("that was changed elsewhere is answered with 409 and the stored one, and nothing is lost", async () => {
    const callId = await team.store();
    const both = await Promise.all(
      ["no_need", "competitor"].map((one) => save(agent, callId, { outcome: one, revision: 0 })),
    );
    const [won, lost] = both.toSorted((a, b) => a.status - b.status);
    expect([won?.status, lost?.status]).toEqual([200, 409]);
    expect(lost?.body).toMatchObject({ code: "INVALID_TRANSITION", current: won?.body.data });
    expect((await read(callId)).outcome).toBe(won?.body.data.outcome);
  });

  test("that is saved again changes nothing, also with the revision of the first time", async () => {
    const body = { outcome: "successful", amount: 0, revision: 0 };
    const [inTurn, atOnce] = [await team.store(), await team.store()];
    const answers = [];
    for (let time = 0; time < 3; time++) answers.push(await save(agent, inTurn, body));
    answers.push(...(await Promise.all(Array.from({ length: 5 }, () => save(agent, atOnce, body)))));
    expect(answers.map(({ status, body }) => [status, body.data.revision])).toEqual(Array(8).fill([200, 1]));
  });

  test.each([
    [{}, "outcome", /^Outcome must be one of: successful, follow_up/],
    [{ outcome: "won" }, "outcome", /^Outcome must be one of/],
    [{ outcome: { $ne: null } }, "outcome", /^Outcome must be one of/],
    [{ outcome: "no_need", amount: 5 }, "amount", /^An amount is for a successful call only$/],
    [{ outcome: "successful", amount: 1.5 }, "amount", /^Amount must be a whole number$/],
    [{ outcome: "successful", amount: "5" }, "amount", /^Amount must be a whole number$/],
    [{ outcome: "successful", amount: -1 }, "amount", /^Amount must not be negative$/],
    [{ outcome: "successful", amount: 1e10 }, "amount", /^Amount is too large$/],
    [
      { outcome: "successful", amount: 5, currency: "eur" },
      "currency",
      /^Currency must be a code of ISO 4217/,
    ],
    [
      { outcome: "successful", amount: 5, currency: "DEM" },
      "currency",
      /^Currency must be a code of ISO 4217/,
    ],
    [{ outcome: "other", nextStep: "x".repeat(501) }, "nextStep", /^Next step is too long/],
    [{ outcome: "other", nextStepAt: "31/03/2026" }, "nextStepAt", /^Next step's date must be a day/],
    [{ outcome: "other", nextStepAt: "2026-02-30" }, "nextStepAt", /^Next step's date must be a day/],
    [{ outcome: "other", nextStepAt: "1026-02-03" }, "nextStepAt", /^Next step's date must be between/],
    [{ outcome: "other", revision: -1 }, "revision", /./],
  ])("refuses %j", async (given, field, error) => {
    const { status, body } = await save(agent, await team.store(), given);
    expect(status).toBe(400);
    expect(body).toMatchObject({ code: "VALIDATION_ERROR", field, error: expect.stringMatching(error) });
  });

  const member = (role: Role) => () => team.person(role);
  test.each<[string, () => Person, number]>([
    ["its agent", member("agent"), 200],
    ["an administrator", member("admin"), 200],
    ["a manager", member("manager"), 200],
    ["a supervisor", member("supervisor"), 403],
    ["an analyst", member("analyst"), 403],
    ["another agent", () => ({ ...agent, id: `colleague of ${agent.id}` }), 404],
    ["a platform administrator", () => platform, 404],
    ["an administrator of another organization", () => outsider, 404],
    ["a manager of another organization", () => somebody("manager", "globex"), 404],
  ])("saved by %s is answered with %s", async (_name, person, status) => {
    expect((await save(person(), await team.store(), { outcome: "other" })).status).toBe(status);
  });
});
