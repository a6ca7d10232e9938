import { once } from "node:events";
import { get } from "node:http";
import { limits } from "@souffleur/contracts";
import ICAL from "ical.js";
import { travel, until } from "../../testing/app.ts";
import { endedCall, startWatchedCalls, type WatchedCalls } from "../../testing/calls/stored-calls.ts";
import {
  admin,
  agent,
  colleague,
  hire,
  outsider,
  type Person,
  somebody,
} from "../../testing/people/call-people.ts";
import type { CallDoc } from "../calls/records/call-model.ts";
import { openStepOf } from "../calls/records/outcome-records.ts";
import { clock } from "../clock.ts";

const path = "/api/account/calendar";
const dayMs = 24 * 60 * 60_000;
const dayFromNow = (days: number) => new Date(clock.ms() + days * dayMs).toISOString().slice(0, 10);

describe("the calendar of next steps", () => {
  let server: WatchedCalls;
  beforeAll(async () => {
    server = await startWatchedCalls();
  });
  afterAll(() => server.close());
  beforeEach(async () => {
    await server.models.calls.deleteMany({});
    await server.connection.collection("calendar-links").deleteMany({});
  });

  const store = (changes: Partial<CallDoc>) => {
    const call = endedCall(changes);
    const openStep = openStepOf(call);
    return server.models.calls.create({ ...call, ...(openStep && { openStep }) });
  };
  /** The path of a new link. */
  async function renew(person: Person): Promise<string> {
    const { body } = await server.api(person, "POST", path);
    return new URL(body.data.address).pathname;
  }
  const read = (address: string) => fetch(server.url + address, { headers: { "Accept-Language": "fr" } });
  const events = async (address: string) => {
    const text = await (await read(address)).text();
    return new ICAL.Component(ICAL.parse(text))
      .getAllSubcomponents("vevent")
      .map((one) => new ICAL.Event(one));
  };
  const rows = (action: string, subjectId: string) =>
    server.connection.collection("audit_log").countDocuments({ action, subjectId });

  test("a link is made with a proof alone", async () => {
    travel(limits.proofValidMs + 60_000);
    expect((await server.api(agent, "POST", path)).body.code).toBe("PROOF_REQUIRED");
    expect((await server.api(agent, "GET", path)).body.data).toEqual({});
  });

  test("has the agent's own open steps on their days, and nothing else", async () => {
    const call = await store({ nextStep: "Envoyer le devis", nextStepAt: "2030-02-28", outcomeRevision: 4 });
    await store({ nextStepAt: dayFromNow(-3) });
    await store({ nextStep: "Without a day" });
    await store({ nextStep: "Long ago", nextStepAt: "2001-01-01" });
    await store({ nextStep: "Theirs", nextStepAt: "2030-01-01", agentId: colleague.id });
    const address = await renew(agent);
    const response = await read(address);
    expect(response.status).toBe(200);
    expect(response.headers.get("content-type")).toBe("text/calendar; charset=utf-8");
    expect(response.headers.get("cache-control")).toBe("private, no-store");
    const [overdue, step, ...rest] = await events(address);
    expect(rest).toEqual([]);
    expect(overdue?.summary).toBe("Prochaine étape · Claire Moreau");
    expect(step).toMatchObject({ uid: `${call._id}@souffleur`, summary: "Envoyer le devis · Claire Moreau" });
    expect(step?.sequence).toBe(4);
    expect([step?.startDate.toString(), step?.endDate.toString()]).toEqual(["2030-02-28", "2030-03-01"]);
    expect(step?.startDate.isDate).toBe(true);
    expect(step?.description).toContain(`/live-call?call=${call._id}`);
    await server.api(agent, "PUT", `/api/next-steps/${call._id}`, { isDone: true });
    expect((await events(address)).map(({ summary }) => summary)).toEqual([
      "Prochaine étape · Claire Moreau",
    ]);
  });

  test.each([
    ["fr", undefined, "Prochaine étape"],
    ["fr", "*", "Prochaine étape"],
    ["fr", "de, es;q=0.5", "Prochaine étape"],
    ["fr", "en-GB", "Next step"],
    ["en", undefined, "Next step"],
    ["en", "fr-CA, en;q=0.5", "Prochaine étape"],
    [undefined, undefined, "Next step"],
  ] as const)("an owner with %s whose program accepts %s reads %s", async (language, accepted, title) => {
    const _id = agent.id as never;
    await server.connection
      .collection("users")
      .updateOne({ _id }, language === undefined ? { $unset: { language } } : { $set: { language } });
    await store({ nextStepAt: "2030-02-28" });
    const { pathname, port } = new URL(server.url + (await renew(agent)));
    // `fetch` names a language by itself.
    const [answer] = await once(
      get({
        host: "127.0.0.1",
        port,
        path: pathname,
        headers: accepted === undefined ? {} : { "accept-language": accepted },
      }),
      "response",
    );
    const text = Buffer.concat(await answer.toArray()).toString();
    expect(text).toContain(`SUMMARY:${title} · Claire Moreau`);
  });

  test("a step that moves has a later revision, and an untouched one stays as it was", async () => {
    const startedAt = new Date("2026-01-15T09:00:00Z");
    const moved = await store({ nextStep: "Rappeler", nextStepAt: "2030-02-28", startedAt });
    await store({ nextStep: "Devis", nextStepAt: "2030-04-01", startedAt });
    const address = await renew(agent);
    const stamps = async () => {
      const found = await events(address);
      return found.map(({ component, sequence, startDate }) => [
        startDate.toString(),
        sequence,
        ...["last-modified", "dtstamp"].map((name) =>
          (component.getFirstPropertyValue(name) as ICAL.Time).toJSDate().getTime(),
        ),
      ]);
    };
    const began = startedAt.getTime();
    const [before] = await stamps();
    expect(before?.slice(0, 3)).toEqual(["2030-02-28", 0, began]);
    for (const [count, change] of [
      [1, { day: "2030-03-05" }],
      [2, { day: "2030-03-06" }],
    ] as const) {
      travel(60_000);
      const changedFrom = clock.ms() - 1000;
      await server.api(agent, "PUT", `/api/next-steps/${moved._id}`, change);
      const [first, other] = await stamps();
      expect(first?.slice(0, 2)).toEqual([change.day, count]);
      expect(first?.[2]).toBeGreaterThanOrEqual(changedFrom);
      expect(first?.[3]).toBeGreaterThanOrEqual(first?.[2] as number);
      expect(other?.slice(0, 3)).toEqual(["2030-04-01", 0, began]);
    }
    travel(60_000);
    const saved = { outcome: "follow_up", nextStep: "Rappeler", nextStepAt: "2030-03-07" };
    const changedFrom = clock.ms() - 1000;
    expect((await server.api(agent, "PUT", `/api/calls/${moved._id}/outcome`, saved)).status).toBe(200);
    const [last] = await stamps();
    expect(last?.slice(0, 2)).toEqual(["2030-03-07", 3]);
    expect(last?.[2]).toBeGreaterThanOrEqual(changedFrom);
  });

  test("programs are told how often to read it", async () => {
    const text = await (await read(await renew(agent))).text();
    expect(text).toContain("\r\nREFRESH-INTERVAL;VALUE=DURATION:PT1H\r\nX-PUBLISHED-TTL:PT1H\r\n");
  });

  test.each([
    "virgules, points-virgules; barres \\ et \\n",
    "BEGIN:VEVENT\r\nSUMMARY:faux\r\nEND:VEVENT",
    `${"é".repeat(60)}👩🏽‍💼${"漢".repeat(80)}`,
    `x${"👩🏽‍💼".repeat(40)}`,
    "\u0000\u0007 tab\tici \u2028 \u2029",
    ':;="DQUOTE"^n^^',
    "\ud83d seul",
  ])("a public reader finds an odd text as it was: %j", async (text) => {
    await store({ nextStep: text, nextStepAt: "2030-02-28" });
    const address = await renew(agent);
    const file = await (await read(address)).text();
    for (const line of file.split("\r\n")) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
    expect(file.replaceAll("\r\n", "")).not.toMatch(/\p{Cc}/u);
    const found = await events(address);
    const said = Buffer.from(text.replace(/\r\n/gu, "\n").replace(/(?!\n)\p{Cc}/gu, " ")).toString();
    expect(found.map(({ summary }) => summary)).toEqual([`${said} · Claire Moreau`]);
  });

  test("a link is shown once, kept as a hash, and told of when it was read", async () => {
    expect((await server.api(agent, "GET", path)).body.data).toEqual({});
    const address = await renew(agent);
    const secret = /([\w-]{43})\.ics$/.exec(address)?.[1] ?? "none";
    const stored = await server.connection.collection("calendar-links").findOne({ _id: agent.id as never });
    expect(JSON.stringify(stored)).not.toContain(secret);
    const { body } = await server.api(agent, "GET", path);
    expect(body.data).toEqual({ createdAt: expect.any(String) });
    await read(address);
    expect((await server.api(agent, "GET", path)).body.data).toHaveProperty("lastReadAt");
    await until(async () => (await rows("calendar.renewed", agent.id)) > 0);
  });

  test("a new link ends the former one, and of two at once one remains", async () => {
    const first = await renew(colleague);
    const both = await Promise.all([renew(colleague), renew(colleague)]);
    const statuses = await Promise.all([first, ...both].map(async (one) => (await read(one)).status));
    expect(statuses[0]).toBe(404);
    expect(statuses.slice(1).sort()).toEqual([200, 404]);
  });

  test("it is switched off, also twice", async () => {
    const address = await renew(agent);
    for (const _ of [1, 2]) expect((await server.api(agent, "DELETE", path)).status).toBe(200);
    expect((await read(address)).status).toBe(404);
    expect((await server.api(agent, "GET", path)).body.data).toEqual({});
    await until(async () => (await rows("calendar.ended", agent.id)) > 0);
  });

  test("every wrong address gets the same answer, and no cookie or token is needed", async () => {
    const address = await renew(agent);
    const wrong = [
      address.replace(/.\.ics$/, "-.ics").replace(/.(?=-\.ics)/, "_"),
      "/api/calendars/x.ics",
      address.replace(".ics", ""),
      `/api/calendars/${"x".repeat(3000)}.ics`,
      "/api/calendars/%00.ics",
      "/api/calendars/%7B%22%24gt%22%3A%22%22%7D.ics",
    ];
    const answers = await Promise.all(
      wrong.map(async (one) => {
        const response = await read(one);
        const body = (await response.json()) as { code: string; error: string };
        return [response.status, body.code, body.error];
      }),
    );
    expect(new Set(answers.map(String)).size).toBe(1);
    expect(answers[0]?.slice(0, 2)).toEqual([404, "NOT_FOUND"]);
  });

  test("the end of an account's rights ends its link for good", async () => {
    const leaver = somebody("agent");
    await hire(server.connection, [leaver]);
    const address = await renew(leaver);
    const setStatus = (status: string) =>
      server.api(admin, "PUT", `/api/auth/admin/users/${encodeURIComponent(leaver.id)}/status`, { status });
    expect((await setStatus("inactive")).status).toBe(200);
    expect((await read(address)).status).toBe(404);
    expect((await setStatus("active")).status).toBe(200);
    expect((await read(address)).status).toBe(404);
  });

  test("is for each their own", async () => {
    await store({ nextStep: "Ours", nextStepAt: "2030-01-01", agentId: outsider.id });
    expect(await events(await renew(outsider))).toEqual([]);
  });

  test("a source reads so many a minute", async () => {
    const limited = await startWatchedCalls({ tuning: { requests: 1 } });
    const read = async () => (await fetch(`${limited.url}/api/calendars/wrong.ics`)).status;
    const statuses = await Promise.all(Array.from({ length: 61 }, read));
    expect(statuses.sort()).toEqual([...Array.from({ length: 60 }, () => 404), 429]);
    await limited.close();
  });
});
