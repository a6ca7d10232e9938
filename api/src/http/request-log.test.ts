import { startApp, type TestApp, until } from "../../testing/app.ts";
import { testPassword } from "../../testing/people/people.ts";
import { createLogger } from "./logger.ts";

interface Line {
  req?: { id: string };
  route?: string;
  res?: { status: number };
  source?: string;
  user?: string;
  code?: string;
}

describe("the log of requests", () => {
  const written: string[] = [];
  let api: TestApp;
  beforeAll(async () => {
    api = await startApp({ log: createLogger("info", { write: (line) => void written.push(line) }) });
  });
  afterAll(() => api.close());

  const lineOf = (requestId: string | null) =>
    until(async () =>
      written.map((line) => JSON.parse(line) as Line).find(({ req }) => req?.id === requestId),
    );
  const call = async (...[method, path, options]: Parameters<TestApp["request"]>) => {
    const { headers } = await api.request(method, path, options);
    return lineOf(headers.get("x-request-id"));
  };

  test("records a sign-in's account and source, and the code of a refused one", async () => {
    const user = await api.createUser();
    const source = "198.51.100.7";
    const body = { email: user.email, password: testPassword };
    expect(await call("POST", "/api/auth/login", { source, body })).toMatchObject({
      source,
      user: user.id,
      res: { status: 200 },
    });
    expect(
      await call("POST", "/api/auth/login", { source, body: { ...body, password: "Wrong-Horse-7" } }),
    ).toMatchObject({ source, code: "INVALID_CREDENTIALS", res: { status: 401 } });
  });

  test("records the caller of a forbidden request", async () => {
    const agent = await api.signIn(await api.createUser());
    expect(await call("GET", "/api/auth/admin/users", { token: agent.token })).toMatchObject({
      user: agent.id,
      code: "FORBIDDEN",
      res: { status: 403 },
    });
  });

  test.each([
    ["/api/calendars/a-secret.ics", "/api/calendars/:file"],
    ["/API/Calendars/a-secret.ics", "/api/calendars/:file"],
    ["//api/calendars/a-secret.ics", "other"],
    ["/api//calendars/a-secret.ics", "other"],
    ["/api/calendars/a-secret.ics/", "/api/calendars/:file"],
    ["/api/%63alendars/a-secret.ics", "other"],
    ["/api/no-route/a-secret?token=a-secret", "other"],
    ["/a-secret", "other"],
    ["/api/calendars/a-secret%ff.ics", "other", 400],
  ])("has the route's pattern and no secret of an address: %s", async (path, route, status = 404) => {
    expect(await call("GET", path)).toMatchObject({ route, res: { status } });
    expect(written.join("")).not.toContain("a-secret");
  });

  test("has each field once, and no e-mail address, password, token or query", async () => {
    const user = await api.signIn(await api.createUser());
    await call("POST", "/api/auth/login", { body: { email: user.email, password: testPassword } });
    await call("GET", `/api/auth/admin/users?search=${user.email}`, { token: user.token });
    const sources = written
      .filter((line) => line.includes('"responseTime"'))
      .map((line) => line.split('"source":'));
    expect(new Set(sources.map(({ length }) => length))).toEqual(new Set([2]));
    const all = written.join("");
    expect(all).toContain("/api/auth/login");
    for (const secret of [user.email, testPassword, user.token, ...Object.values(user.cookies)]) {
      expect(all).not.toContain(secret);
    }
  });
});
