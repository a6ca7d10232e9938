import { readFile } from "node:fs/promises";
import path from "node:path";
import type { Suggestion } from "@souffleur/contracts";
import * as z from "zod";
import {
  endedCall,
  filterCombinations,
  insertMany,
  readPages,
  startWatchedCalls,
  storedLine,
  storedSuggestion,
  type WatchedCalls,
} from "../../testing/calls/stored-calls.ts";
import {
  acme,
  agent,
  colleague,
  manager,
  outsider,
  type Person,
  platform,
  somebody,
  supervisor,
  tokenOf,
} from "../../testing/people/call-people.ts";
import type { CallDoc } from "./records/call-model.ts";
import { createCallRecords } from "./records/call-records.ts";

/** The part of the schema of draft-ietf-vcon-vcon-core that Souffleur uses. */
const schemaFile = path.join(__dirname, "../../test/vcon.schema.json");

const admin = somebody("admin");
const analyst = somebody("analyst");
const strangers: [string, Person, number][] = [
  ["another agent", colleague, 404],
  ["a platform administrator", platform, 404],
  ["an administrator of another organization", outsider, 404],
  ["a manager of another organization", somebody("manager", "globex"), 404],
];

describe("stored calls", () => {
  let server: WatchedCalls;

  beforeAll(async () => {
    server = await startWatchedCalls({ tuning: { speed: 1 } });
    // The stored calls are older than what is kept by default.
    const forever = { conversationDays: null, analysisDays: null, customerDays: null };
    expect((await server.api(admin, "PUT", "/api/organization/retention", forever)).status).toBe(200);
  });
  afterAll(() => server.close());

  /** Stores a call that has ended. */
  async function stored(changes: Partial<CallDoc> = {}): Promise<string> {
    const call = endedCall(changes);
    await server.models.calls.create(call);
    return call._id;
  }

  const outcome = (person: Person, callId: string, body: object) =>
    server.api(person, "PUT", `/api/calls/${callId}/outcome`, body);
  const read = async (callId: string) =>
    (await server.api(agent, "GET", `/api/calls/${callId}`)).body.data.call;

  describe("an outcome", () => {
    test("is stored with its amount and next step, is replaced as a whole, and is part of the call", async () => {
      const callId = await stored();
      const won = { outcome: "successful", amount: 1200, nextStep: " Contrat ", nextStepAt: "2026-03-31" };
      const first = await outcome(agent, callId, won);
      expect(first).toMatchObject({ status: 200 });
      expect(first.body.data).toEqual({ ...won, nextStep: "Contrat", revision: 1 });
      expect(await read(callId)).toMatchObject({ ...won, nextStep: "Contrat", outcomeRevision: 1 });
      const second = await outcome(manager, callId, { outcome: "no_need", nextStep: " ", revision: 1 });
      expect(second.body.data).toEqual({ outcome: "no_need", revision: 2 });
      const { amount, nextStep, nextStepAt } = await read(callId);
      expect([amount, nextStep, nextStepAt]).toEqual([undefined, undefined, undefined]);
    });

    test("can be saved while the call is running, and stays after its end", async () => {
      const { callId } = await server.begin(agent);
      expect((await outcome(agent, callId, { outcome: "follow_up" })).status).toBe(200);
      await server.end(agent, callId);
      expect(await read(callId)).toMatchObject({ status: "ended", outcome: "follow_up" });
    });

    test("is missing in a call to wrap up, which is listed with what its client said last", async () => {
      const [callId, silent] = [
        await stored({ agentId: colleague.id }),
        await stored({ agentId: colleague.id }),
      ];
      const line = { callId, sessionId: "s", timestamp: new Date(), confidence: 1, isTranscription: true };
      const said = `Rappelez-moi lundi ${"x".repeat(200)}`;
      await server.models.lines.create([
        { ...line, _id: `${callId}-1`, seq: 1, sender: "client", text: "Bonjour." },
        { ...line, _id: `${callId}-2`, seq: 2, sender: "client", text: said },
        { ...line, _id: `${callId}-3`, seq: 3, sender: "agent", text: "Entendu." },
      ]);
      const { body } = await server.api(colleague, "GET", "/api/calls?toWrapUp=true");
      const saidLast = (id: string) =>
        body.data.calls.find((one: { callId: string }) => one.callId === id)?.lastSaid;
      expect(saidLast(callId)).toBe(`${said.slice(0, 160)}…`);
      expect(saidLast(silent)).toBeUndefined();
      const all = await server.api(colleague, "GET", "/api/calls");
      expect(all.body.data.calls[0].lastSaid).toBeUndefined();
    });

    test("is removed by null, and the call is to be wrapped up again", async () => {
      const callId = await stored();
      expect((await outcome(agent, callId, { outcome: "successful", amount: 5 })).status).toBe(200);
      const removed = await outcome(agent, callId, {
        outcome: null,
        nextStep: "Rappeler",
        revision: 1,
      });
      expect(removed.body.data).toEqual({ nextStep: "Rappeler", revision: 2 });
      expect(await read(callId)).toMatchObject({ nextStep: "Rappeler", outcomeRevision: 2 });
      const { body } = await server.api(agent, "GET", "/api/calls?toWrapUp=true");
      expect(body.data.calls.map((one: { callId: string }) => one.callId)).toContain(callId);
      const untouched = await outcome(agent, await stored(), { outcome: null });
      expect(untouched.body.data).toEqual({ revision: 0 });
    });

    test("that was changed elsewhere is answered with 409 and the stored one, and nothing is lost", async () => {
      const callId = await stored();
      const both = await Promise.all(
        ["no_need", "competitor"].map((one) => outcome(agent, callId, { outcome: one, revision: 0 })),
      );
      const [won, lost] = both.toSorted((a, b) => a.status - b.status);
      expect([won?.status, lost?.status]).toEqual([200, 409]);
      expect(lost?.body).toMatchObject({ code: "INVALID_TRANSITION", current: won?.body.data });
      expect((await read(callId)).outcome).toBe(won?.body.data.outcome);
    });

    test("that is saved again changes nothing, also with the revision of the first time", async () => {
      const callId = await stored();
      const body = { outcome: "successful", amount: 0, revision: 0 };
      const answers = [];
      for (let time = 0; time < 3; time++) answers.push(await outcome(agent, callId, body));
      expect(answers.map(({ status, body }) => [status, body.data.revision])).toEqual(
        Array(3).fill([200, 1]),
      );
      const atOnce = await stored();
      const parallel = await Promise.all(Array.from({ length: 5 }, () => outcome(agent, atOnce, body)));
      expect(parallel.map(({ body }) => body.data?.revision)).toEqual(Array(5).fill(1));
    });

    test.each([
      [{}, "outcome", /^Outcome must be one of: successful, follow_up/],
      [{ outcome: "won" }, "outcome", /^Outcome must be one of/],
      [{ outcome: { $ne: null } }, "outcome", /^Outcome must be one of/],
      [{ outcome: "no_need", amount: 5 }, "amount", /^An amount is for a successful call only$/],
      [{ outcome: "successful", amount: 1.5 }, "amount", /^Amount must be whole dollars$/],
      [{ outcome: "successful", amount: "5" }, "amount", /^Amount must be whole dollars$/],
      [{ outcome: "successful", amount: -1 }, "amount", /^Amount must not be negative$/],
      [{ outcome: "successful", amount: 1e10 }, "amount", /^Amount is too large$/],
      [{ outcome: "other", nextStep: "x".repeat(501) }, "nextStep", /^Next step is too long/],
      [{ outcome: "other", nextStepAt: "31/03/2026" }, "nextStepAt", /^Next step's date must be a day/],
      [{ outcome: "other", nextStepAt: "2026-02-30" }, "nextStepAt", /^Next step's date must be a day/],
      [{ outcome: "other", nextStepAt: "1026-02-03" }, "nextStepAt", /^Next step's date must be between/],
      [{ outcome: "other", revision: -1 }, "revision", /./],
    ])("refuses %j", async (given, field, error) => {
      const { status, body } = await outcome(agent, await stored(), given);
      expect(status).toBe(400);
      expect(body).toMatchObject({ code: "VALIDATION_ERROR", field, error: expect.stringMatching(error) });
    });

    test.each<[string, Person, number]>([
      ["its agent", agent, 200],
      ["an administrator", admin, 200],
      ["a manager", manager, 200],
      ["a supervisor", supervisor, 403],
      ["an analyst", analyst, 403],
      ...strangers,
    ])("saved by %s is answered with %s", async (_name, person, status) => {
      expect((await outcome(person, await stored(), { outcome: "other" })).status).toBe(status);
    });
  });

  describe("the list", () => {
    const day = (number: number) => new Date(Date.UTC(2025, 0, number, 9));
    let ids: string[];

    async function list(person: Person, query: Record<string, string> = {}) {
      const { status, body } = await server.api(person, "GET", `/api/calls?${new URLSearchParams(query)}`);
      return {
        status,
        body,
        ids: body.data?.calls.map(({ callId }: { callId: string }) => callId) as string[],
      };
    }

    beforeAll(async () => {
      await server.models.calls.deleteMany({});
      ids = [
        await stored({ startedAt: day(1), source: "telephony", durationSeconds: 30, outcome: "other" }),
        await stored({ startedAt: day(2), agentId: colleague.id, agentName: "Hugo", durationSeconds: 90 }),
        await stored({
          startedAt: day(3),
          outcome: "successful",
          amount: 700,
          outcomeRevision: 1,
          durationSeconds: 300,
          seq: 12,
          suggestionsUsed: 2,
        }),
        await stored({ startedAt: day(3), status: "active" }),
      ];
      const running = { _id: ids[3] as string };
      await server.models.calls.updateOne(running, { $unset: { endedAt: "", durationSeconds: "" } });
      await stored({ startedAt: day(2), organizationId: "globex", agentId: "someone" });
      await stored({ startedAt: day(2), organizationId: null, agentId: platform.id });
    });

    test("has the newest call first, with what a row shows", async () => {
      const { body } = await list(supervisor, { outcome: "successful" });
      expect(body.data).toEqual({
        calls: [
          {
            callId: ids[2],
            agentId: agent.id,
            agentName: "Camille",
            customer: { name: "Claire Moreau" },
            clientName: "Claire Moreau",
            source: "simulation",
            status: "ended",
            startedAt: day(3).toISOString(),
            endedAt: new Date(day(3).getTime() + 300_000).toISOString(),
            durationSeconds: 300,
            lines: 12,
            outcome: "successful",
            amount: 700,
            suggestionsUsed: 2,
          },
        ],
      });
    });

    test.each([
      ["an administrator", admin, [2, 3, 1, 0]],
      ["a manager", manager, [2, 3, 1, 0]],
      ["a supervisor", supervisor, [2, 3, 1, 0]],
      ["an analyst", analyst, [2, 3, 1, 0]],
      ["an agent: their own", agent, [2, 3, 0]],
      ["another agent: theirs", colleague, [1]],
    ])("has the readable calls for %s", async (_name, person, expected) => {
      const found = (await list(person)).ids;
      expect(new Set(found)).toEqual(new Set(expected.map((index) => ids[index])));
    });

    test("has no calls of another organization, and those of a platform administrator for them alone", async () => {
      expect((await list(outsider)).ids).toHaveLength(1);
      expect((await list(outsider, { agentId: agent.id })).ids).toEqual([]);
      const own = await list(platform);
      expect(own.body.data.calls.map(({ agentId }: { agentId: string }) => agentId)).toEqual([platform.id]);
      expect((await list(platform, { agentId: agent.id })).ids).toEqual([]);
      expect((await list(colleague, { agentId: agent.id })).ids).toEqual([]);
    });

    test.each([
      [{ status: "active" }, [3]],
      [{ agentId: colleague.id }, [1]],
      [{ outcome: "other" }, [0]],
      [{ source: "telephony" }, [0]],
      [{ from: day(2).toISOString() }, [1, 2, 3]],
      [{ from: "2025-01-02T10:00:00+01:00", to: day(3).toISOString() }, [1]],
      [{ minSeconds: "90", maxSeconds: "" }, [1, 2]],
      [{ minSeconds: "", maxSeconds: "30" }, [0]],
      [{ minSeconds: "30", maxSeconds: "90" }, [0, 1]],
      [{ toWrapUp: "true" }, [1]],
      [{ toWrapUp: "false", outcome: "other" }, [0]],
      [{ toWrapUp: "true", outcome: "other" }, []],
    ])("finds with %j", async (query, expected) => {
      const found = await list(supervisor, query as Record<string, string>);
      expect(new Set(found.ids)).toEqual(new Set(expected.map((index) => ids[index])));
    });

    test("continues page by page without a gap or a duplicate while calls are added", async () => {
      const same = day(10);
      const many = await Promise.all(Array.from({ length: 7 }, () => stored({ startedAt: same })));
      const wanted = [
        ...many.toSorted().reverse(),
        ...(await list(supervisor)).ids.filter((id) => !many.includes(id)),
      ];
      const pages = await readPages(async (cursor) => {
        const { body, ids: found } = await list(supervisor, { limit: "2", ...cursor });
        await stored({ startedAt: day(20) });
        return { ids: found, nextCursor: body.data.nextCursor };
      });
      expect(pages.flat()).toEqual(wanted);
    });

    test.each([
      ["status", "gone"],
      ["outcome", "won"],
      ["source", "fax"],
      ["from", "yesterday"],
      ["to", "2025-01-01"],
      ["minSeconds", "-1"],
      ["maxSeconds", "x"],
      ["toWrapUp", "maybe"],
      ["limit", "0"],
      ["limit", "101"],
      ["limit", "1.5"],
      ["cursor", "x"],
      ["cursor", "x".repeat(300)],
    ])("refuses %s %j and names the field", async (field, value) => {
      const { status, body } = await list(supervisor, { [field]: value });
      expect(status).toBe(400);
      expect(body).toMatchObject({ code: "VALIDATION_ERROR", field });
    });

    test("refuses a cursor with one changed character", async () => {
      const { nextCursor } = (await list(supervisor, { limit: "1" })).body.data;
      for (const at of [0, 8, 14, 20, nextCursor.length - 1]) {
        const other = nextCursor[at] === "A" ? "B" : "A";
        const cursor = nextCursor.slice(0, at) + other + nextCursor.slice(at + 1);
        expect((await list(supervisor, { cursor })).body).toMatchObject({ field: "cursor" });
      }
    });

    const ofAcme: [string, string][] = [
      [agent.id, "Camille"],
      [colleague.id, "Hugo"],
    ];
    test.each<[string, Person, [agentId: string, agentName: string][]]>([
      ["an administrator", admin, ofAcme],
      ["a supervisor", supervisor, ofAcme],
      ["an analyst", analyst, ofAcme],
      ["an agent: themselves", colleague, [[colleague.id, "Hugo"]]],
      ["another organization: its own", outsider, [["someone", "Camille"]]],
      ["a platform administrator: themselves", platform, [[platform.id, "Camille"]]],
      ["an agent without a call", somebody("agent", "initech"), []],
    ])("has the agents of the readable calls for %s", async (_name, person, expected) => {
      const { body } = await server.api(person, "GET", "/api/calls/agents");
      expect(body.data.agents).toEqual(expected.map(([agentId, agentName]) => ({ agentId, agentName })));
    });

    test("names an agent by the name in their newest call", async () => {
      await stored({ startedAt: day(4), agentId: colleague.id, agentName: "Hugo Lambert" });
      const { body } = await server.api(supervisor, "GET", "/api/calls/agents");
      expect(body.data.agents).toContainEqual({ agentId: colleague.id, agentName: "Hugo Lambert" });
    });

    test("has all agents with a name, however many have nothing but erased calls", async () => {
      const calls = Array.from({ length: 1100 }, (_, n) =>
        endedCall({
          organizationId: "initech",
          agentId: `gone-${n}`,
          agentName: "",
          clientName: "",
          erasedAt: new Date(),
        }),
      );
      const last = endedCall({ organizationId: "initech", agentId: "zoe", agentName: "Zoé" });
      await insertMany(server.models.calls, [...calls, last]);
      const { body } = await server.api(somebody("supervisor", "initech"), "GET", "/api/calls/agents");
      expect(body.data.agents).toEqual([{ agentId: "zoe", agentName: "Zoé" }]);
    });

    test("reads no whole collection with any filter, any two, or all", async () => {
      const filters: Record<string, string>[] = [
        { status: "active" },
        { status: "ended" },
        { agentId: agent.id },
        { outcome: "other" },
        { source: "telephony" },
        { from: day(1).toISOString(), to: day(9).toISOString() },
        { minSeconds: "10", maxSeconds: "70" },
        { toWrapUp: "true" },
      ];
      const before = server.queries.seen();
      for (const query of filterCombinations(filters)) {
        for (const person of [supervisor, agent]) {
          const { body } = await list(person, { ...query, limit: "1" });
          const { nextCursor: cursor } = body.data;
          if (cursor !== undefined) await list(person, { ...query, limit: "1", cursor });
        }
      }
      expect(server.queries.seen() - before).toBeGreaterThan(50);
      expect(await server.queries.scans()).toEqual([]);
    });
  });

  describe("a review", () => {
    const addLine = (callId: string, seq: number, sender: "agent" | "client", text: string) =>
      server.models.lines.create(
        storedLine({ _id: callId, sessionId: callId }, { seq, sender, text, timestamp: at(seq * 5) }),
      );
    const at = (seconds: number) => new Date(Date.now() + seconds * 1000);

    /** A running call in which the client has called the price too high, and what was suggested. */
    async function suggested() {
      const { callId } = await server.begin(agent);
      await addLine(callId, 1, "client", "C'est trop cher pour nous.");
      await server.models.calls.updateOne({ _id: callId }, { $set: { seq: 1 } });
      const { body } = await server.api(agent, "POST", `/api/calls/${callId}/suggestions`);
      return {
        callId,
        given: body.data.suggestions as Pick<Suggestion, "id" | "text" | "category" | "tookMs">[],
      };
    }
    const report = (person: Person, callId: string, id: string, state: unknown) =>
      server.api(person, "PUT", `/api/calls/${callId}/suggestions/${encodeURIComponent(id)}`, { state });
    const review = (person: Person, callId: string) =>
      server.api(person, "GET", `/api/calls/${callId}/review`);

    test("has each suggestion at its line, with its state and whether it was said", async () => {
      const { callId, given } = await suggested();
      const [first, second, third] = given;
      if (!first || !second || !third) throw new Error("three suggestions are needed");
      await report(agent, callId, first.id, "shown");
      await report(agent, callId, second.id, "used");
      await server.end(agent, callId);
      await addLine(callId, 2, "agent", `Alors, ${second.text}`);
      const { body } = await review(supervisor, callId);
      expect(body.data.call).toMatchObject({ callId, agentId: agent.id, status: "ended" });
      expect(body.data.talk.client).toMatchObject({ words: 5, questions: 0 });
      const kept = body.data.suggestions as { id: string; seq: number; state: string; said: boolean }[];
      expect(kept.map(({ id, seq, state }) => ({ id, seq, state }))).toEqual([
        { id: first.id, seq: 1, state: "shown" },
        { id: second.id, seq: 1, state: "used" },
        { id: third.id, seq: 1, state: "given" },
      ]);
      expect(second.tookMs).toBeGreaterThan(0);
      expect(kept[1]).toMatchObject({
        text: second.text,
        category: second.category,
        provider: "playbook",
        tookMs: second.tookMs,
        said: true,
      });
      expect((await server.api(agent, "GET", "/api/calls")).body.data.calls).toContainEqual(
        expect.objectContaining({ callId, suggestionsUsed: 1 }),
      );
    });

    test("of a long call has the figures of the call's end, and is computed from its lines after a change", async () => {
      const callId = await stored({ seq: 600, wordsDue: "once" });
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
      const fromLines = await review(agent, callId);
      expect(fromLines.body.data).toMatchObject({
        talk: { client: { questions: 1 } },
        suggestions: [{ seq: 22, said: true }],
      });
      const { words, erasure } = createCallRecords(server.models);
      // The calls of other tests would come first, and some of them wait for lines that never come.
      await calls.updateMany({ _id: { $ne: callId } }, { $unset: { wordsDue: "" } });
      await words.collect();
      expect((await review(agent, callId)).body).toEqual(fromLines.body);

      await lines.updateOne({ _id: `${callId}-2` }, { $set: { text: "Vraiment ?" } });
      expect((await review(agent, callId)).body).toEqual(fromLines.body);
      await calls.updateOne({ _id: callId }, { $set: { wordsDue: "again" } });
      expect((await review(agent, callId)).body.data.talk.agent).toMatchObject({ questions: 1 });

      await erasure.erase([callId], new Date());
      await words.collect();
      expect(await calls.findById(callId).select("+talk").lean()).not.toHaveProperty("talk");
    });

    test("has the highest reported state, however often and in whatever order states are reported", async () => {
      const { callId, given } = await suggested();
      const id = given[0]?.id ?? "";
      const states = ["shown", "dismissed", "copied", "used"];
      expect((await report(agent, callId, id, "shown")).body.data).toEqual({ state: "shown" });
      await Promise.all([...states, ...states].map((state) => report(agent, callId, id, state)));
      expect((await report(agent, callId, id, "dismissed")).body.data).toEqual({ state: "used" });
      await report(agent, callId, given[1]?.id ?? "", "used");
      const row = (await server.api(agent, "GET", "/api/calls")).body.data.calls.find(
        (one: { callId: string }) => one.callId === callId,
      );
      expect(row.suggestionsUsed).toBe(2);
      await server.end(agent, callId);
    });

    test("refuses an unknown state, and a state for a suggestion of another call", async () => {
      const [one, two] = [await suggested(), await suggested()];
      const id = one.given[0]?.id ?? "";
      expect((await report(agent, one.callId, id, "read")).body).toMatchObject({
        code: "VALIDATION_ERROR",
        field: "state",
      });
      expect((await report(agent, two.callId, id, "used")).status).toBe(404);
      expect((await report(agent, one.callId, "none", "used")).status).toBe(404);
      for (const person of [supervisor, admin]) {
        expect((await report(person, one.callId, id, "used")).status).toBe(403);
      }
      for (const [, person] of strangers)
        expect((await report(person, one.callId, id, "used")).status).toBe(404);
      for (const { callId } of [one, two]) await server.end(agent, callId);
    });
  });

  describe("an export", () => {
    const mayExport: [string, Person][] = [
      ["an administrator", admin],
      ["a manager", manager],
      ["an analyst", analyst],
    ];
    const action = /^calls?\.exported$/;
    const exports = () => server.connection.collection("audit_log").find({ action });

    async function download(person: Person, path: string, headers: Record<string, string> = {}) {
      const response = await fetch(server.url + path, {
        headers: { authorization: `Bearer ${tokenOf(person)}`, ...headers },
      });
      // `response.text()` would drop the byte order mark.
      const text = Buffer.from(await response.arrayBuffer()).toString();
      return { status: response.status, headers: response.headers, text };
    }
    const list = (person: Person, query: Record<string, string> = {}) =>
      download(person, `/api/calls/export?${new URLSearchParams(query)}`);
    const one = (person: Person, callId: string, format: string) =>
      download(person, `/api/calls/${callId}/export?format=${format}`);
    /** The fields of each row after the title row; no field in these tests has a comma. */
    const rowsOf = (csv: string) =>
      csv
        .split("\r\n")
        .slice(1, -1)
        .map((line) => line.slice(1, -1).split('","'));

    beforeEach(async () => {
      await server.models.calls.deleteMany({});
      await server.connection.collection("audit_log").deleteMany({ action });
    });

    test("has French titles and words for a French reader", async () => {
      const call = await stored({
        startedAt: new Date("2025-03-31T09:00:00Z"),
        outcome: "successful",
        amount: 1200,
        source: "telephony",
      });
      const french = { "Accept-Language": "fr" };
      const csv = (await download(analyst, "/api/calls/export?", french)).text.split("\r\n");
      expect(csv[0]).toBe(
        '\uFEFF"Date";"Agent";"Client";"Source";"Durée";"Résultat";"Montant (USD)";"Phrases";"Réponses utilisées"',
      );
      expect(csv[1]).toContain('"Téléphone";"00:01:00";"Gagné";"1200"');
      // The words are those of the interface, the separator that of the spreadsheet.
      const separated = async (asked: string, languages: string) =>
        (await download(analyst, `/api/calls/export?${asked}`, { "Accept-Language": languages })).text.slice(
          6,
          9,
        );
      expect(await separated("separator=comma", "fr")).toBe('","');
      expect(await separated("", "de-DE,de;q=0.9,en;q=0.8")).toBe('";"');
      expect(await separated("", "en-US,fr;q=0.5")).toBe('","');
      expect(await separated("separator=semicolon", "en")).toBe('";"');
      const { text } = await download(analyst, `/api/calls/${call}/export?format=text`, french);
      expect(text).toContain("Date\u00a0: 31 mars 2025, 09:00 UTC\n");
      expect(text).toContain("Résultat\u00a0: Gagné\nMontant\u00a0: 1\u202f200\u00a0$\n");
      expect(text).toContain("Notes\nAucune.\n");
      const vcon = await download(analyst, `/api/calls/${call}/export?format=vcon`, french);
      expect(JSON.parse(vcon.text).subject).toBe("Appel avec Claire Moreau");
    });

    test("of the list is a CSV file with a row for each call, the newest first", async () => {
      const startedAt = new Date("2025-01-03T09:00:00Z");
      const won = { outcome: "successful", amount: 700, seq: 12, suggestionsUsed: 2 } as const;
      await stored({ startedAt, ...won, durationSeconds: 754, source: "telephony" });
      await stored({ startedAt: new Date("2025-01-02T09:00:00Z"), agentName: "Zoé" });
      await stored({ startedAt, organizationId: "globex" });
      const { status, headers, text } = await list(analyst);
      expect(status).toBe(200);
      expect(headers.get("content-type")).toBe("text/csv; charset=utf-8");
      expect(headers.get("content-disposition")).toMatch(/^attachment; filename=calls-\d{4}-\d\d-\d\d\.csv$/);
      expect(headers.get("cache-control")).toBe("no-store");
      expect(text.split("\r\n")).toEqual([
        '\uFEFF"When","Agent","Customer","Source","Length","Outcome","Amount (USD)","Lines","Replies used"',
        '"2025-01-03T09:00:00.000Z","Camille","Claire Moreau","Telephone","00:12:34","Won","700","12","2"',
        '"2025-01-02T09:00:00.000Z","Zoé","Claire Moreau","Test call","00:01:00","To wrap up","","0","0"',
        "",
      ]);
    });

    test("of the list has no field that begins a formula", async () => {
      const names = ["=1+1", "+33 1", "-2", "@SUM(A1)", "\tx", "\rx"];
      for (const clientName of names) await stored({ clientName });
      const found = rowsOf((await list(admin)).text).map(([, , customer]) => customer);
      expect(found.toSorted()).toEqual(names.map((name) => `'${name}`).toSorted());
    });

    test("of the list is filtered and searched as the list on the screen", async () => {
      await stored({ clientName: "Won", outcome: "successful", outcomeRevision: 1 });
      await stored({ clientName: "Found", notes: "une remise", words: ["remis"] });
      const customers = async (query: Record<string, string>) =>
        rowsOf((await list(manager, query)).text).map(([, , customer]) => customer);
      expect(await customers({ outcome: "successful" })).toEqual(["Won"]);
      expect(await customers({ toWrapUp: "true" })).toEqual(["Found"]);
      expect(await customers({ q: "remises" })).toEqual(["Found"]);
      expect(await customers({ q: "remises", outcome: "successful" })).toEqual([]);
      await stored({ clientName: "Row", notes: "une remise faite", words: ["remis", "fait"] });
      await stored({ clientName: "Else", notes: "faite, la remise", words: ["remis", "fait"] });
      expect(await customers({ q: '"remise faite"' })).toEqual(["Row"]);
    });

    test.each([
      [{ outcome: "won" }, "outcome"],
      [{ from: "yesterday" }, "from"],
      [{ q: "a" }, "q"],
    ])("of the list with %j is refused before its file begins", async (query, field) => {
      const { status, text, headers } = await list(admin, query as Record<string, string>);
      expect([status, headers.get("content-disposition")]).toEqual([400, null]);
      expect(JSON.parse(text)).toMatchObject({ code: "VALIDATION_ERROR", field });
      expect(await exports().toArray()).toEqual([]);
    });

    test("of a long list is complete and in order, also where many calls began at once", async () => {
      await Promise.all(Array.from({ length: 3 }, () => stored()));
      const others = Array.from({ length: 1200 }, (_, index) =>
        endedCall({
          clientName: `Customer ${index}`,
          startedAt: new Date(Date.UTC(2025, 0, 1) - Math.floor(index / 700) * 1000),
        }),
      );
      await insertMany(server.models.calls, others);
      const rows = rowsOf((await list(admin)).text);
      expect(new Set(rows.map(([, , customer]) => customer)).size).toBe(1201);
      expect(rows).toHaveLength(1203);
      const times = rows.map(([when = ""]) => when);
      expect(times).toEqual(times.toSorted().reverse());
    });

    describe("of one call", () => {
      /** A call with notes, an outcome, two lines and a suggestion that was used. */
      async function storedConversation(): Promise<string> {
        const startedAt = new Date("2025-03-31T09:00:00Z");
        const callId = await stored({
          startedAt,
          endedAt: new Date("2025-03-31T09:01:30Z"),
          durationSeconds: 90,
          source: "telephony",
          clientNumber: "+33 1 23 45 67 89",
          notes: "Veut un devis.",
          outcome: "successful",
          amount: 1200,
          nextStep: "Envoyer le devis",
          nextStepAt: "2025-04-02",
          outcomeRevision: 1,
          seq: 2,
        });
        const call = { _id: callId, sessionId: callId };
        const at = (seconds: number) => new Date(startedAt.getTime() + seconds * 1000);
        const answer = "Je comprends.";
        await server.models.lines.create([
          storedLine(call, { seq: 1, sender: "client", text: "C'est trop cher ?", timestamp: at(5) }),
          storedLine(call, { seq: 2, sender: "agent", text: answer, timestamp: at(12), startedAt: at(10) }),
        ]);
        await server.models.suggestions.create(
          storedSuggestion({ callId, triggerId: `${callId}-1`, text: answer, state: "used" }),
        );
        return callId;
      }

      test("as text is readable for people", async () => {
        const callId = await storedConversation();
        const { headers, text } = await one(manager, callId, "text");
        expect(headers.get("content-type")).toBe("text/plain; charset=utf-8");
        expect(headers.get("content-disposition")).toBe(
          `attachment; filename=call-2025-03-31-${callId.slice(0, 8)}.txt`,
        );
        expect(text).toBe(
          [
            "Agent: Camille",
            "Customer: Claire Moreau",
            "Number: +33 1 23 45 67 89",
            "When: Mar 31, 2025, 09:00 UTC",
            "Length: 00:01:30",
            "Source: Telephone",
            "Outcome: Won",
            "Amount: $1,200",
            "Next step: Envoyer le devis",
            "Due: Apr 2, 2025",
            "",
            "Notes",
            "Veut un devis.",
            "",
            "Talk figures",
            "Camille: 63% of the speech, words: 2, questions: 0, interruptions: 0, longest monologue: 00:00:02",
            "Claire Moreau: 38% of the speech, words: 3, questions: 1, interruptions: 0, longest monologue: 00:00:01",
            "Silence: 00:01:26, the longest 00:01:18",
            "",
            "Transcript",
            "[00:00:05] Claire Moreau: C'est trop cher ?",
            "    Suggestion (used, said): Je comprends.",
            "[00:00:12] Camille: Je comprends.",
            "",
          ].join("\n"),
        );
      });

      test("as JSON has everything in its review and its transcript", async () => {
        const callId = await storedConversation();
        const { headers, text } = await one(analyst, callId, "json");
        expect(headers.get("content-type")).toBe("application/json; charset=utf-8");
        const review = await server.api(analyst, "GET", `/api/calls/${callId}/review`);
        const transcript = await server.api(analyst, "GET", `/api/calls/${callId}/transcript`);
        expect(JSON.parse(text)).toEqual({
          ...review.body.data,
          summary: { provider: "rules", points: [] },
          lines: transcript.body.data.lines,
          notes: [],
        });
      });

      test("as vCon conforms to the draft's schema, with and without lines", async () => {
        const callId = await storedConversation();
        const schema = z.fromJSONSchema(JSON.parse(await readFile(schemaFile, "utf8")));
        const { headers, text } = await one(admin, callId, "vcon");
        expect(headers.get("content-type")).toMatch(/^application\/vcon\b/);
        const vcon = JSON.parse(text);
        expect(schema.safeParse(vcon).error).toBeUndefined();
        expect(schema.safeParse({ ...vcon, uuid: "none" }).success).toBe(false);
        expect(vcon).toMatchObject({
          uuid: callId,
          created_at: "2025-03-31T09:00:00.000Z",
          parties: [
            { type: "person", name: "Camille", uuid: agent.id },
            { type: "person", name: "Claire Moreau", tel: "+33123456789" },
          ],
          dialog: [
            { start: "2025-03-31T09:00:05.000Z", duration: 0, parties: [1, 0], body: "C'est trop cher ?" },
            { start: "2025-03-31T09:00:10.000Z", duration: 2, parties: [0, 1], body: "Je comprends." },
          ],
        });
        expect(vcon.analysis.map(({ schema }: { schema: string }) => schema)).toEqual([
          "outcome",
          "summary",
          "suggestions",
          "talk",
          "line-notes",
        ]);
        expect(vcon.analysis[0].body).toMatchObject({ outcome: "successful", notes: "Veut un devis." });
        const silent = JSON.parse((await one(admin, await stored(), "vcon")).text);
        expect(schema.safeParse(silent).error).toBeUndefined();
        expect(silent.dialog).toEqual([]);
      });

      test.each(["", "pdf", "__proto__"])("is refused in the format %j", async (format) => {
        const { status, text } = await one(admin, await stored(), format);
        expect(status).toBe(400);
        expect(JSON.parse(text)).toMatchObject({
          code: "VALIDATION_ERROR",
          error: "Format must be one of: text, json, vcon",
          field: "format",
        });
      });
    });

    test.each(mayExport)(
      "is allowed to %s, and is recorded in the audit log without the search text",
      async (_name, person) => {
        const callId = await stored();
        expect((await list(person, { q: "Moreau", outcome: "other" })).status).toBe(200);
        expect((await one(person, callId, "vcon")).status).toBe(200);
        expect(await exports().sort({ _id: 1 }).toArray()).toMatchObject([
          {
            action: "calls.exported",
            actorId: person.id,
            subjectId: acme,
            to: "csv",
            reason: "outcome=other q=…",
            source: expect.stringContaining("127.0.0.1"),
          },
          { action: "call.exported", actorId: person.id, subjectId: callId, to: "vcon" },
        ]);
      },
    );

    test("has no calls of another organization", async () => {
      const callId = await stored();
      expect(rowsOf((await list(outsider)).text)).toEqual([]);
      expect(rowsOf((await list(outsider, { agentId: agent.id })).text)).toEqual([]);
      for (const id of [callId, "none", "export"]) expect((await one(outsider, id, "json")).status).toBe(404);
    });
  });
});
