import {
  collectWords,
  endedCall,
  filterCombinations,
  insertMany,
  linesInTurn,
  newTeam,
  readPages,
  startWatchedCalls,
  type WatchedCalls,
} from "../../testing/calls/stored-calls.ts";
import type { Person } from "../../testing/people/call-people.ts";

const dayMs = 24 * 60 * 60_000;
const day = (number: number) => new Date(Date.UTC(2025, 0, number, 9));
const dayFromNow = (days: number) => new Date(Date.now() + days * dayMs).toISOString().slice(0, 10);

describe("many calls", () => {
  let server: WatchedCalls;
  let team: Awaited<ReturnType<typeof newTeam>>;
  beforeAll(async () => {
    server = await startWatchedCalls();
  });
  afterAll(() => server.close());
  beforeEach(async () => {
    team = await newTeam(server);
  });

  async function get(path: string, person: Person, query: Record<string, string>) {
    const { status, body } = await server.api(person, "GET", `${path}?${new URLSearchParams(query)}`);
    expect(status).toBe(200);
    return body.data;
  }

  test.each([
    ["the list", [{}]],
    ["the search", [{ q: "budget" }, { q: 'remises "un budget"' }]],
  ] as const)("%s reads no whole collection with any filter, any two, or all", async (_, searches) => {
    for (const at of [2, 3]) {
      const call = endedCall({
        organizationId: team.organizationId,
        agentId: team.person("agent").id,
        startedAt: day(at),
        seq: 1,
        outcome: "other",
      });
      await server.models.lines.create(linesInTurn(call, ["un budget, une remise"]));
      await server.models.calls.create(call);
    }
    await collectWords(server.models);
    const filters: Record<string, string>[] = [
      { status: "active" },
      { status: "ended" },
      { agentId: team.person("agent").id },
      { outcome: "other" },
      { source: "telephony" },
      { from: day(1).toISOString(), to: day(9).toISOString() },
      { minSeconds: "10", maxSeconds: "70" },
      { toWrapUp: "true" },
    ];
    const before = server.queries.seen();
    for (const filter of filterCombinations(filters))
      for (const person of [team.person("supervisor"), team.person("agent")])
        for (const q of searches) {
          const query = { ...q, ...filter, limit: "1" };
          const { nextCursor: cursor } = await get("/api/calls", person, query);
          if (cursor !== undefined) await get("/api/calls", person, { ...query, cursor });
        }
    expect(server.queries.seen() - before).toBeGreaterThan(50);
    expect(await server.queries.scans()).toEqual([]);
  });

  test("all agents have a name in the filter, however many have nothing but erased calls", async () => {
    const { store, organizationId, person } = team;
    const erased = { organizationId, agentName: "", clientName: "", erasedAt: new Date() };
    const calls = Array.from({ length: 1100 }, (_, n) => endedCall({ ...erased, agentId: `gone-${n}` }));
    await insertMany(server.models.calls, calls);
    await store({ agentId: "zoe", agentName: "Zoé" });
    const { agents } = await get("/api/calls/agents", person("supervisor"), {});
    expect(agents).toEqual([{ agentId: "zoe", agentName: "Zoé" }]);
  });

  test("10,000 next steps are read page by page, each by an index", async () => {
    const agent = team.person("agent");
    const many = Array.from({ length: 10_000 }, (_, at) => {
      const nextStepAt = dayFromNow((at % 700) - 350);
      return endedCall({
        _id: `call-${String(at).padStart(5, "0")}`,
        organizationId: team.organizationId,
        agentId: agent.id,
        nextStep: `Step ${at}`,
        nextStepAt,
        openStep: nextStepAt,
      });
    });
    await insertMany(server.models.calls, many);
    const pages = await readPages(async (cursor) => {
      const { steps, nextCursor } = await get("/api/next-steps", agent, {
        limit: "100",
        due: "today",
        ...cursor,
      });
      return { ids: (steps as { callId: string }[]).map(({ callId }) => callId), nextCursor };
    });
    const due = many.filter(({ nextStepAt = "" }) => nextStepAt <= dayFromNow(0));
    expect(new Set(pages.flat())).toEqual(new Set(due.map(({ _id }) => _id)));
    expect(pages.flat()).toHaveLength(due.length);
    expect(await server.queries.scans()).toEqual([]);
  });
});
