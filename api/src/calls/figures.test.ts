import type { readFigures } from "@souffleur/contracts";
import type { z } from "zod";
import { next, record } from "../../testing/calls/call-events.ts";
import { endedCall, startWatchedCalls, type WatchedCalls } from "../../testing/calls/stored-calls.ts";
import {
  acme,
  agent,
  colleague,
  outsider,
  type Person,
  platform,
  somebody,
  supervisor,
} from "../../testing/people/call-people.ts";
import { countChange } from "./figures/settled-counts.ts";
import type { CallDoc } from "./records/call-model.ts";
import { createCallRecords } from "./records/call-records.ts";

type Figures = z.output<typeof readFigures.data>;

const dayMs = 24 * 60 * 60_000;

describe("figures", () => {
  let server: WatchedCalls;

  beforeAll(async () => {
    server = await startWatchedCalls({ tuning: { speed: 1 } });
  });
  afterAll(() => server.close());
  beforeEach(async () => {
    const { calls, figuresRevisions } = server.models;
    await calls.deleteMany({});
    await countChange(figuresRevisions, acme, new Date(0));
  });

  /** Stores a call that has ended. */
  async function stored(startedAt: Date, changes: Partial<CallDoc> = {}): Promise<string> {
    const call = endedCall({ startedAt, ...changes });
    await server.models.calls.create(call);
    return call._id;
  }
  const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000);

  async function figures(person: Person, query: Record<string, string> = {}): Promise<Figures> {
    const { status, body } = await server.api(person, "GET", `/api/figures?${new URLSearchParams(query)}`);
    expect(status).toBe(200);
    return body.data;
  }

  test("are those of one agent where a supervisor asks for them, and stay an agent's own", async () => {
    await stored(hoursAgo(0), { outcome: "successful", amount: 1200 });
    const other = await stored(hoursAgo(0), { agentId: colleague.id, agentName: "Hugo", outcome: "no_need" });
    const { dashboard, activity, analytics } = await figures(supervisor, { agentId: colleague.id });
    expect(dashboard).toMatchObject({ totalCalls: 1, successfulCalls: 0, revenue: 0, activeAgents: 1 });
    expect(activity.map(({ id }) => id)).toEqual([other]);
    expect(analytics.topPerformers.map(({ id }) => id)).toEqual([colleague.id]);
    expect((await figures(supervisor, { agentId: "nobody" })).dashboard.totalCalls).toBe(0);
    const own = await figures(agent, { agentId: colleague.id });
    expect(own.dashboard).toMatchObject({ totalCalls: 1, successfulCalls: 1, revenue: 1200 });
    expect(own.activity.map(({ id }) => id)).not.toContain(other);
  });

  test("count no practice unless it is asked for, and an outcome of another kind is neither won nor lost", async () => {
    await stored(hoursAgo(0), { outcome: "successful", amount: 1200 });
    await stored(hoursAgo(0), { outcome: "other" });
    const practice = await stored(hoursAgo(0), { outcome: "successful", amount: 900, practice: true });
    const business = await figures(supervisor);
    expect(business.dashboard).toMatchObject({ totalCalls: 2, conversionRate: 100, revenue: 1200 });
    expect(business.analytics.callVolume).toMatchObject({ successful: 1, open: 1, lost: 0 });
    expect(business.activity.map(({ id }) => id)).not.toContain(practice);
    const asked = await figures(supervisor, { practice: "true" });
    expect(asked.dashboard).toMatchObject({ totalCalls: 1, revenue: 900 });
    expect(asked.activity.map(({ id }) => id)).toEqual([practice]);
  });

  test("have the shapes of the sample data, and are consistent with one another", async () => {
    const won = await stored(hoursAgo(0), {
      outcome: "successful",
      amount: 1200,
      durationSeconds: 200,
      nextStep: "Contrat",
    });
    await stored(hoursAgo(0), { outcome: "too_expensive", durationSeconds: 100 });
    const open = await stored(hoursAgo(0), { agentId: colleague.id, agentName: "Hugo", durationSeconds: 30 });
    await stored(new Date(Date.now() - 40 * dayMs), { outcome: "successful", amount: 400 });
    await stored(new Date(Date.now() - 70 * dayMs), { outcome: "successful", amount: 9000 });
    const { dashboard, activity, analytics, previous } = await figures(supervisor, { range: "30d" });
    expect(dashboard).toEqual({
      totalCalls: 3,
      successfulCalls: 1,
      averageCallDuration: "1:50",
      // The third call is not decided yet.
      conversionRate: 50,
      revenue: 1200,
      currency: "USD",
      activeAgents: 2,
    });
    expect(previous).toEqual({
      totalCalls: 1,
      successfulCalls: 1,
      averageCallDuration: "1:00",
      conversionRate: 100,
      revenue: 400,
      currency: "USD",
      activeAgents: 1,
    });
    const { recentTrends, previousTrends, ...rest } = analytics;
    expect(rest).toEqual({
      callVolume: { total: 3, successful: 1, failed: 2, open: 1, lost: 1, changePercent: 200 },
      conversionRate: 50,
      averageCallDuration: "1:50",
      averageCallSeconds: 110,
      revenue: { currency: "USD", others: [], current: 1200, target: 400, previousMonth: 400 },
      topPerformers: [
        { id: agent.id, name: "Camille", calls: 2, conversions: 1, lost: 1, revenue: 1200 },
        { id: colleague.id, name: "Hugo", calls: 1, conversions: 0, lost: 0, revenue: 0 },
      ],
      others: { agents: 0, calls: 0, conversions: 0, lost: 0, revenue: 0 },
      team: { agents: 2, calls: 3, conversions: 1, lost: 1, revenue: 1200 },
      lostReasons: [
        { reason: "To wrap up", calls: 1 },
        { reason: "Too expensive", calls: 1 },
      ],
    });
    expect(recentTrends).toHaveLength(15);
    expect(recentTrends.at(-1)).toMatchObject({
      calls: 3,
      successful: 1,
      failed: 2,
      open: 1,
      lost: 1,
      revenue: 1200,
      revenueSoFar: 1200,
      targetSoFar: 400,
      averageSeconds: 110,
    });
    expect(recentTrends[0]).toMatchObject({
      calls: 0,
      conversionRate: 0,
      averageSeconds: 0,
      revenueSoFar: 0,
    });
    expect(previousTrends).toHaveLength(15);
    expect(previousTrends.find(({ calls }) => calls > 0)).toMatchObject({
      calls: 1,
      successful: 1,
      revenue: 400,
    });
    expect(previousTrends.at(-1)).toMatchObject({ calls: 0, revenueSoFar: 400 });
    expect(activity.map(({ id }) => id)).toEqual(expect.arrayContaining([won, open]));
    expect(activity.find(({ id }) => id === won)).toEqual({
      id: won,
      type: "deal",
      title: "Deal with Claire Moreau",
      description: "Camille · 3:20 · Won · $1,200 · Contrat",
      status: "success",
      timestamp: expect.any(Number),
    });
    expect(activity.find(({ id }) => id === open)).toMatchObject({ type: "call", status: "pending" });
  });

  test("say what happened, and why not, in the reader's language", async () => {
    await stored(hoursAgo(2), { outcome: "successful", amount: 1200, nextStep: "Contrat" });
    await stored(hoursAgo(3), { outcome: "too_expensive" });
    await stored(hoursAgo(4), {});
    const { body } = await server.api(supervisor, "GET", "/api/figures", undefined, {
      "Accept-Language": "fr",
    });
    const { activity, analytics }: Figures = body.data;
    expect(activity.map(({ title }) => title)).toEqual([
      "Affaire avec Claire Moreau",
      "Appel avec Claire Moreau",
      "Appel avec Claire Moreau",
    ]);
    expect(activity.map(({ description }) => description.split(" · ").slice(2))).toEqual([
      ["Gagné", "1\u202f200\u00a0$", "Contrat"],
      ["Trop cher"],
      ["À clore"],
    ]);
    expect(analytics.lostReasons).toEqual([
      { reason: "Trop cher", calls: 1 },
      { reason: "À clore", calls: 1 },
    ]);
  });

  test("add up the organization's currency alone, and name what was won in others", async () => {
    const won = { outcome: "successful" } as const;
    await stored(hoursAgo(0), { ...won, amount: 1200 });
    await stored(hoursAgo(0), { ...won, amount: 300, currency: "EUR" });
    await stored(new Date(Date.now() - 3 * dayMs), { ...won, amount: 40, currency: "EUR" });
    await stored(hoursAgo(0), { ...won, amount: 5, currency: "CHF" });
    const shown = async () => {
      const { dashboard, analytics, activity } = await figures(supervisor);
      const { revenue, team, recentTrends } = analytics;
      return {
        dashboard: [dashboard.revenue, dashboard.currency, dashboard.successfulCalls],
        team: team.revenue,
        trend: recentTrends.at(-1)?.revenueSoFar,
        others: revenue.others,
        activity: activity.map(({ description }) => description.split(" · ").at(-1)).toSorted(),
      };
    };
    const activity = ["$1,200", "CHF\u00a05", "€300", "€40"];
    const [chf, eur] = [
      { currency: "CHF", revenue: 5 },
      { currency: "EUR", revenue: 340 },
    ];
    expect(await shown()).toEqual({
      ...{ dashboard: [1200, "USD", 4], team: 1200, trend: 1200, others: [chf, eur] },
      activity,
    });
    const organizations = server.connection.collection<{ _id: string; currency: string }>("organizations");
    const organization = { key: "acme", name: "Acme", founderId: "founder", createdAt: new Date() };
    await organizations.insertOne({ _id: acme, ...organization, currency: "EUR" });
    expect(await shown()).toEqual({
      ...{
        dashboard: [340, "EUR", 4],
        team: 340,
        trend: 340,
        others: [chf, { currency: "USD", revenue: 1200 }],
      },
      activity,
    });
    await organizations.deleteOne({ _id: acme });
  });

  test("without calls are zero, without a division by zero", async () => {
    const { dashboard, activity, analytics } = await figures(supervisor);
    expect(dashboard).toMatchObject({ totalCalls: 0, conversionRate: 0, averageCallDuration: "0:00" });
    expect(activity).toEqual([]);
    expect(analytics).toMatchObject({ callVolume: { changePercent: 0 }, topPerformers: [], lostReasons: [] });
    expect(analytics.recentTrends.every(({ calls }) => calls === 0)).toBe(true);
  });

  test("have a call of last week as soon as it is wrapped up, and read older calls again only after a change", async () => {
    const callId = await stored(new Date(Date.now() - 8 * dayMs));
    const total = async () => (await figures(supervisor, { range: "30d" })).dashboard;
    expect(await total()).toMatchObject({ totalCalls: 1, revenue: 0 });
    await stored(new Date(Date.now() - 9 * dayMs));
    // The test wrote this call past the product, so no call of those days is read again.
    expect(await total()).toMatchObject({ totalCalls: 1, revenue: 0 });
    const outcome = { outcome: "successful", amount: 50 };
    expect((await server.api(agent, "PUT", `/api/calls/${callId}/outcome`, outcome)).status).toBe(200);
    expect(await total()).toMatchObject({ totalCalls: 2, revenue: 50 });
  });

  test("are an agent's own for an agent, the organization's for others, and never another organization's", async () => {
    await stored(hoursAgo(0));
    await stored(hoursAgo(0), { agentId: colleague.id, outcome: "successful", amount: 5 });
    await stored(hoursAgo(0), { organizationId: "globex", agentId: "someone" });
    await stored(hoursAgo(0), { organizationId: null, agentId: platform.id });
    const totals = async (person: Person) => {
      const { dashboard, analytics, activity } = await figures(person);
      return [dashboard.totalCalls, dashboard.revenue, analytics.topPerformers.length, activity.length];
    };
    for (const role of ["admin", "manager", "supervisor", "analyst"] as const) {
      expect(await totals(somebody(role))).toEqual([2, 5, 2, 2]);
    }
    expect(await totals(agent)).toEqual([1, 0, 1, 1]);
    expect(await totals(colleague)).toEqual([1, 5, 1, 1]);
    expect(await totals(outsider)).toEqual([1, 0, 1, 1]);
    expect(await totals(platform)).toEqual([1, 0, 1, 1]);
    expect(await totals(somebody("agent", null))).toEqual([0, 0, 0, 0]);
    expect((await server.api(agent, "GET", "/api/figures?agentId=hugo")).body.data.dashboard.revenue).toBe(0);
  });

  test("count only ended calls", async () => {
    const { callId } = await server.begin(agent);
    await server.api(agent, "PUT", `/api/calls/${callId}/outcome`, { outcome: "successful", amount: 7 });
    expect((await figures(agent, { practice: "true" })).dashboard).toMatchObject({
      totalCalls: 0,
      revenue: 0,
    });
    await server.end(agent, callId);
    expect((await figures(agent, { practice: "true" })).dashboard).toMatchObject({
      totalCalls: 1,
      revenue: 7,
    });
  });

  test.each([
    // Just before and after midnight in Paris, and a call that runs across it; each counts in the day in which it began.
    [
      "midnight",
      "2026-06-15T12:00:00Z",
      ["2026-06-13T21:59:59.999Z", "2026-06-14T21:59:00Z", "2026-06-14T22:00:00Z"],
      [1, 1, 1],
    ],
    // The day of 23 hours ends an hour earlier.
    [
      "the day of 23 hours",
      "2026-03-30T12:00:00Z",
      ["2026-03-28T23:00:00Z", "2026-03-29T21:59:59Z", "2026-03-29T22:00:00Z"],
      [0, 2, 1],
    ],
    // A call that runs across the change; the day of 25 hours ends an hour later.
    [
      "the day of 25 hours",
      "2026-10-26T12:00:00Z",
      ["2026-10-25T00:59:00Z", "2026-10-25T22:59:59Z", "2026-10-25T23:00:00Z"],
      [0, 2, 1],
    ],
  ])("count a call in its reader's day: %s", async (_name, now, starts, expected) => {
    for (const start of starts) await stored(new Date(start), { durationSeconds: 7200 });
    const records = createCallRecords(server.models);
    const query = { range: "7d", timeZone: "Europe/Paris" } as const;
    const { analytics } = await records.figures({ organizationId: acme }, query, new Date(now), "en");
    expect(analytics.recentTrends.slice(-3).map(({ calls }) => calls)).toEqual(expected);
    expect(analytics.averageCallDuration).toBe("120:00");
  });

  test("of 7, 30 and 90 days begin with their first day", async () => {
    const now = new Date("2026-06-15T12:00:00Z");
    const records = createCallRecords(server.models);
    for (const range of ["7d", "30d", "90d"] as const) {
      const days = Number.parseInt(range, 10);
      const first = Date.UTC(2026, 5, 15 - days + 1);
      await server.models.calls.deleteMany({});
      for (const at of [first - days * dayMs - 1, first - days * dayMs, first - 1, first]) {
        await stored(new Date(at));
      }
      const read = await records.figures({ organizationId: acme }, { range, timeZone: "UTC" }, now, "en");
      expect([read.dashboard.totalCalls, read.previous.totalCalls]).toEqual([1, 2]);
      expect(read.analytics.recentTrends[0]).toMatchObject({ from: first, calls: 1 });
      const { previousTrends } = read.analytics;
      expect(previousTrends[0]).toMatchObject({ from: first - days * dayMs, calls: 1 });
      expect(previousTrends.at(-1)).toMatchObject({ calls: 1 });
    }
  });

  test("name the six agents with the most revenue, and sum up the others", async () => {
    for (let at = 1; at <= 8; at++) {
      const agentId = `agent-${at}`;
      await stored(hoursAgo(0), { agentId, agentName: `A ${at}`, outcome: "successful", amount: at });
    }
    const { topPerformers, others, team } = (await figures(supervisor)).analytics;
    expect(topPerformers.map(({ name }) => name)).toEqual(["A 8", "A 7", "A 6", "A 5", "A 4", "A 3"]);
    expect(others).toEqual({ agents: 2, calls: 2, conversions: 2, lost: 0, revenue: 3 });
    expect(team).toEqual({ agents: 8, calls: 8, conversions: 8, lost: 0, revenue: 36 });
  });

  test.each([["range", "8d"]])("refuse %s %j and name the field", async (field, value) => {
    const { status, body } = await server.api(agent, "GET", `/api/figures?${field}=${value}`);
    expect(status).toBe(400);
    expect(body).toMatchObject({ code: "VALIDATION_ERROR", field });
  });

  test.each(["Europe/Nowhere", "", "Etc/Unknown", "+02:00", "%2B02%3A00", "x".repeat(3000)])(
    "are read in a time zone that the server does not know: %j",
    async (timeZone) => {
      const query = `timeZone=${timeZone}&utcOffset=%2B02%3A00`;
      const { status, body } = await server.api(agent, "GET", `/api/figures?range=7d&${query}`);
      expect(status).toBe(200);
      const today = body.data.analytics.recentTrends.at(-1);
      expect(new Date(today.from).toISOString()).toMatch(/T22:00:00.000Z$/);
    },
  );

  test("are announced at a call's end and wrap-up, to the users in whose figures it counts", async () => {
    const { callId } = await server.begin(agent);
    const [own, reader, peer, foreign] = await Promise.all(
      [agent, supervisor, colleague, outsider].map((person) => server.connect(person)),
    );
    if (!own || !reader || !peer || !foreign) throw new Error("four sockets are needed");
    const others = [peer, foreign].map(record);
    const changed = () =>
      Promise.all([own, reader].map((socket) => next<{ callId: string }>(socket, "figures_changed")));
    const ended = changed();
    await server.end(agent, callId);
    expect(await ended).toEqual([{ callId }, { callId }]);
    const both = [own, reader].map(record);
    const save = (outcome: string) => server.api(agent, "PUT", `/api/calls/${callId}/outcome`, { outcome });
    const wrapped = changed();
    await save("other");
    expect(await wrapped).toEqual([{ callId }, { callId }]);
    await save("other");
    const again = changed();
    await save("no_need");
    await again;
    expect(both.map(({ of }) => of("figures_changed").length)).toEqual([2, 2]);
    expect(others.map(({ of }) => of("figures_changed"))).toEqual([[], []]);
  });

  test("read no whole collection, and for an organization only an index", async () => {
    await stored(hoursAgo(1), { outcome: "other" });
    for (const person of [supervisor, agent])
      for (const range of ["7d", "90d"]) await figures(person, { range });
    expect(await server.queries.scans()).toEqual([]);
    const plan = (await server.models.calls
      .aggregate([
        { $match: { organizationId: acme, startedAt: { $gte: new Date(0) }, durationSeconds: { $gte: 0 } } },
        { $group: { _id: { agent: "$agentId", outcome: "$outcome" }, revenue: { $sum: "$amount" } } },
      ])
      .explain()) as unknown as { stages: { $cursor?: { executionStats: object } }[] };
    expect(plan.stages[0]?.$cursor?.executionStats).toMatchObject({ nReturned: 1, totalDocsExamined: 0 });
  });
});
