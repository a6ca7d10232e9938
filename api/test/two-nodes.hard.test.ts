import type { Line } from "@souffleur/contracts";
import { io, type Socket } from "socket.io-client";
import { connectDatabase } from "../src/database/connect.ts";
import { createLogger } from "../src/http/logger.ts";
import { startApp, type TestApp, until } from "../testing/app.ts";
import { connected, followLines } from "../testing/calls/call-events.ts";
import { testDatabase } from "../testing/database/database.ts";
import type { SignedInUser } from "../testing/people/people.ts";
import { confirmDomains } from "../testing/people/single-sign-on.ts";
import { type TestRedis, testRedis } from "../testing/processes/nodes.ts";

describe("two processes of one product", () => {
  let database: Awaited<ReturnType<typeof testDatabase>>;
  let redis: TestRedis;
  let here: TestApp;
  let there: TestApp;
  const sockets: Socket[] = [];
  const closers: (() => Promise<unknown>)[] = [];

  async function start(): Promise<TestApp> {
    const connection = await connectDatabase(database.uri, createLogger("silent"));
    const app = await startApp({ connection, env: { REDIS_URL: redis.url }, tuning: { speed: 4 } });
    closers.push(async () => {
      await app.close();
      await connection.close();
    });
    return app;
  }

  beforeAll(async () => {
    [database, redis] = await Promise.all([testDatabase(), testRedis()]);
    [here, there] = await Promise.all([start(), start()]);
    await Promise.all([here, there].map((app) => until(() => isReady(app))));
  });
  afterEach(() => {
    for (const socket of sockets.splice(0)) socket.disconnect();
  });
  afterAll(async () => {
    await Promise.all(closers.map((close) => close()));
    await redis.kill();
    await database.close();
  });

  const readiness = async (app: TestApp) => (await app.request("GET", "/health/ready")).body;
  const isReady = async (app: TestApp) => (await readiness(app)).status === "ready";
  const person = async (role: "agent" | "supervisor") => here.signIn(await here.createUser({ role }));

  function connect(app: TestApp, { token }: SignedInUser): Promise<Socket> {
    const socket = io(app.url, { transports: ["websocket"], forceNew: true, auth: { token } });
    sockets.push(socket);
    return connected(socket);
  }

  const watch = async (app: TestApp, user: SignedInUser, sessionId: string) =>
    followLines(await connect(app, user), sessionId);

  async function begin(app: TestApp, agent: SignedInUser): Promise<{ callId: string; sessionId: string }> {
    const { body } = await app.request("POST", "/api/simulation/start", { token: agent.token, body: {} });
    return body.data;
  }

  const hangUp = (app: TestApp, { token }: SignedInUser, callId: string) =>
    app.request("POST", "/api/simulation/end", { token, body: { callId, reason: "user_ended" } });

  async function stored(app: TestApp, { token }: SignedInUser, callId: string): Promise<Line[]> {
    return (await app.request("GET", `/api/calls/${callId}/transcript`, { token })).body.data.lines;
  }

  const disconnected = (socket: Socket) =>
    new Promise<string>((resolve) => socket.once("disconnect", (reason) => resolve(reason)));

  test("emit a call's lines to the sockets of both, in order, and stop its script when either is asked to end it", async () => {
    const agent = await person("agent");
    const call = await begin(here, agent);
    const [near, far] = await Promise.all([here, there].map((app) => watch(app, agent, call.sessionId)));
    await until(async () => (far?.count() ?? 0) >= 2);
    const socket = await connect(here, agent);
    const ended = new Promise((resolve) => socket.once("call_ended", resolve));
    expect((await hangUp(there, agent, call.callId)).status).toBe(200);
    await ended;
    const lines = await stored(here, agent, call.callId);
    expect(lines.map(({ seq }) => seq)).toEqual(lines.map((_line, index) => index + 1));
    await until(async () => near?.count() === lines.length && far?.count() === lines.length);
    expect(near?.lines()).toEqual(lines);
    expect(far?.lines()).toEqual(lines);
  });

  test("disconnect a session's sockets at both when it signs out at one, and refuse its token", async () => {
    const agent = await person("agent");
    const socket = await connect(there, agent);
    const gone = disconnected(socket);
    const { status } = await here.request("POST", "/api/auth/logout", {
      token: agent.token,
      cookies: agent.cookies,
    });
    expect(status).toBe(200);
    expect(await gone).toBe("io server disconnect");
    for (const app of [here, there]) {
      const { body } = await app.request("GET", "/api/calls/any", { token: agent.token });
      expect(body.code).toBe("TOKEN_INVALID");
    }
  });

  test("end a session, and all other sessions, at both when its owner asks one for it", async () => {
    const user = await here.createUser();
    const [asking, ended, other] = [
      await here.signIn(user),
      await here.signIn(user),
      await here.signIn(user),
    ];
    const endAt = async (path: string, gone: SignedInUser) => {
      const reason = disconnected(await connect(there, gone));
      expect((await here.request("DELETE", path, { token: asking.token })).status).toBe(200);
      expect(await reason).toBe("io server disconnect");
      for (const app of [here, there]) {
        const { body } = await app.request("GET", "/api/account/sessions", { token: gone.token });
        expect(body.code).toBe("TOKEN_INVALID");
      }
    };
    await endAt(`/api/account/sessions/${ended.sessionId}`, ended);
    await endAt("/api/account/sessions", other);
    const kept = await there.request("GET", "/api/account/sessions", { token: asking.token });
    expect(kept.body.data.sessions).toHaveLength(1);
  });

  test("cut a person off whom a program deactivates at one, and refuse its token at both once that is deleted", async () => {
    const [admin, user] = await Promise.all([
      here.signIn(await here.createUser({ role: "admin" })),
      person("agent"),
    ]);
    await confirmDomains(here, admin, user.email.split("@")[1] ?? "");
    const { token } = admin;
    const made = await here.request("POST", "/api/tokens", {
      token,
      body: { name: "Provider", scopes: ["users:provision"] },
    });
    const { id, token: program } = made.body.data;
    const gone = disconnected(await connect(there, user));
    const began = performance.now();
    const operation = { op: "Replace", path: "active", value: "False" };
    const off = await here.request("PATCH", `/scim/v2/Users/${user.id}`, {
      token: program,
      body: { Operations: [operation] },
    });
    expect(off.body.active).toBe(false);
    expect(await gone).toBe("io server disconnect");
    // By the other process's message: by itself each looks once a minute.
    expect(performance.now() - began).toBeLessThan(15_000);
    expect((await there.request("GET", "/api/calls", { token: user.token })).body.code).toBe("TOKEN_INVALID");
    await here.request("DELETE", `/api/tokens/${id}`, { token });
    for (const app of [here, there])
      expect((await app.request("GET", "/scim/v2/Users", { token: program })).status).toBe(401);
  });

  test("count the sign-ins of a source together", async () => {
    const source = "198.51.100.9";
    const attempt = (app: TestApp) =>
      app.request("POST", "/api/auth/login", {
        source,
        body: { email: "nobody@example.com", password: "x" },
      });
    const answers = [];
    for (let n = 0; n < 21; n++) answers.push((await attempt(n % 2 ? here : there)).body.code);
    expect(answers.slice(0, 20)).not.toContain("RATE_LIMITED");
    expect(answers.at(-1)).toBe("RATE_LIMITED");
  });

  test("keep serving without Redis, report it, and deliver missed events", async () => {
    const agent = await person("agent");
    const leaving = await person("agent");
    const call = await begin(here, agent);
    const [near, far] = await Promise.all([here, there].map((app) => watch(app, agent, call.sessionId)));
    const reason = disconnected(await connect(there, leaving));
    await redis.kill();
    await until(async () => (await readiness(here)).status === "degraded");
    expect(await readiness(here)).toEqual({ status: "degraded", degraded: ["redis"] });
    const before = far?.count() ?? 0;
    await until(async () => (far?.count() ?? 0) > before + 1);
    await here.request("POST", "/api/auth/logout", { token: leaving.token, cookies: leaving.cookies });
    expect(await reason).toBe("io server disconnect");
    await redis.start();
    await Promise.all([here, there].map((app) => until(() => isReady(app))));
    await hangUp(there, agent, call.callId);
    const lines = await stored(there, agent, call.callId);
    await until(async () => near?.count() === lines.length && far?.count() === lines.length);
    expect(near?.lines()).toEqual(lines);
    expect(far?.lines()).toEqual(lines);
    const again = disconnected(await connect(there, agent));
    await here.request("POST", "/api/auth/logout", { token: agent.token, cookies: agent.cookies });
    expect(await again).toBe("io server disconnect");
  });
});
