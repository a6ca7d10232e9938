import type { Suggestion } from "@souffleur/contracts";
import { startCalls, type TestCalls } from "../../testing/calls/calls.ts";
import { collectWords, newTeam, storedLine, storedSuggestion } from "../../testing/calls/stored-calls.ts";
import { outsider, type Person, platform, somebody } from "../../testing/people/call-people.ts";
import { createCallRecords } from "./records/call-records.ts";

describe("a review", () => {
  let server: TestCalls;
  let team: Awaited<ReturnType<typeof newTeam>>;
  let agent: Person;
  let supervisor: Person;

  beforeAll(async () => {
    server = await startCalls();
    team = await newTeam(server);
    [agent, supervisor] = [team.person("agent"), team.person("supervisor")];
  });
  afterAll(() => server.close());

  const at = (seconds: number) => new Date(Date.now() + seconds * 1000);
  const addLine = (callId: string, seq: number, sender: "agent" | "client", text: string) =>
    server.models.lines.create(
      storedLine({ _id: callId, sessionId: callId }, { seq, sender, text, timestamp: at(seq * 5) }),
    );

  /** A running call in which the client has called the price too high, and what was suggested. */
  async function suggested() {
    const callId = await team.store({ status: "active", seq: 1 });
    await addLine(callId, 1, "client", "C'est trop cher pour nous.");
    const { body } = await server.api(agent, "POST", `/api/calls/${callId}/suggestions`);
    const given = body.data.suggestions as Pick<Suggestion, "id" | "text" | "category" | "tookMs">[];
    const [first, second, third] = given;
    if (!first || !second || !third) throw new Error(`three suggestions are needed, not ${given.length}`);
    return { callId, first, second, third };
  }
  const report = (person: Person, callId: string, id: string, state: unknown) =>
    server.api(person, "PUT", `/api/calls/${callId}/suggestions/${encodeURIComponent(id)}`, { state });
  const review = async (callId: string) =>
    (await server.api(supervisor, "GET", `/api/calls/${callId}/review`)).body.data;
  const used = async (callId: string) =>
    (await server.api(agent, "GET", "/api/calls")).body.data.calls.find(
      (one: { callId: string }) => one.callId === callId,
    ).suggestionsUsed;

  test("has each suggestion at its line, with its state and whether it was said", async () => {
    const { callId, first, second, third } = await suggested();
    const { text, category, tookMs } = second;
    await report(agent, callId, first.id, "shown");
    await report(agent, callId, second.id, "used");
    await server.end(agent, callId);
    await addLine(callId, 2, "agent", `Alors, ${text}`);
    const { call, talk, suggestions } = await review(callId);
    expect(call).toMatchObject({ callId, agentId: agent.id, status: "ended" });
    expect(talk.client).toMatchObject({ words: 5, questions: 0 });
    expect(suggestions).toMatchObject([
      { id: first.id, seq: 1, state: "shown" },
      { id: second.id, seq: 1, state: "used", provider: "playbook", said: true, text, category, tookMs },
      { id: third.id, seq: 1, state: "given" },
    ]);
    expect(tookMs).toBeGreaterThan(0);
    expect(await used(callId)).toBe(1);
  });

  test("of a long call has the figures of the call's end, and is computed from its lines after a change", async () => {
    const callId = await team.store({ seq: 600, wordsDue: "once" });
    const { calls, lines, suggestions } = server.models;
    const spoken = Array.from({ length: 600 }, (_, index) =>
      storedLine(
        { _id: callId, sessionId: callId },
        {
          seq: index + 1,
          sender: index % 3 === 1 ? "agent" : "client",
          text: index === 21 ? "C'est trop cher ?" : "Je comprends bien votre question.",
          timestamp: at(index * 5),
        },
      ),
    );
    await lines.insertMany(spoken);
    const given = { callId, text: "Je comprends votre question", seq: 23, triggerId: `${callId}-22` };
    await suggestions.create(storedSuggestion(given));
    const fromLines = await review(callId);
    expect(fromLines).toMatchObject({
      talk: { client: { questions: 1 } },
      suggestions: [{ seq: 22, said: true }],
    });
    await collectWords(server.models);
    expect(await review(callId)).toEqual(fromLines);

    await lines.updateOne({ _id: `${callId}-2` }, { $set: { text: "Vraiment ?" } });
    expect(await review(callId)).toEqual(fromLines);
    await calls.updateOne({ _id: callId }, { $set: { wordsDue: "again" } });
    expect((await review(callId)).talk.agent).toMatchObject({ questions: 1 });

    await createCallRecords(server.models).erasure.erase([callId], new Date());
    await collectWords(server.models);
    expect(await calls.findById(callId).select("+talk").lean()).not.toHaveProperty("talk");
  });

  test("has the highest reported state, however often and in whatever order states are reported", async () => {
    const { callId, first, second } = await suggested();
    const states = ["shown", "dismissed", "copied", "used"];
    expect((await report(agent, callId, first.id, "shown")).body.data).toEqual({ state: "shown" });
    await Promise.all([...states, ...states].map((state) => report(agent, callId, first.id, state)));
    expect((await report(agent, callId, first.id, "dismissed")).body.data).toEqual({ state: "used" });
    await report(agent, callId, second.id, "used");
    expect(await used(callId)).toBe(2);
  });

  test("refuses an unknown state, and a state for a suggestion of another call or by anybody but its agent", async () => {
    const [one, two] = [await suggested(), await suggested()];
    const { id } = one.first;
    const unknown = await report(agent, one.callId, id, "read");
    expect(unknown.body).toMatchObject({ code: "VALIDATION_ERROR", field: "state" });
    const refused: [Person, string, string, number][] = [
      [agent, two.callId, id, 404],
      [agent, one.callId, "none", 404],
      [supervisor, one.callId, id, 403],
      [team.person("admin"), one.callId, id, 403],
      [{ ...agent, id: `colleague of ${agent.id}` }, one.callId, id, 404],
      [platform, one.callId, id, 404],
      [outsider, one.callId, id, 404],
      [somebody("manager", "globex"), one.callId, id, 404],
    ];
    for (const [person, callId, suggestionId, status] of refused)
      expect(await report(person, callId, suggestionId, "used")).toMatchObject({ status });
  });
});
