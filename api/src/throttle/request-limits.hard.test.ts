import {
  type Endpoint,
  endpoint,
  endSimulation,
  generateSuggestions,
  getCall,
  getTranscript,
  limits,
  logout,
  refresh,
  saveNotes,
  startSimulation,
  sttLanguage,
  sttStats,
  transcribeAudio,
} from "@souffleur/contracts";
import type { Request } from "express";
import { startApp, type TestApp, travel, until } from "../../testing/app.ts";
import { type TestRedis, testRedis } from "../../testing/processes/nodes.ts";
import type { RequestOptions } from "../../testing/request.ts";
import { clock } from "../clock.ts";
import { appError } from "../http/errors.ts";
import type { Caller } from "../http/guard.ts";
import { createCounters } from "./counters.ts";
import { createRequestLimits } from "./request-limits.ts";

const office = "203.0.113.9";

afterEach(() => jest.useRealTimers());

describe("an office behind one address", () => {
  let redis: TestRedis;
  let api: TestApp;
  let apiWithRedis: TestApp;

  beforeAll(async () => {
    redis = await testRedis();
    api = await startApp();
    apiWithRedis = await startApp({ env: { REDIS_URL: redis.url } });
    await until(async () => (await apiWithRedis.request("GET", "/health/ready")).body.status === "ready");
  });
  afterAll(async () => {
    await api.close();
    await apiWithRedis.close();
    await redis.kill();
  });

  /** Sends more requests than any limit allows, until all are refused, for each of `senders` in turn; returns the codes. */
  async function flood(at: TestApp, method: string, path: string, ...senders: RequestOptions[]) {
    const codes: unknown[] = [];
    let refused = 0;
    while (codes.length < 650 && refused < 50) {
      const answers = Array.from({ length: 50 }, (_, n) =>
        at.request(method, path, senders[n % senders.length]),
      );
      const some = (await Promise.all(answers)).map(({ body }) => body.code);
      refused = some.filter((code) => code === "RATE_LIMITED").length;
      codes.push(...some);
    }
    return codes;
  }

  test("continues to read, renew and end calls during a flood of requests without tokens from its address", async () => {
    const agent = await api.signIn(await api.createUser());
    const { token, cookies } = agent;
    travel(-16 * 60_000);
    const expired = (await api.signIn(agent)).token;
    clock.reset();
    const { body } = await api.request("POST", "/api/simulation/start", { token, body: {}, source: office });
    const [header = "", payload = ""] = token.split(".");
    const forged = `${header}.${payload}.${"A".repeat(43)}`;
    const unauthenticated = [undefined, "garbage", forged].map((bad) => ({ token: bad, source: office }));
    const calls = await flood(api, "GET", "/api/stt/stats", ...unauthenticated);
    expect(calls.at(-1)).toBe("RATE_LIMITED");
    const renewals = await flood(api, "POST", "/api/auth/refresh", { source: office });
    expect(renewals.at(-1)).toBe("RATE_LIMITED");

    const here = { token, source: office };
    expect((await api.request("GET", "/api/stt/stats", here)).status).toBe(200);
    expect((await api.request("GET", "/api/stt/stats", { ...here, token: expired })).body.code).toBe(
      "TOKEN_EXPIRED",
    );
    expect((await api.request("POST", "/api/auth/refresh", { cookies, source: office })).status).toBe(200);
    const { callId } = body.data;
    const end = await api.request("POST", "/api/simulation/end", { ...here, body: { callId } });
    expect(end.body).toMatchObject({ success: true, data: { status: "ended" } });
    expect((await api.request("POST", "/api/auth/logout", { ...here, cookies })).status).toBe(200);
  });

  test.each([
    ["in process", () => api],
    ["in Redis", () => apiWithRedis],
  ])("is limited by account, for all sessions and addresses of the account, counted %s", async (_, where) => {
    const at = where();
    const greedy = await at.createUser();
    const sessions = await Promise.all([at.signIn(greedy), at.signIn(greedy)]);
    const codes = await flood(at, "GET", "/api/stt/stats", ...sessions.map(({ token }) => ({ token })));
    expect(codes.filter((code) => code === undefined)).toHaveLength(600);
    const refused = await at.request("GET", "/api/stt/stats", { token: sessions[0]?.token, source: office });
    expect(refused.body.code).toBe("RATE_LIMITED");
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
    const colleague = await at.signIn(await at.createUser());
    const answer = await at.request("GET", "/api/stt/stats", { token: colleague.token, source: office });
    expect(answer.status).toBe(200);
  });

  test("is not limited by requests with a token of an ended session", async () => {
    const user = await api.createUser();
    const [past, present] = [await api.signIn(user), await api.signIn(user)];
    await api.request("POST", "/api/auth/logout", { token: past.token, cookies: past.cookies });
    const codes = await flood(api, "GET", "/api/stt/stats", { token: past.token });
    expect(codes).toContain("TOKEN_INVALID");
    expect(codes.at(-1)).toBe("RATE_LIMITED");
    expect((await api.request("GET", "/api/stt/stats", { token: present.token })).status).toBe(200);
  });
});

/** Accepts any token and uses it as the id of account and organization; adds the names of reached limits to `hits`. */
function admitCounting(hits: string[], full = "") {
  const authenticate = async (token: string) => ({ userId: token, organizationId: token }) as Caller;
  return createRequestLimits({
    counters: createCounters(undefined),
    countHit: (limit) => hits.push(limit),
    sessionOf: (req) => req.get("authorization"),
    authenticate,
    authenticateRelease: authenticate,
    authenticateMachine: () => undefined,
    jobs: {
      requireRoom(organizationId) {
        if (organizationId === full) throw appError("RATE_LIMITED");
      },
    },
  });
}

test("changes of an organization of which too many jobs wait are refused, but not what it reads", async () => {
  const admit = admitCounting([], "full");
  const change = endpoint("POST", "/api/horn", { tag: "Calls", summary: "Blow a horn", access: "session" });
  const by = (account: string, method: string) =>
    ({ ip: "192.0.2.1", method, get: () => `Bearer ${account}` }) as unknown as Request;
  await expect(admit(by("full", "POST"), change)).rejects.toMatchObject({ code: "RATE_LIMITED" });
  await admit(by("full", "GET"), getCall);
  await admit(by("other", "POST"), change);
});

describe("a call with a limit of 5 a minute", () => {
  const path = "/api/horn";
  const definition = { tag: "Calls", summary: "Blow a horn", limit: 5 } as const;
  const requestOf = (account: string, ip: string) =>
    ({ ip, get: () => `Bearer ${account}` }) as unknown as Request;

  test.each([
    [
      "one source",
      endpoint("POST", path, { ...definition, access: "public" }),
      requestOf("ada", "192.0.2.1"),
    ],
    [
      "one account",
      endpoint("POST", path, { ...definition, access: "session" }),
      requestOf("bob", "192.0.2.2"),
    ],
  ])("is refused to %s the sixth time, until the minute is over", async (_whose, horn, other) => {
    jest.useFakeTimers({ now: 0 });
    const hits: string[] = [];
    const admit = admitCounting(hits);
    const first = requestOf("ada", "192.0.2.2");
    for (let n = 0; n < 5; n++) await admit(first, horn);
    await expect(admit(first, horn)).rejects.toMatchObject({
      code: "RATE_LIMITED",
      details: { retryAfter: 60 },
    });
    expect(hits).toEqual([expect.stringContaining("POST /api/horn")]);
    await admit(other, horn);
    await admit(first, getCall);
    jest.advanceTimersByTime(60_000);
    await admit(first, horn);
  });
});

describe("two hundred agents in calls behind one address", () => {
  const agents = 200;
  const minutes = 5;
  const callMs = 3 * 60_000;
  /** The requests of an agent's page during a call, with their shortest interval in ms. */
  const every: [Endpoint, number][] = [
    [sttStats, limits.sttPollMs],
    [transcribeAudio, limits.recordingChunkMs],
    // The client speaks a sentence every 4 s, and each one triggers a request.
    [generateSuggestions, 4000],
    // Notes are saved half a second after each pause in typing.
    [saveNotes, 1500],
    [refresh, limits.accessTokenSeconds * 1000 - limits.renewalLeadMs],
    // The call ends, the page is reloaded, and the next call begins.
    ...[endSimulation, startSimulation, getCall, getTranscript, sttLanguage].map(
      (endpoint): [Endpoint, number] => [endpoint, callMs],
    ),
    // All agents sign out once.
    [logout, minutes * 60_000],
  ];

  test("are never refused", async () => {
    jest.useFakeTimers({ now: 0 });
    const hits: string[] = [];
    const admit = admitCounting(hits);
    const requests = Array.from({ length: agents }, (_, agent) => {
      const headers = { authorization: `Bearer agent-${agent}` };
      return { ip: office, get: () => headers.authorization } as unknown as Request;
    });
    const sent = requests.flatMap((req, agent) =>
      every.flatMap(([endpoint, ms]) => {
        // Half of the agents begin at the same moment, as after an outage.
        const first = agent % 2 === 0 ? 0 : (agent * 7919) % ms;
        const times = Math.ceil((minutes * 60_000 - first) / ms);
        return Array.from({ length: times }, (_, index) => ({ at: first + index * ms, req, endpoint }));
      }),
    );
    sent.sort((a, b) => a.at - b.at);
    expect(sent.length / agents / minutes).toBeGreaterThan(80);
    for (const { at, req, endpoint } of sent) {
      // Half of the agents send at the same moments, in which no timer is due any more.
      if (at > Date.now()) jest.advanceTimersByTime(at - Date.now());
      await admit(req, endpoint);
    }
    expect(hits).toEqual([]);
  });
});
