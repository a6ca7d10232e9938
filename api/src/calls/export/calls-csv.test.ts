import { startCalls, type TestCalls } from "../../../testing/calls/calls.ts";
import { endedCall, insertMany, newTeam, storedLine } from "../../../testing/calls/stored-calls.ts";
import { type Person, tokenOf } from "../../../testing/people/call-people.ts";

describe("an export of the list of calls", () => {
  let server: TestCalls;
  /** The organization of one test. */
  let team: Awaited<ReturnType<typeof newTeam>>;
  let analyst: Person;

  beforeAll(async () => {
    server = await startCalls();
  });
  beforeEach(async () => {
    team = await newTeam(server);
    analyst = team.person("analyst");
  });
  afterAll(() => server.close());

  const list = (query: Record<string, string> = {}, language?: string) => {
    const headers = language === undefined ? undefined : { "Accept-Language": language };
    return server.api(analyst, "GET", `/api/calls/export?${new URLSearchParams(query)}`, undefined, headers);
  };
  /** The fields of each row after the title row; no field in these tests has a comma. */
  async function rows(query?: Record<string, string>): Promise<string[][]> {
    const csv: string = (await list(query)).body;
    return csv
      .split("\r\n")
      .slice(1, -1)
      .map((line) => line.slice(1, -1).split('","'));
  }
  const customers = async (query?: Record<string, string>) =>
    (await rows(query)).map(([, , customer = ""]) => customer);

  test("is a CSV file with a row for each call, the newest first", async () => {
    const startedAt = new Date("2025-01-03T09:00:00Z");
    const won = { outcome: "successful", amount: 700, seq: 12, suggestionsUsed: 2 } as const;
    const callId = await team.store({ startedAt, ...won, durationSeconds: 754, source: "telephony" });
    const call = { _id: callId, sessionId: callId };
    await server.models.lines.create(storedLine(call, { seq: 12, sender: "client", text: "Entendu." }));
    await team.store({ startedAt: new Date("2025-01-02T09:00:00Z"), agentName: "Zoé" });
    await (await newTeam(server)).store({ startedAt });
    const { status, headers, body } = await list();
    expect(status).toBe(200);
    expect(headers.get("content-type")).toBe("text/csv; charset=utf-8");
    expect(headers.get("content-disposition")).toMatch(/^attachment; filename=calls-\d{4}-\d\d-\d\d\.csv$/);
    expect(headers.get("cache-control")).toBe("no-store");
    expect(body.split("\r\n")).toEqual([
      '"When","Agent","Customer","Source","Length","Outcome","Amount","Currency","Lines","Replies used"',
      '"2025-01-03T09:00:00.000Z","Camille","Claire Moreau","Telephone","00:12:34","Won","700","USD","12","2"',
      '"2025-01-02T09:00:00.000Z","Zoé","Claire Moreau","Test call","00:01:00","To wrap up","","","0","0"',
      "",
    ]);
    // `text()`, which the other tests read, drops the byte order mark.
    const headersOfCaller = { authorization: `Bearer ${tokenOf(analyst)}` };
    const raw = await fetch(`${server.url}/api/calls/export`, { headers: headersOfCaller });
    expect(Buffer.from(await raw.arrayBuffer()).toString()).toBe(`\uFEFF${body}`);
  });

  test("has practice calls only where they are asked for", async () => {
    await team.store({ clientName: "Business" });
    await team.store({ clientName: "Practice", practice: true });
    expect(await customers()).toEqual(["Business"]);
    expect(await customers({ practice: "true" })).toEqual(["Practice"]);
    expect((await customers({ source: "simulation" })).sort()).toEqual(["Business", "Practice"]);
  });

  test("has French titles and words for a French reader", async () => {
    await team.store({ outcome: "successful", amount: 1200, currency: "EUR", source: "telephony" });
    const csv = (await list({}, "fr")).body.split("\r\n");
    expect(csv[0]).toBe(
      '"Date";"Agent";"Client";"Source";"Durée";"Résultat";"Montant";"Devise";"Phrases";"Réponses utilisées"',
    );
    expect(csv[1]).toContain('"Téléphone";"00:01:00";"Gagné";"1200";"EUR"');
  });

  // The words are those of the interface, the separator that of the spreadsheet.
  test.each<[Record<string, string>, string, string]>([
    [{ separator: "comma" }, "fr", "Date,"],
    [{}, "de-DE,de;q=0.9,en;q=0.8", "When;"],
    [{}, "en-US,fr;q=0.5", "When,"],
    [{ separator: "semicolon" }, "en", "When;"],
  ])("with %j in the languages %s begins with %s", async (query, languages, begin) => {
    expect((await list(query, languages)).body.replaceAll('"', "").slice(0, 5)).toBe(begin);
  });

  test("has no field that begins a formula", async () => {
    const names = ["=1+1", "+33 1", "-2", "@SUM(A1)", "\tx", "\rx"];
    for (const clientName of names) await team.store({ clientName });
    expect((await customers()).toSorted()).toEqual(names.map((name) => `'${name}`).toSorted());
  });

  test("is filtered and searched as the list on the screen", async () => {
    await team.store({ clientName: "Won", outcome: "successful", outcomeRevision: 1 });
    await team.store({ clientName: "Found", notes: "une remise", words: ["remis"] });
    expect(await customers({ outcome: "successful" })).toEqual(["Won"]);
    expect(await customers({ toWrapUp: "true" })).toEqual(["Found"]);
    expect(await customers({ q: "remises" })).toEqual(["Found"]);
    expect(await customers({ q: "remises", outcome: "successful" })).toEqual([]);
    await team.store({ clientName: "Row", notes: "une remise faite", words: ["remis", "fait"] });
    await team.store({ clientName: "Else", notes: "faite, la remise", words: ["remis", "fait"] });
    expect(await customers({ q: '"remise faite"' })).toEqual(["Row"]);
  });

  test.each([
    ["outcome", "won"],
    ["from", "yesterday"],
    ["q", "a"],
  ])("with %s %j is refused before its file begins", async (field, value) => {
    const { status, body, headers } = await list({ [field]: value });
    expect([status, headers.get("content-disposition")]).toEqual([400, null]);
    expect(body).toMatchObject({ code: "VALIDATION_ERROR", field });
    const exported = { action: "calls.exported", actorId: analyst.id };
    expect(await server.connection.collection("audit_log").countDocuments(exported)).toBe(0);
  });

  test("of a long list is complete and in order, also where many calls began at once", async () => {
    const others = Array.from({ length: 1200 }, (_, index) =>
      endedCall({
        organizationId: team.organizationId,
        clientName: `Customer ${index}`,
        startedAt: new Date(Date.UTC(2025, 0, 1) - Math.floor(index / 700) * 1000),
      }),
    );
    await insertMany(server.models.calls, others);
    const found = await rows();
    expect(found).toHaveLength(1200);
    expect(new Set(found.map(([, , customer]) => customer)).size).toBe(1200);
    const times = found.map(([when = ""]) => when);
    expect(times).toEqual(times.toSorted().reverse());
  });
});
