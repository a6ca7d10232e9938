import type { FoundText, Role } from "@souffleur/contracts";
import { until } from "../../testing/app.ts";
import {
  collectDue,
  collectWords,
  endedCall,
  insertMany,
  linesInTurn,
  readPages,
  startWatchedCalls,
  type WatchedCalls,
} from "../../testing/calls/stored-calls.ts";
import {
  agent,
  colleague,
  outsider,
  type Person,
  platform,
  somebody,
  supervisor,
} from "../../testing/people/call-people.ts";
import type { CallDoc } from "./records/call-model.ts";
import { createCallRecords } from "./records/call-records.ts";

interface Row {
  callId: string;
  found: FoundText[];
}

const day = (number: number) => new Date(Date.UTC(2025, 0, number, 9));

describe("the search of calls", () => {
  let server: WatchedCalls;

  beforeAll(async () => {
    server = await startWatchedCalls({ tuning: { speed: 1 } });
  });
  afterAll(() => server.close());

  /** Stores a call that has ended, with lines of the client and the agent in turn; its words are not collected yet. */
  async function stored(texts: string[], changes: Partial<CallDoc> = {}): Promise<string> {
    const call = endedCall({ startedAt: day(1), seq: texts.length, ...changes });
    await server.models.lines.create(linesInTurn(call, texts));
    await server.models.calls.create(call);
    return call._id;
  }
  const collected = () => collectWords(server.models);

  async function search(person: Person, q: string, query: Record<string, string> = {}) {
    const path = `/api/calls?${new URLSearchParams({ q, ...query })}`;
    const { status, body } = await server.api(person, "GET", path);
    const rows = (body.success ? body.data.calls : []) as Row[];
    return {
      status,
      body,
      rows,
      ids: rows.map(({ callId }) => callId),
      nextCursor: (body.success ? body.data.nextCursor : undefined) as string | undefined,
    };
  }
  const marked = ({ text, marks }: FoundText) => marks.map(({ from, to }) => text.slice(from, to));

  beforeEach(async () => {
    const { calls, lines } = server.models;
    await Promise.all([calls.deleteMany({}), lines.deleteMany({})]);
  });

  test("finds words, numbers and phrases in any spelling, and marks them", async () => {
    const other = await stored(["Rien de tout cela."]);
    const searches: [q: string, text: string, words: string[]][] = [
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
      ["клиент", "Le КЛИЕНТ attend", ["КЛИЕНТ"]],
      ["да", "Il a dit да", ["да"]],
      ["walesa", "Monsieur Wałęsa", ["Wałęsa"]],
      ["rendez-vous", "un ren\u00addez‑vous jeudi", ["ren\u00addez", "vous"]],
      ["12000", "Cela fait 12 000 € par an", ["12 000 €"]],
      ["0612345678", "appelez le 06 12 34 56 78", ["06 12 34 56 78"]],
      ["06.12.34.56.78", "appelez le 0612345678", ["0612345678"]],
      ["+33 6 12 34 56 78", "appelez le 06-12-34-56-78", ["06-12-34-56-78"]],
      ["0033612345678", "appelez le 06 12 34 56 78", ["06 12 34 56 78"]],
      ["06 12 34", "appelez le 06 12 34 56 78", ["06 12 34 56 78"]],
      ["06 12 34 56 78", "rappeler au 33612345678", ["33612345678"]],
      ["33612345678", "appelez le 06·12·34·56·78", ["06·12·34·56·78"]],
      ["33 6 12 34 56 78", "06−12−34−56−78 !", ["06−12−34−56−78"]],
      ["tél. 06 12 34 56 78", "son tél. : \u206606 12 34 56 78\u2069", ["tél", "06 12 34 56 78"]],
      ["٠٦١٢٣٤٥٦٧٨", "（０６）１２／３４／５６／７８", ["０６）１２／３４／５６／７８"]],
      ["0612345678", "à Paris 75011 06 12 34 56 78", ["75011 06 12 34 56 78"]],
      ["079 123 45 67", "appelez le +41 79 123 45 67", ["+41 79 123 45 67"]],
      ["12345678", "la commande AB 1234-5678", ["1234-5678"]],
      ["1234 5678", "la commande 12345678", ["12345678"]],
      ["12 000 €", "douze mille euros, pas plus", ["douze mille euros"]],
      ["douze mille", "C'est 12'000.00 CHF", ["12'000.00 CHF"]],
      ["12,5 %", "une remise de douze virgule cinq pour cent", ["douze virgule cinq pour cent"]],
      ["1,2 M€", "un million deux cent mille euros", ["un million deux cent mille euros"]],
      ["nonante licences", "90 licences", ["90", "licences"]],
      ["trente", "à vingt trente personnes", ["trente"]],
      ["un contrat", "un contrat", ["un", "contrat"]],
    ];
    const ids: string[] = [];
    for (const [, text] of searches)
      ids.push(await stored(["Bonjour.", text, "Merci."], { startedAt: day(2) }));
    await collected();
    for (const [at, [q, text, words]] of searches.entries()) {
      const { rows } = await search(agent, q);
      expect([q, rows.map((row) => row.callId)]).not.toEqual([q, expect.arrayContaining([other])]);
      const found = rows.find((row) => row.callId === ids[at])?.found;
      expect([q, found?.map(marked)]).toEqual([q, [words]]);
      expect(found?.[0]).toMatchObject({ place: "line", seq: 2, sender: "agent", text });
    }
  });

  test("does not find what only resembles it", async () => {
    const searches = [
      ['"vos données"', "données de vos clients"],
      ["remise données", "une remise"],
      ["10", "100 licences"],
      ["1000", "C'est 12 000 €"],
      ["612345678", "appelez le 06 12 34 56 78"],
      ["0612345679", "appelez le 06 12 34 56 78"],
      ["mille", "douze mille euros"],
      ["20", "quatre-vingts personnes"],
      ["carte", "une charte"],
      ["$where", "Rien."],
      [".*", ". *5"],
    ] as const;
    const ids: string[] = [];
    for (const [, text] of searches) ids.push(await stored([text]));
    await collected();
    for (const [at, [q]] of searches.entries())
      expect([q, (await search(agent, q)).ids]).not.toEqual([q, expect.arrayContaining([ids[at]])]);
  });

  test("finds calls by notes, next step and names too, and by words in different texts", async () => {
    const callId = await stored(["La migration est longue."], {
      clientName: "Éloïse Lefèvre",
      agentName: "Hélène O’Brien‑Garnier",
      notes: "Rappeler le directeur",
      nextStep: "Envoyer le devis",
    });
    await collected();
    for (const [q, place, words] of [
      ["lefevre", "client", ["Lefèvre"]],
      ["helene", "agent", ["Hélène"]],
      ["obrien", "agent", ["O’Brien‑Garnier"]],
      ["O`Brien", "agent", ["Brien"]],
      ["obriengarnier", "agent", ["O’Brien‑Garnier"]],
      ["garnier", "agent", ["Garnier"]],
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

  test("shows the part of a long text around the first word, with its marks", async () => {
    const long = `${"mot ".repeat(500)}la clôture du budget ${"mot ".repeat(500)}`;
    await stored([], { notes: long });
    await collected();
    const [found] = (await search(agent, "cloture")).rows[0]?.found ?? [];
    expect(found?.text.length).toBeLessThan(260);
    expect(found?.text).toMatch(/^… mot .* mot …$/);
    expect(found && marked(found)).toEqual(["clôture"]);
  });

  test("finds changed notes and outcomes, and no longer their former words", async () => {
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

  test("is kept up to date by the server after a call's end", async () => {
    const callId = await stored(["un ornithorynque"]);
    await until(() => server.models.calls.exists({ _id: callId, wordsDue: { $exists: false } }));
    expect((await search(agent, "ornithorynques")).ids).toEqual([callId]);
  });

  test("finds a text that changes while several processes collect its words", async () => {
    const callId = await stored(["Oui."], { notes: "avant" });
    const { calls } = server.models;
    const changed = server.api(agent, "PUT", `/api/calls/${callId}/notes`, { notes: "après" });
    await Promise.all([collectDue(server.models), collectDue(server.models), changed]);
    await collected();
    expect((await search(agent, "apres")).ids).toEqual([callId]);
    expect((await search(agent, "avant")).ids).toEqual([]);
    expect(await calls.findById(callId).lean()).not.toHaveProperty("words");
  });

  test("finds a call by its customer's number in any spelling", async () => {
    const calls = [
      ["+596696123456", "0696 12 34 56", "+596 696 12 34 56", "00596696123456", "596696123456"],
      ["0612345678", "+33 6 12 34 56 78", "06/12/34/56/78", "06\u201112\u201134\u201156\u201178"],
      ["+41791234567", "079 123 45 67", "+41 (0)79 123 45 67"],
      ["3210", "3210"],
    ] as const;
    for (const [clientNumber, ...asked] of calls) {
      const id = await stored(["Bonjour"], { clientNumber, clientName: "Claire" });
      await collected();
      for (const q of [clientNumber, ...asked])
        expect({ q, ids: (await search(supervisor, q)).ids }).toEqual({ q, ids: [id] });
    }
  });

  test("finds masked numbers by their mask alone, also where a later line completed the number", async () => {
    const { lines } = createCallRecords(server.models);
    const callId = await stored(["Ma carte est le 4970 1012"]);
    await collected();
    expect((await search(agent, "4970")).ids).toEqual([callId]);
    const corrects = [{ id: `${callId}-1`, text: "Ma carte est le [carte masquée]" }];
    await lines.correct({ _id: `${callId}-2`, callId, corrects });
    await collected();
    expect((await search(agent, "4970")).ids).toEqual([]);
    expect((await search(agent, "masquee")).ids).toEqual([callId]);
  });

  test("finds only the calls that the caller may read", async () => {
    const own = await stored(["un budget"], { startedAt: day(3) });
    const other = await stored(["un budget"], { startedAt: day(2), agentId: colleague.id });
    const foreign = await stored(["un budget"], { organizationId: "globex", agentId: "someone" });
    const tested = await stored(["un budget"], { organizationId: null, agentId: platform.id });
    await collected();
    const of = async (person: Person, query = {}) => (await search(person, "budgets", query)).ids;
    for (const role of ["admin", "manager", "supervisor", "analyst"] satisfies Role[]) {
      expect(await of(somebody(role))).toEqual([own, other]);
    }
    expect(await of(agent)).toEqual([own]);
    expect(await of(colleague)).toEqual([other]);
    expect(await of(colleague, { agentId: agent.id })).toEqual([]);
    expect(await of(supervisor, { agentId: agent.id })).toEqual([own]);
    expect(await of(outsider)).toEqual([foreign]);
    expect(await of(platform)).toEqual([tested]);
    expect(await of(somebody("agent", null))).toEqual([]);
  });

  test("continues page by page without a gap or a duplicate, with phrases and calls of one moment", async () => {
    const texts = Array.from({ length: 40 }, (_, at) => (at % 3 ? "vente à prix fixe" : "prix de vente"));
    const ids = await Promise.all(
      texts.map((text, at) => stored([text], { startedAt: day(1 + Math.floor(at / 8)) })),
    );
    const wanted = ids.filter((_, at) => at % 3 === 0);
    await collected();
    for (const limit of ["1", "4", "100"]) {
      const pages = await readPages((cursor) => search(agent, '"prix de vente"', { limit, ...cursor }));
      expect(Math.max(...pages.map((page) => page.length))).toBeLessThanOrEqual(Number(limit));
      const { calls } = server.models;
      const started = await calls.find({ _id: { $in: wanted } }).sort({ startedAt: -1, _id: -1 });
      expect(pages.flat()).toEqual(started.map(({ _id }) => _id));
    }
  });

  test("examines a bounded number of calls for a page, and the cursor continues after them", async () => {
    const { calls } = server.models;
    const oldest = await stored(["vendre le zinc"], { startedAt: day(1), source: "telephony" });
    await collected();
    await insertMany(
      calls,
      Array.from({ length: 4100 }, (_, index) => ({
        ...endedCall(),
        startedAt: new Date(day(2).getTime() + Math.floor(index / 3)),
        words: ["vendr", index % 2 ? "le" : "zinc"],
      })),
    );
    await calls.updateMany({}, { $unset: { wordsDue: "" } });
    const source = "telephony";
    const pages = await readPages((cursor) => search(supervisor, "vendre", { source, ...cursor }));
    expect(pages).toEqual([[], [], [oldest]]);
    const rare = await search(supervisor, "zinc le vendre");
    expect(rare.nextCursor).toBeDefined();
    expect((await search(supervisor, "vendre", { outcome: "other" })).nextCursor).toBeUndefined();
  });

  test("applies the other filters", async () => {
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

  test("for nothing but spaces is the whole list", async () => {
    const callId = await stored(["budget"]);
    expect((await search(agent, "  ")).ids).toEqual([callId]);
  });
});
