import {
  newTeam,
  readPages,
  startWatchedCalls,
  storedLine,
  type WatchedCalls,
} from "../../../testing/calls/stored-calls.ts";
import { type Person, platform } from "../../../testing/people/call-people.ts";

describe("the list of calls", () => {
  const day = (number: number) => new Date(Date.UTC(2025, 0, number, 9));
  let server: WatchedCalls;
  let acme: Awaited<ReturnType<typeof newTeam>>;
  let globex: typeof acme;
  let colleague: Person;
  /** The calls of Acme. */
  let ids: string[];

  beforeAll(async () => {
    server = await startWatchedCalls();
    [acme, globex] = [await newTeam(server), await newTeam(server)];
    const { store, person } = acme;
    colleague = { ...person("agent"), id: `colleague in ${acme.organizationId}` };
    ids = [
      await store({ startedAt: day(1), source: "telephony", durationSeconds: 30, outcome: "other" }),
      await store({
        startedAt: day(2),
        agentId: colleague.id,
        agentName: "Hugo",
        durationSeconds: 90,
        practice: true,
      }),
      await store({
        startedAt: day(3),
        outcome: "successful",
        amount: 700,
        outcomeRevision: 1,
        durationSeconds: 300,
        seq: 12,
        suggestionsUsed: 2,
      }),
      await store({ startedAt: day(3), status: "active" }),
    ];
    // A number without its line is taken back by the server after a while.
    const [, , won = ""] = ids;
    const last = { seq: 12, sender: "client", text: "Entendu." } as const;
    await server.models.lines.create(storedLine({ _id: won, sessionId: won }, last));
    await globex.store({ startedAt: day(2), agentId: "someone" });
    await globex.store({ startedAt: new Date(), organizationId: null, agentId: platform.id });
  });
  afterAll(() => server.close());

  async function list(person: Person, query: Record<string, string> = {}) {
    const { status, body } = await server.api(person, "GET", `/api/calls?${new URLSearchParams(query)}`);
    const calls = (body.success ? body.data.calls : []) as { callId: string; agentId: string }[];
    return { status, body, calls, ids: calls.map(({ callId }) => callId) };
  }
  const agentsFor = async (person: Person) =>
    (await server.api(person, "GET", "/api/calls/agents")).body.data.agents;

  test("has what a row shows", async () => {
    const { calls } = await list(acme.person("supervisor"), { outcome: "successful" });
    expect(calls).toEqual([
      {
        callId: ids[2],
        agentId: acme.person("agent").id,
        agentName: "Camille",
        customer: { name: "Claire Moreau" },
        source: "simulation",
        status: "ended",
        startedAt: day(3).toISOString(),
        endedAt: new Date(day(3).getTime() + 300_000).toISOString(),
        durationSeconds: 300,
        lines: 12,
        outcome: "successful",
        amount: 700,
        currency: "USD",
        suggestionsUsed: 2,
      },
    ]);
  });

  test.each(["admin", "manager", "supervisor", "analyst"] as const)(
    "has for the role %s all calls of its organization, and their agents",
    async (role) => {
      expect(new Set((await list(acme.person(role))).ids)).toEqual(new Set(ids));
      expect(await agentsFor(acme.person(role))).toEqual([
        { agentId: acme.person("agent").id, agentName: "Camille" },
        { agentId: colleague.id, agentName: "Hugo" },
      ]);
    },
  );

  test("has for anybody else their own calls alone, whomever they name, and their agents", async () => {
    const agent = acme.person("agent");
    const own: [reader: Person, agentId: string, agentName: string, calls: number][] = [
      [agent, agent.id, "Camille", 3],
      [colleague, colleague.id, "Hugo", 1],
      [globex.person("admin"), "someone", "Camille", 1],
      [platform, platform.id, "Camille", 1],
    ];
    for (const [reader, agentId, agentName, count] of own) {
      const { calls } = await list(reader);
      expect(calls.map((call) => call.agentId)).toEqual(Array(count).fill(agentId));
      const other = reader === agent ? colleague : agent;
      expect((await list(reader, { agentId: other.id })).calls).toEqual([]);
      expect(await agentsFor(reader)).toEqual([{ agentId, agentName }]);
    }
    const newcomer = (await newTeam(server)).person("agent");
    expect([(await list(newcomer)).calls, await agentsFor(newcomer)]).toEqual([[], []]);
  });

  test.each<[Record<string, string>, number[]]>([
    [{ status: "active" }, [3]],
    [{ agentId: "colleague" }, [1]],
    [{ outcome: "other" }, [0]],
    [{ source: "telephony" }, [0]],
    [{ practice: "true" }, [1, 3]],
    [{ practice: "false" }, [0, 2]],
    [{ from: day(2).toISOString() }, [1, 2, 3]],
    [{ from: "2025-01-02T10:00:00+01:00", to: day(3).toISOString() }, [1]],
    [{ minSeconds: "90", maxSeconds: "" }, [1, 2]],
    [{ minSeconds: "", maxSeconds: "30" }, [0]],
    [{ minSeconds: "30", maxSeconds: "90" }, [0, 1]],
    [{ toWrapUp: "true" }, [1]],
    [{ toWrapUp: "false", outcome: "other" }, [0]],
    [{ toWrapUp: "true", outcome: "other" }, []],
  ])("finds with %j", async (query, expected) => {
    const named = query.agentId && { agentId: colleague.id };
    const found = await list(acme.person("supervisor"), { ...query, ...named });
    expect(new Set(found.ids)).toEqual(new Set(expected.map((index) => ids[index])));
  });

  test("continues page by page, the newest first, without a gap or a duplicate while calls are added", async () => {
    const { store, person } = await newTeam(server);
    const supervisor = person("supervisor");
    const same = await Promise.all(Array.from({ length: 7 }, () => store({ startedAt: day(10) })));
    const older = [await store({ startedAt: day(9) }), await store({ startedAt: day(8) })];
    const pages = await readPages(async (cursor) => {
      const { body, ids: found } = await list(supervisor, { limit: "2", ...cursor });
      await store({ startedAt: day(20) });
      return { ids: found, nextCursor: body.data.nextCursor };
    });
    expect(pages.flat()).toEqual([...same.toSorted().reverse(), ...older]);
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
    const { status, body } = await list(acme.person("supervisor"), { [field]: value });
    expect(status).toBe(400);
    expect(body).toMatchObject({ code: "VALIDATION_ERROR", field });
  });

  test("refuses a cursor with one changed character", async () => {
    const supervisor = acme.person("supervisor");
    const { nextCursor } = (await list(supervisor, { limit: "1" })).body.data;
    for (const at of [0, 8, 14, 20, nextCursor.length - 1]) {
      const other = nextCursor[at] === "A" ? "B" : "A";
      const cursor = nextCursor.slice(0, at) + other + nextCursor.slice(at + 1);
      expect((await list(supervisor, { cursor })).body).toMatchObject({ field: "cursor" });
    }
  });

  test("names an agent by the name in their newest call", async () => {
    const { store, person } = await newTeam(server);
    await store({ startedAt: day(2), agentName: "Hugo" });
    await store({ startedAt: day(4), agentName: "Hugo Lambert" });
    const { id: agentId } = person("agent");
    expect(await agentsFor(person("supervisor"))).toEqual([{ agentId, agentName: "Hugo Lambert" }]);
  });
});
