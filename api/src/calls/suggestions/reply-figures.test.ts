import type { PlaybookEntry, readPlaybookFigures } from "@souffleur/contracts/playbook";
import type { z } from "zod";
import {
  collectDue,
  collectWords,
  endedCall,
  linesInTurn,
  startWatchedCalls,
  storedSuggestion,
  type WatchedCalls,
} from "../../../testing/calls/stored-calls.ts";
import {
  acme,
  agent,
  colleague,
  outsider,
  type Person,
  platform,
  supervisor,
} from "../../../testing/people/call-people.ts";
import { type CallDoc, callModels } from "../records/call-model.ts";
import { createCallRecords } from "../records/call-records.ts";
import type { SuggestionDoc } from "../records/suggestion-model.ts";

type Figures = z.output<typeof readPlaybookFigures.data>;

const budget = {
  id: "budget-1",
  category: "question" as const,
  text: "Quelle enveloppe aviez-vous prévue pour ce projet ?",
  alternative: "Quel montant aviez-vous réservé pour ce projet ?",
};
const pilot = {
  id: "budget-2",
  category: "response" as const,
  text: "Pour {users}, un groupe pilote tient dans votre enveloppe.",
};
const entries: PlaybookEntry[] = [
  { id: "budget", intent: "Budget", group: "needs", phrases: [], not: [], replies: [budget, pilot] },
];

const client = "Notre budget est serré.";
const saidIt = "Et quelle enveloppe vous aviez prévue, pour le projet ?";
const own = "Je regarde avec mon responsable ce qui reste possible.";

describe("the figures of replies", () => {
  let server: WatchedCalls;

  beforeAll(async () => {
    server = await startWatchedCalls({ tuning: { speed: 1 } });
    await server.publish({ entries });
  });
  afterAll(() => server.close());
  beforeEach(async () => {
    const { calls, lines, suggestions } = server.models;
    await Promise.all([calls.deleteMany({}), lines.deleteMany({}), suggestions.deleteMany({})]);
  });

  interface Content {
    /** Lines of the client and the agent in turn, the client's first. */
    lines?: readonly string[];
    /** Suggestions, by default one that was given after the first line. */
    given?: readonly Partial<SuggestionDoc>[];
    changes?: Partial<CallDoc>;
  }

  /** Stores a call that has ended; its replies are not measured yet. */
  async function stored({
    lines = [client, own],
    given = [{}],
    changes = {},
  }: Content = {}): Promise<string> {
    const { models } = server;
    const call = endedCall({ seq: lines.length, ...changes });
    const { _id: callId, startedAt: timestamp } = call;
    await models.lines.insertMany(linesInTurn(call, lines));
    await models.suggestions.insertMany(
      given.map((one) =>
        storedSuggestion({
          callId,
          triggerId: `${callId}-1`,
          text: budget.text,
          timestamp,
          replyId: budget.id,
          entryId: "budget",
          ...one,
        }),
      ),
    );
    await models.calls.create(call);
    return callId;
  }
  const measured = () => collectWords(server.models, entries);

  async function figures(person: Person = supervisor, range = "30d"): Promise<Figures> {
    await measured();
    const { status, body } = await server.api(person, "GET", `/api/playbook/figures?range=${range}`);
    expect(status).toBe(200);
    return body.data;
  }
  const firstOf = ({ replies }: Figures) => replies[0];

  test("count each reply, with the success of the calls in which it was said and was not said", async () => {
    await stored({ lines: [client, saidIt], given: [{ state: "used" }], changes: { outcome: "successful" } });
    await stored({ lines: [client, saidIt], given: [{ state: "copied" }], changes: { outcome: "no_need" } });
    await stored({ given: [{ state: "dismissed" }], changes: { outcome: "competitor" } });
    await stored({ given: [{ state: "shown" }] });
    await stored({ given: [] });
    const { calls, replies } = await figures();
    expect(calls).toBe(5);
    expect(replies[0]).toEqual({
      replyId: "budget-1",
      entryId: "budget",
      intent: "Budget",
      text: budget.text,
      wording: "first",
      published: true,
      given: 4,
      shown: 4,
      copied: 1,
      used: 1,
      dismissed: 1,
      said: 2,
      saidRate: { rate: 0.5, low: expect.closeTo(0.15, 2), high: expect.closeTo(0.85, 2), of: 4 },
      successWith: { rate: 0.5, low: expect.any(Number), high: expect.any(Number), of: 2 },
      successWithout: { rate: 0, low: 0, high: expect.closeTo(0.79, 2), of: 1 },
    });
  });

  test("have every published reply and wording, and retired replies", async () => {
    await stored({ given: [{ wording: "alternative" }, { replyId: "gone-1", entryId: "gone" }] });
    await stored({ given: [{ wording: "alternative" }] });
    const rows = (await figures()).replies.map(({ replyId, wording, given, published }) => [
      replyId,
      wording,
      given,
      published,
    ]);
    expect(rows).toEqual([
      ["budget-1", "alternative", 2, true],
      ["gone-1", "first", 1, false],
      ["budget-1", "first", 0, true],
      ["budget-2", "first", 0, true],
    ]);
  });

  test("follow a call's outcome, also where it changes while several processes measure the call", async () => {
    const callId = await stored({ lines: [client, saidIt] });
    expect(firstOf(await figures())).not.toHaveProperty("successWith");
    const save = (outcome: string) => server.api(agent, "PUT", `/api/calls/${callId}/outcome`, { outcome });
    await save("successful");
    expect(firstOf(await figures())?.successWith).toMatchObject({ rate: 1, of: 1 });
    await Promise.all([save("no_need"), collectDue(server.models), collectDue(server.models)]);
    expect(firstOf(await figures())?.successWith).toMatchObject({ rate: 0, of: 1 });
  });

  test("of an older outcome never replace those of a newer one", async () => {
    const callId = await stored({
      lines: [client, saidIt],
      changes: { outcome: "no_need", outcomeRevision: 2 },
    });
    await measured();
    const { replies } = createCallRecords(server.models);
    const call = await server.models.calls.findById(callId).lean<CallDoc>();
    if (call === null) throw new Error("the call is gone");
    await replies.measure({ ...call, outcome: "successful", outcomeRevision: 1 }, [], entries);
    expect(firstOf(await figures())).toMatchObject({ said: 1, successWith: { rate: 0, of: 1 } });
  });

  test("count only ended calls of the range and the organization", async () => {
    const { callId } = await server.begin(agent);
    // A client is heard.
    await server.models.calls.updateOne({ _id: callId }, { $unset: { practice: "" } });
    await server.models.suggestions.create(
      storedSuggestion({ callId, text: budget.text, replyId: budget.id, entryId: "budget" }),
    );
    await stored({ changes: { startedAt: new Date(Date.now() - 8 * 24 * 60 * 60_000) } });
    await stored({ changes: { organizationId: "globex" } });
    await stored({ changes: { organizationId: null, agentId: platform.id } });
    const counted = async (person: Person, range: string) => {
      const read = await figures(person, range);
      return [read.calls, firstOf(read)?.given];
    };
    expect(await counted(supervisor, "7d")).toEqual([0, 0]);
    expect(await counted(supervisor, "30d")).toEqual([1, 1]);
    expect(await counted(outsider, "7d")).toEqual([1, 1]);
    await server.end(agent, callId);
    expect(await counted(supervisor, "7d")).toEqual([1, 1]);
  });

  test("count no practice, also once its outcome is changed", async () => {
    const practice = await stored({ lines: [client, own], changes: { practice: true } });
    await stored({ lines: [client, own], changes: { practice: true } });
    await stored({ changes: { outcome: "no_need" } });
    const business = { calls: 1, replies: [{ given: 1, successWithout: { of: 1 } }, {}, {}], instead: [] };
    expect(await figures()).toMatchObject(business);
    await server.api(agent, "PUT", `/api/calls/${practice}/outcome`, { outcome: "successful" });
    expect(await figures()).toMatchObject(business);
  });

  test("refuse an unknown range, and name the field", async () => {
    const { status, body } = await server.api(supervisor, "GET", "/api/playbook/figures?range=8d");
    expect([status, body.code, body.field]).toEqual([400, "VALIDATION_ERROR", "range"]);
  });

  test("have what agents say instead at least twice, in at least two calls, the most frequent first", async () => {
    const other = "On verra cela à la rentrée avec vos équipes.";
    const [short, once] = ["Oui, d'accord.", "Une phrase que personne ne répète."];
    for (const text of [own, own.toUpperCase(), other, other, other, once, short, short, saidIt, saidIt]) {
      await stored({ lines: [client, text] });
    }
    const twice = "Deux fois dans un seul appel compte une fois.";
    await stored({
      lines: [client, twice, client, twice],
      given: [{}, { replyId: pilot.id, seq: 3, triggerId: undefined as never }],
    });
    const { instead } = await figures();
    expect(instead).toEqual([
      {
        entryId: "budget",
        intent: "Budget",
        lines: [
          { text: other, times: 3 },
          { text: expect.stringMatching(new RegExp(own, "i")), times: 2 },
        ],
      },
    ]);
  });

  test("have at most five lines of an entry", async () => {
    for (const name of ["lundi", "mardi", "mercredi", "jeudi", "vendredi", "samedi"]) {
      for (let time = 0; time < 2; time++)
        await stored({ lines: [client, `Reprenons cette discussion ensemble ${name}.`] });
    }
    expect((await figures()).instead.map(({ lines }) => lines.length)).toEqual([5]);
  });

  test("still count the replies of a deleted call, without its words", async () => {
    const kept = await stored({ lines: [client, own], changes: { outcome: "successful" } });
    const deleted = await stored({ lines: [client, own], changes: { outcome: "successful" } });
    expect((await figures()).instead).toHaveLength(1);
    const { erasure, replies } = createCallRecords(server.models);
    const call = await server.models.calls.findById(deleted).lean<CallDoc>();
    if (call === null) throw new Error("the call is gone");
    await erasure.erase([deleted], new Date());
    expect(await figures()).toMatchObject({
      calls: 2,
      replies: [{ given: 2, successWithout: { of: 2 } }, {}, {}],
      instead: [],
    });
    expect(await server.models.lines.countDocuments({ callId: deleted })).toBe(0);
    expect(await server.models.suggestions.findOne({ callId: deleted }).lean()).not.toMatchObject({
      text: expect.stringMatching(/./),
    });
    // What a process that had read the call before writes back does not stay.
    await replies.measure(call, [], entries);
    await erasure.eraseLate([deleted]);
    expect(await figures()).toMatchObject({ replies: [{ given: 2 }, {}, {}], instead: [] });
    await erasure.remove([deleted]);
    expect(await figures()).toMatchObject({ calls: 1, replies: [{ given: 1 }, {}, {}] });
    expect(await server.models.suggestions.distinct("callId")).toEqual([kept]);
  });

  test("show the replies that an agent says unprompted in three of five calls", async () => {
    const { replies } = createCallRecords(server.models);
    const at = (minute: number, agentId = agent.id) => ({
      startedAt: new Date(Date.now() - minute * 60_000),
      agentId,
    });
    const before = { lines: [client, saidIt], given: [{ replyId: pilot.id, text: "Pour 3 personnes" }] };
    for (const minute of [1, 2]) await stored({ ...before, changes: at(minute) });
    await measured();
    expect(await replies.quiet(agent.id)).toEqual(new Set());
    // Where it was given first, the agent was prompted.
    await stored({ lines: [client, saidIt], changes: at(3) });
    await measured();
    expect(await replies.quiet(agent.id)).toEqual(new Set());
    for (const minute of [4, 5]) await stored({ ...before, changes: at(minute) });
    for (const minute of [4, 5]) await stored({ ...before, changes: at(minute, colleague.id) });
    await measured();
    expect(await replies.quiet(agent.id)).toEqual(new Set([budget.id]));
    expect(await replies.quiet(colleague.id)).toEqual(new Set());
    for (let call = 0; call < 3; call++) await stored({ changes: at(0) });
    await measured();
    expect(await replies.quiet(agent.id)).toEqual(new Set());
  });

  test("read no whole collection, and count suggestions from an index alone", async () => {
    await stored();
    await figures();
    await createCallRecords(callModels(server.queries.connection)).replies.quiet(agent.id);
    expect(await server.queries.scans()).toEqual([]);
    const plan = (await server.models.suggestions
      .aggregate([
        { $match: { organizationId: acme, startedAt: { $gte: new Date(0) }, replyId: { $gt: "" } } },
        {
          $group: {
            _id: {
              reply: "$replyId",
              wording: "$wording",
              state: "$state",
              said: "$said",
              won: "$successful",
            },
            entry: { $first: "$entryId" },
          },
        },
      ])
      .explain("executionStats")) as unknown as { stages: { $cursor?: { executionStats: object } }[] };
    expect(plan.stages[0]?.$cursor?.executionStats).toMatchObject({ nReturned: 1, totalDocsExamined: 0 });
  });
});
