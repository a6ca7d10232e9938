import type { FoundText, Role } from "@souffleur/contracts";
import type { Connection } from "mongoose";
import {
  acme,
  agent,
  colleague,
  endedCall,
  outsider,
  type Person,
  platform,
  startCalls,
  supervisor,
  type TestCalls,
} from "../../testing/calls.ts";
import { testDatabase } from "../../testing/database.ts";
import { watchQueries } from "../../testing/watch-queries.ts";
import { type CallDoc, callModels } from "./call-model.ts";
import { createCallRecords } from "./call-records.ts";

interface Row {
  callId: string;
  found: FoundText[];
}

const day = (number: number) => new Date(Date.UTC(2025, 0, number, 9));

describe("the search of calls", () => {
  let database: Awaited<ReturnType<typeof testDatabase>>;
  let connection: Connection;
  let server: TestCalls;
  let queries: Awaited<ReturnType<typeof watchQueries>>;

  beforeAll(async () => {
    database = await testDatabase();
    connection = database.connection;
    queries = await watchQueries(database.uri);
    server = await startCalls({ connection: queries.connection, speed: 1 });
  });
  afterAll(async () => {
    await server.close();
    await queries.connection.close();
    await database.close();
  });

  /** Stores a call that has ended, with lines of the client and the agent in turns; it is collected with the others. */
  async function stored(texts: string[], changes: Partial<CallDoc> = {}): Promise<string> {
    const { calls, lines } = callModels(connection);
    const startedAt = changes.startedAt ?? day(1);
    const call = endedCall({ startedAt, seq: texts.length, ...changes });
    await lines.create(
      texts.map((text, index) => ({
        _id: `${call._id}-${index + 1}`,
        callId: call._id,
        sessionId: call.sessionId,
        seq: index + 1,
        sender: index % 2 === 0 ? ("client" as const) : ("agent" as const),
        text,
        timestamp: startedAt,
        confidence: 0.9,
        isTranscription: true,
      })),
    );
    await calls.create(call);
    return call._id;
  }

  /** Until no ended call is due. */
  async function collected(): Promise<void> {
    const { calls } = callModels(connection);
    while (await calls.exists({ wordsDue: { $exists: true }, status: "ended" })) {
      await createCallRecords(callModels(connection)).words.collect();
    }
  }

  async function search(person: Person, q: string, query: Record<string, string> = {}) {
    const { status, body } = await server.api(
      person,
      "GET",
      `/api/calls?${new URLSearchParams({ q, ...query })}`,
    );
    const rows = (body.data?.calls ?? []) as Row[];
    return {
      status,
      body,
      rows,
      ids: rows.map(({ callId }) => callId),
      nextCursor: body.data?.nextCursor as string | undefined,
    };
  }
  const marked = ({ text, marks }: FoundText) => marks.map(({ from, to }) => text.slice(from, to));

  beforeEach(async () => {
    const { calls, lines } = callModels(connection);
    await Promise.all([calls.deleteMany({}), lines.deleteMany({})]);
  });

  test.each([
    ["securite", "La Sécurité des données", ["Sécurité"]],
    ["SÉCURITÉ", "la securite des données", ["securite"]],
    ["remises", "Une remise de 15 % ?", ["remise"]],
    ["remise", "Vos remises, s'il vous plaît", ["remises"]],
    ["l'économie", "une économie", ["économie"]],
    ["coeur", "Le cœur du sujet", ["cœur"]],
    ["cœur", "le coeur du sujet", ["coeur"]],
    ["e\u0301te\u0301", "cet été", ["été"]],
    ["100", "100 licences, pas 10", ["100"]],
    ["données remise", "La remise, et vos données", ["remise", "données"]],
    ['"vos données"', "vos offres et vos données", ["vos données"]],
    ["« vos donnees »", "Vos données", ["Vos données"]],
    ['"donnée"', "Vos données", ["données"]],
    ["“d'accord”", "Oui, d'accord.", ["d'accord"]],
    ['"vos données', "données de vos clients", ["données", "vos"]],
    ["5", "il y en a 5", ["5"]],
  ])("%j finds %j, with the words marked", async (q, text, words) => {
    const callId = await stored(["Bonjour.", text, "Merci."], { startedAt: day(2) });
    await stored(["Rien de tout cela."]);
    await collected();
    const { rows } = await search(agent, q);
    expect(rows.map((row) => row.callId)).toEqual([callId]);
    expect(rows[0]?.found.map(marked)).toEqual([words]);
    expect(rows[0]?.found[0]).toMatchObject({ place: "line", seq: 2, sender: "agent", text });
  });

  test.each([
    ['"vos données"', "données de vos clients"],
    ["remise données", "une remise"],
    ["10", "100 licences"],
    ["carte", "une charte"],
    ["$where", "Rien."],
    [".*", ". *5"],
  ])("%j does not find %j", async (q, text) => {
    await stored([text]);
    await collected();
    expect((await search(agent, q)).ids).toEqual([]);
  });

  test("finds by notes, next step and names too, and words may be in different texts", async () => {
    const callId = await stored(["La migration est longue."], {
      clientName: "Éloïse Lefèvre",
      agentName: "Hélène Garnier",
      notes: "Rappeler le directeur",
      nextStep: "Envoyer le devis",
    });
    await collected();
    for (const [q, place, words] of [
      ["lefevre", "client", ["Lefèvre"]],
      ["helene", "agent", ["Hélène"]],
      ["directeurs", "notes", ["directeur"]],
      ["devis", "nextStep", ["devis"]],
    ] as const) {
      const { rows } = await search(supervisor, q);
      expect(rows).toMatchObject([{ callId, found: [{ place }] }]);
      expect(rows[0]?.found.flatMap(marked)).toEqual(words);
    }
    const both = await search(supervisor, "migration devis lefevre");
    expect(both.rows[0]?.found.map(({ place }) => place)).toEqual(["client", "nextStep", "line"]);
  });

  test("shows the three texts with most of the words, in the call's order", async () => {
    const callId = await stored(["prix", "prix", "remise et prix", "prix", "prix, remise", "remise"]);
    await collected();
    const { rows } = await search(agent, "prix remise");
    expect(rows[0]).toMatchObject({ callId, found: [{ seq: 1 }, { seq: 3 }, { seq: 5 }] });
  });

  test("shows of a long text the part around the first word, with its marks", async () => {
    const long = `${"mot ".repeat(500)}la clôture du budget ${"mot ".repeat(500)}`;
    await stored([], { notes: long });
    await collected();
    const [found] = (await search(agent, "cloture")).rows[0]?.found ?? [];
    expect(found?.text.length).toBeLessThan(260);
    expect(found?.text).toMatch(/^… mot .* mot …$/);
    expect(found && marked(found)).toEqual(["clôture"]);
  });

  test("finds changed notes and outcomes, and no longer what they were", async () => {
    const { callId } = await server.begin(agent);
    await server.end(agent, callId);
    await collected();
    await server.api(agent, "PUT", `/api/calls/${callId}/notes`, { notes: "un pamplemousse" });
    await server.api(agent, "PUT", `/api/calls/${callId}/outcome`, {
      outcome: "follow_up",
      nextStep: "la citronnade",
    });
    await collected();
    expect((await search(agent, "pamplemousse citronnade")).ids).toEqual([callId]);
    await server.api(agent, "PUT", `/api/calls/${callId}/notes`, { notes: "" });
    await collected();
    expect((await search(agent, "pamplemousse")).ids).toEqual([]);
  });

  test("is brought to date by the server itself, after a call's end", async () => {
    const callId = await stored(["un ornithorynque"]);
    const deadline = Date.now() + 30_000;
    while (await callModels(connection).calls.exists({ _id: callId, wordsDue: { $exists: true } })) {
      if (Date.now() > deadline) throw new Error("the words were not collected");
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    expect((await search(agent, "ornithorynques")).ids).toEqual([callId]);
  });

  test("stays due where a text changes while its words are collected, however many collect", async () => {
    const callId = await stored(["Oui."], { notes: "avant" });
    const { calls } = callModels(connection);
    const { words } = createCallRecords(callModels(connection));
    const changed = server.api(agent, "PUT", `/api/calls/${callId}/notes`, { notes: "après" });
    await Promise.all([words.collect(), words.collect(), changed]);
    await collected();
    expect((await search(agent, "apres")).ids).toEqual([callId]);
    expect((await search(agent, "avant")).ids).toEqual([]);
    expect(await calls.findById(callId).lean()).not.toHaveProperty("words");
  });

  test("knows masked numbers by their mask alone, also where a later line showed what they are", async () => {
    const { lines } = createCallRecords(callModels(connection));
    const callId = await stored(["Ma carte est le 4970 1012"]);
    await collected();
    expect((await search(agent, "4970")).ids).toEqual([callId]);
    await lines.rewrite(callId, [{ id: `${callId}-1`, text: "Ma carte est le [carte masquée]" }]);
    await collected();
    expect((await search(agent, "4970")).ids).toEqual([]);
    expect((await search(agent, "masquee")).ids).toEqual([callId]);
  });

  test("finds for each what they may read, and nothing of others", async () => {
    const own = await stored(["un budget"], { startedAt: day(3) });
    const other = await stored(["un budget"], { startedAt: day(2), agentId: colleague.id });
    const foreign = await stored(["un budget"], { organizationId: "globex", agentId: "someone" });
    const tested = await stored(["un budget"], { organizationId: null, agentId: platform.id });
    await collected();
    const of = async (person: Person, query = {}) => (await search(person, "budgets", query)).ids;
    for (const role of ["admin", "manager", "supervisor", "analyst"] satisfies Role[]) {
      expect(await of({ id: role, role, organization: acme })).toEqual([own, other]);
    }
    expect(await of(agent)).toEqual([own]);
    expect(await of(colleague)).toEqual([other]);
    expect(await of(colleague, { agentId: agent.id })).toEqual([]);
    expect(await of(supervisor, { agentId: agent.id })).toEqual([own]);
    expect(await of(outsider)).toEqual([foreign]);
    expect(await of(platform)).toEqual([tested]);
    expect(await of({ id: "nobody", role: "agent", organization: null })).toEqual([]);
  });

  test("goes on page by page without a gap or a double, with phrases and calls of one moment", async () => {
    const texts = Array.from({ length: 40 }, (_, at) => (at % 3 ? "vente à prix fixe" : "prix de vente"));
    const ids = await Promise.all(
      texts.map((text, at) => stored([text], { startedAt: day(1 + Math.floor(at / 8)) })),
    );
    const wanted = ids.filter((_, at) => at % 3 === 0);
    await collected();
    for (const limit of ["1", "4", "100"]) {
      const seen: string[] = [];
      for (let cursor: string | undefined, page = 0; page === 0 || cursor !== undefined; page++) {
        const found = await search(agent, '"prix de vente"', { limit, ...(cursor && { cursor }) });
        expect(found.ids.length).toBeLessThanOrEqual(Number(limit));
        seen.push(...found.ids);
        cursor = found.nextCursor;
      }
      const { calls } = callModels(connection);
      const started = await calls.find({ _id: { $in: wanted } }).sort({ startedAt: -1, _id: -1 });
      expect(seen).toEqual(started.map(({ _id }) => _id));
    }
  });

  test("examines a bounded number of calls for a page, and its cursor goes on behind them", async () => {
    const { calls } = callModels(connection);
    const oldest = await stored(["vendre le zinc"], { startedAt: day(1), source: "telephony" });
    await collected();
    await calls.collection.insertMany(
      Array.from({ length: 4100 }, (_, index) => ({
        ...endedCall(),
        startedAt: new Date(day(2).getTime() + Math.floor(index / 3)),
        words: ["vendr", index % 2 ? "le" : "zinc"],
      })) as never[],
    );
    await calls.updateMany({}, { $unset: { wordsDue: "" } });
    const pages: string[][] = [];
    const query = { source: "telephony" };
    for (let cursor: string | undefined, page = 0; page === 0 || cursor !== undefined; page++) {
      const found = await search(supervisor, "vendre", { ...query, ...(cursor && { cursor }) });
      pages.push(found.ids);
      cursor = found.nextCursor;
    }
    expect(pages).toEqual([[], [], [oldest]]);
    const rare = await search(supervisor, "zinc le vendre");
    expect(rare.nextCursor).toBeDefined();
    expect((await search(supervisor, "vendre", { outcome: "other" })).nextCursor).toBeUndefined();
  });

  test("keeps to the other filters", async () => {
    const first = await stored(["budget"], { outcome: "other", source: "telephony", durationSeconds: 10 });
    const second = await stored(["budget"], { startedAt: day(5), durationSeconds: 300 });
    await collected();
    const with_ = async (query: Record<string, string>) => (await search(supervisor, "budget", query)).ids;
    expect(await with_({})).toEqual([second, first]);
    expect(await with_({ outcome: "other" })).toEqual([first]);
    expect(await with_({ source: "simulation" })).toEqual([second]);
    expect(await with_({ minSeconds: "60" })).toEqual([second]);
    expect(await with_({ to: day(5).toISOString() })).toEqual([first]);
    expect(await with_({ from: day(2).toISOString() })).toEqual([second]);
    expect(await with_({ toWrapUp: "true" })).toEqual([second]);
    expect(await with_({ status: "active" })).toEqual([]);
  });

  test.each(["d'", "?!", '""', Array.from({ length: 13 }, (_, at) => `mot${at}`).join(" "), "x".repeat(201)])(
    "refuses %j and names the field",
    async (q) => {
      const { status, body } = await search(agent, q);
      expect(status).toBe(400);
      expect(body).toMatchObject({ code: "VALIDATION_ERROR", field: "q" });
    },
  );

  test("of nothing but spaces is the whole list", async () => {
    const callId = await stored(["budget"]);
    expect((await search(agent, "  ")).ids).toEqual([callId]);
  });

  test("reads no whole collection, whatever it is asked", async () => {
    await stored(["un budget, une remise"], { startedAt: day(3), outcome: "other" });
    await stored(["un budget, une remise"], { startedAt: day(2), outcome: "other" });
    await collected();
    const filters: Record<string, string>[] = [
      { status: "ended" },
      { agentId: agent.id },
      { outcome: "other" },
      { from: day(1).toISOString(), to: day(9).toISOString() },
    ];
    const before = queries.seen();
    for (let chosen = 0; chosen < 2 ** filters.length; chosen++) {
      const query = Object.assign({}, ...filters.filter((_, bit) => chosen & (1 << bit)));
      for (const person of [supervisor, agent]) {
        for (const q of ["budget", 'remises "un budget"']) {
          const { nextCursor: cursor } = await search(person, q, { ...query, limit: "1" });
          if (cursor !== undefined) await search(person, q, { ...query, limit: "1", cursor });
        }
      }
    }
    expect(queries.seen() - before).toBeGreaterThan(20);
    expect(await queries.scans()).toEqual([]);
  });
});
