import { createSecretKey, hkdfSync } from "node:crypto";
import fc from "fast-check";
import jwt from "jsonwebtoken";
import { io, type Socket } from "socket.io-client";
import { startApp, type TestApp, travel, until } from "../../testing/app.ts";
import { type SignedInUser, testPassword } from "../../testing/people/people.ts";
import type { RequestOptions } from "../../testing/request.ts";
import { createAuditChain } from "../audit/chain.ts";
import { clock } from "../clock.ts";
import { createKeyring } from "../crypto/keyring.ts";
import { createAccessTokens } from "./access-token.ts";
import { createRenewalCookies } from "./renewal-cookie.ts";

const secret = "a-secret-of-this-test-0123456789-abcdef";
const other = "another-secret-of-this-test-9876543210-fedcba";
const hour = 60 * 60_000;

describe("a session", () => {
  let api: TestApp;
  const sockets: Socket[] = [];
  beforeAll(async () => {
    api = await startApp({ secrets: [secret] });
  });
  afterAll(() => api.close());
  afterEach(() => {
    for (const socket of sockets.splice(0)) socket.disconnect();
  });

  const signedIn = async (options = {}) => api.signIn(await api.createUser(options));
  const renew = (cookies: Record<string, string>, headers: Record<string, string> = {}) =>
    api.request("POST", "/api/auth/refresh", { cookies, headers });
  const logout = (options: RequestOptions) => api.request("POST", "/api/auth/logout", options);
  const connected = (token: string) =>
    new Promise<Socket>((resolve, reject) => {
      const socket = io(api.url, { transports: ["websocket"], forceNew: true, auth: { token } });
      sockets.push(socket);
      socket.once("connect", () => resolve(socket)).once("connect_error", reject);
    });
  /** Resolves when the server has closed the socket, as it closes a revoked session's. */
  const closed = (socket: Socket) =>
    new Promise<void>((resolve) => {
      if (socket.disconnected) resolve();
      socket.once("disconnect", () => resolve());
    });
  /** "ok" or the code of the refusal. */
  const access = async (token: string) => {
    const { status, body } = await api.request("GET", "/api/stt/language", { token });
    return status === 200 ? "ok" : body.code;
  };

  test("is renewed with a new cookie and a token that works", async () => {
    const { cookies, token } = await signedIn();
    const renewed = await renew(cookies);
    expect(renewed.body).toEqual({
      success: true,
      data: { accessToken: expect.any(String), organization: expect.any(Object) },
    });
    expect(renewed.cookies).not.toEqual(cookies);
    expect(await access(renewed.body.data.accessToken)).toBe("ok");
    expect(await access(token)).toBe("ok");
    expect((await renew(renewed.cookies)).status).toBe(200);
  });

  test.each([0, 9000, 11_000, 5 * 60_000, 11.9 * hour])(
    "is renewed by the previous cookie with the same successor after %s ms, until that was used",
    async (lostMs) => {
      const { cookies } = await signedIn();
      const first = await renew(cookies);
      travel(lostMs);
      const second = await renew(cookies);
      expect(second.status).toBe(200);
      expect(second.cookies).toEqual(first.cookies);
      expect(await access(second.body.data.accessToken)).toBe("ok");
      travel(lostMs);
      const third = await renew(second.cookies);
      expect(third.status).toBe(200);
      expect(third.cookies).not.toEqual(second.cookies);
    },
  );

  test("is renewed by a cookie whose request was overtaken by its successor's, for ten seconds", async () => {
    const { cookies } = await signedIn();
    const second = await renew(cookies);
    const third = await renew(second.cookies);
    travel(9000);
    expect((await renew(cookies)).cookies).toEqual(second.cookies);
    expect((await renew(second.cookies)).cookies).toEqual(third.cookies);
    expect((await renew(third.cookies)).status).toBe(200);
  });

  test("ends, with its sockets and an audit event, when a cookie is presented whose successor was used", async () => {
    const user = await signedIn();
    const second = await renew(user.cookies);
    const third = await renew(second.cookies);
    const socket = await connected(third.body.data.accessToken);
    travel(11_000);
    const stolen = await renew(user.cookies);
    expect(stolen.status).toBe(401);
    expect(stolen.body.code).toBe("SESSION_EXPIRED");
    await closed(socket);
    expect(await access(third.body.data.accessToken)).toBe("TOKEN_INVALID");
    for (const { cookies } of [second, third])
      expect((await renew(cookies)).body.code).toBe("SESSION_EXPIRED");
    const { rows } = createAuditChain(api.connection, createKeyring([secret]));
    const row = await until(() => rows.findOne({ action: "session.theft", subjectId: user.id }).lean());
    expect(row.reason).toContain("presented again");
    expect(row.source).toMatch(/^10\./);
  });

  test("ends when a still older cookie is presented at once", async () => {
    const { cookies } = await signedIn();
    const second = await renew(cookies);
    const third = await renew(second.cookies);
    const fourth = await renew(third.cookies);
    expect((await renew(cookies)).body.code).toBe("SESSION_EXPIRED");
    for (const each of [second, third, fourth])
      expect((await renew(each.cookies)).body.code).toBe("SESSION_EXPIRED");
  });

  /** Each side presents the cookie that it got last; both start with the same one. */
  test.each([
    ["the thief renews twice before the owner", ["thief", "thief", "owner"]],
    ["the owner renews twice before the thief", ["owner", "owner", "thief"]],
    ["the thief comes first, and both renew", ["thief", "owner", "owner", "owner", "thief"]],
    ["the owner comes first, and both renew", ["owner", "thief", "thief", "thief", "owner"]],
  ])("that was stolen ends for both: %s", async (_name, turns) => {
    const { cookies } = await signedIn();
    const held: Record<string, Record<string, string>> = { thief: cookies, owner: cookies };
    for (const [turn, who] of turns.entries()) {
      travel(13 * 60_000);
      const answer = await renew(held[who] ?? {});
      expect(answer.status).toBe(turn === turns.length - 1 ? 401 : 200);
      if (answer.status === 200) held[who] = answer.cookies;
    }
    for (const each of Object.values(held)) expect((await renew(each)).body.code).toBe("SESSION_EXPIRED");
  });

  test("is never ended by lost answers, tabs and delays, in any order, of one honest browser", async () => {
    const step = fc.record({
      lost: fc.boolean(),
      tabs: fc.integer({ min: 1, max: 3 }),
      pauseMs: fc.constantFrom(0, 1500, 20_000, 13 * 60_000, 5 * hour),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 4 }), async (steps) => {
        let { cookies } = await signedIn();
        for (const { lost, tabs, pauseMs } of steps) {
          const answers = await Promise.all(Array.from({ length: tabs }, () => renew(cookies)));
          expect(answers.map(({ status }) => status)).toEqual(Array(tabs).fill(200));
          if (!lost) cookies = answers.at(-1)?.cookies ?? {};
          travel(pauseMs);
        }
      }),
      { numRuns: 20 },
    );
  });

  test("can be renewed by 50 tabs with one cookie at once, 10 times in a row", async () => {
    let { cookies } = await signedIn();
    for (let round = 0; round < 10; round++) {
      const answers = await Promise.all(Array.from({ length: 50 }, () => renew(cookies)));
      expect(answers.map(({ status }) => status)).toEqual(Array(50).fill(200));
      const successors = new Set(answers.map((answer) => JSON.stringify(answer.cookies)));
      expect(successors.size).toBe(1);
      cookies = answers[0]?.cookies ?? {};
    }
  });

  test("lasts 24 hours with 12 hours idle; where it is remembered, 30 days with 14 days idle", async () => {
    const user = await api.createUser();
    const survives = async (rememberMe: boolean, idleMs: number, renewals = 1) => {
      const body = { email: user.email, password: testPassword, rememberMe };
      let { cookies } = await api.request("POST", "/api/auth/login", { body });
      for (let n = 0; n < renewals; n++) {
        travel(idleMs);
        const answer = await renew(cookies);
        if (answer.status !== 200) return false;
        cookies = answer.cookies;
      }
      return true;
    };
    expect(await survives(false, 11.9 * hour, 2)).toBe(true);
    expect(await survives(false, 12.1 * hour)).toBe(false);
    expect(await survives(false, 9 * hour, 3)).toBe(false);
    expect(await survives(true, 13.9 * 24 * hour, 2)).toBe(true);
    expect(await survives(true, 14.1 * 24 * hour)).toBe(false);
    expect(await survives(true, 11 * 24 * hour, 3)).toBe(false);
  });

  test("ends at a sign-out by token or by cookie, for both of them", async () => {
    for (const by of ["token", "cookies"] as const) {
      const { token, cookies } = await signedIn();
      const socket = await connected(token);
      const out = await logout(by === "token" ? { token } : { cookies });
      expect(out.status).toBe(200);
      expect(out.headers.getSetCookie()[0]).toMatch(/^souffleur-renewal=; Max-Age=0; Path=\/api\/auth;/);
      await closed(socket);
      expect(await access(token)).toBe("TOKEN_INVALID");
      expect((await renew(cookies)).body.code).toBe("SESSION_EXPIRED");
    }
    expect((await logout({})).status).toBe(200);
  });

  test("ends, with its sockets, when the same browser signs in again, but not when a sign-in fails", async () => {
    const [before, next, elsewhere] = [await signedIn(), await signedIn(), await signedIn()];
    const login = (password: string, cookies: Record<string, string>) =>
      api.request("POST", "/api/auth/login", { body: { email: next.email, password }, cookies });
    expect((await login("wrong", before.cookies)).status).toBe(401);
    expect(await access(before.token)).toBe("ok");
    const [own, others] = [await connected(before.token), await connected(elsewhere.token)];
    const entered = await login(testPassword, before.cookies);
    expect(entered.status).toBe(200);
    await closed(own);
    expect(others.connected).toBe(true);
    expect(await access(before.token)).toBe("TOKEN_INVALID");
    expect((await renew(before.cookies)).body.code).toBe("SESSION_EXPIRED");
    const [[name = "", value = ""] = []] = Object.entries(elsewhere.cookies);
    expect((await login(testPassword, { [name]: value.replace(/.{43}$/, "A".repeat(43)) })).status).toBe(200);
    for (const token of [entered.body.data.accessToken, next.token, elsewhere.token])
      expect(await access(token)).toBe("ok");
    await logout({ cookies: entered.cookies });
    expect(await access(entered.body.data.accessToken)).toBe("TOKEN_INVALID");
  });

  test("can be signed out of with a token that has expired", async () => {
    const { token, cookies } = await signedIn();
    travel(16 * 60_000);
    expect(await access(token)).toBe("TOKEN_EXPIRED");
    expect((await logout({ token })).status).toBe(200);
    expect((await renew(cookies)).body.code).toBe("SESSION_EXPIRED");
  });

  test("has a token that expires after 15 minutes, although it is cached", async () => {
    const { token } = await signedIn();
    expect(await access(token)).toBe("ok");
    expect(await access(`${token.slice(0, -4)}AAAA`)).toBe("TOKEN_INVALID");
    travel(15 * 60_000 + 1000);
    expect(await access(token)).toBe("TOKEN_EXPIRED");
    expect(await access(token)).toBe("TOKEN_EXPIRED");
  });

  test("does not survive a sign-out concurrent with a renewal", async () => {
    for (let round = 0; round < 20; round++) {
      const { token, cookies } = await signedIn();
      const [renewed] = await Promise.all([renew(cookies), logout({ token, cookies })]);
      const tokens = [token, ...(renewed.status === 200 ? [renewed.body.data.accessToken] : [])];
      for (const each of tokens) expect(await access(each)).toBe("TOKEN_INVALID");
      if (renewed.status === 200) expect((await renew(renewed.cookies)).body.code).toBe("SESSION_EXPIRED");
    }
  });

  describe("and its account", () => {
    let admin: SignedInUser;
    beforeAll(async () => {
      admin = await signedIn({ role: "admin", organization: null });
    });
    const setStatus = (id: string, status: string) =>
      api.request("PUT", `/api/auth/admin/users/${id}/status`, { token: admin.token, body: { status } });

    test("is revoked by a deactivation at once, and not restored by a reactivation", async () => {
      const user = await signedIn();
      const socket = await connected(user.token);
      expect((await setStatus(user.id, "inactive")).status).toBe(200);
      await closed(socket);
      expect(await access(user.token)).toBe("TOKEN_INVALID");
      expect((await setStatus(user.id, "active")).status).toBe(200);
      expect(await access(user.token)).toBe("TOKEN_INVALID");
      expect((await renew(user.cookies)).body.code).toBe("SESSION_EXPIRED");
    });

    test("does not survive a deactivation concurrent with a renewal", async () => {
      for (let round = 0; round < 20; round++) {
        const user = await signedIn();
        const [renewed] = await Promise.all([renew(user.cookies), setStatus(user.id, "inactive")]);
        const tokens = [user.token, ...(renewed.status === 200 ? [renewed.body.data.accessToken] : [])];
        for (const token of tokens) expect(await access(token)).toBe("TOKEN_INVALID");
        const cookies = renewed.status === 200 ? renewed.cookies : user.cookies;
        expect((await renew(cookies)).body.code).toBe("SESSION_EXPIRED");
      }
    });

    test.each([
      ["suspended", "ACCOUNT_SUSPENDED"],
      ["locked", "ACCOUNT_LOCKED"],
    ])("is refused with the code of a %s account", async (status, code) => {
      const user = await signedIn();
      await api.users.model.updateOne({ _id: user.id }, { status });
      expect(await access(user.token)).toBe(code);
      expect((await renew(user.cookies)).body.code).toBe(code);
    });
  });

  test("is renewed and ended only from an allowed origin", async () => {
    const { cookies } = await signedIn();
    const [allowed = ""] = api.config.allowedOrigins;
    const attempts: Record<string, string>[] = [
      { Origin: "https://evil.example" },
      { Origin: "null" },
      { Origin: `${allowed}.evil.example` },
      { Origin: allowed, "Sec-Fetch-Site": "cross-site" },
    ];
    for (const headers of attempts) {
      for (const path of ["/api/auth/refresh", "/api/auth/logout"]) {
        const answer = await api.request("POST", path, { cookies, headers });
        expect(answer.status).toBe(403);
        expect(answer.body.code).toBe("ORIGIN_FORBIDDEN");
      }
    }
    const bare = await fetch(`${api.url}/api/auth/refresh`, { method: "POST" });
    expect(bare.status).toBe(403);
    expect((await renew(cookies)).status).toBe(200);
  });

  test("cannot be renewed with a cookie that is not genuine", async () => {
    const { cookies, sessionId } = await signedIn();
    const [[name = "", value = ""] = []] = Object.entries(cookies);
    const forged = createRenewalCookies(createKeyring([other]), false).seal({ sessionId, n: 0 });
    const values = [
      "",
      "v1",
      forged,
      value.slice(0, -1),
      `${value}x`,
      value.replace(".0.", ".1."),
      value.replace(/^v1/, "v2"),
      value.replace(sessionId, "00000000-0000-0000-0000-000000000000"),
      "x".repeat(5000),
    ];
    for (const each of values) expect((await renew({ [name]: each })).body.code).toBe("SESSION_EXPIRED");
    expect((await renew({ [name]: value })).status).toBe(200);
  });

  test("refuses every token that is not genuine", async () => {
    const { token, id, sessionId } = await signedIn();
    const payload = jwt.decode(token) as jwt.JwtPayload;
    const { header } = jwt.decode(token, { complete: true }) as jwt.Jwt;
    const { kid = "" } = header;
    const key = createSecretKey(Buffer.from(hkdfSync("sha256", secret, "souffleur", "access-token", 32)));
    const sign = (claims: object, options: jwt.SignOptions = {}, under: jwt.Secret = key) =>
      jwt.sign(claims, under, { keyid: kid, ...options });
    const { exp: _, ...endless } = payload;
    const [head = "", body = "", signature = ""] = token.split(".");
    const none = Buffer.from(JSON.stringify({ alg: "none", typ: "JWT", kid })).toString("base64url");
    const forged = [
      createAccessTokens(createKeyring([other])).issue(
        { _id: id, role: "admin", organizationId: null },
        sessionId,
      ),
      sign(payload, {}, other),
      sign(payload, { algorithm: "HS512" }),
      sign(endless),
      sign({ ...payload, iss: "somebody" }),
      sign({ ...payload, aud: "something" }),
      sign({ ...payload, sid: undefined }),
      sign({ ...payload, sid: { $gt: "" } }),
      sign({ ...payload, sid: "00000000-0000-0000-0000-000000000000" }),
      sign({ ...payload, sub: "00000000-0000-0000-0000-000000000000" }),
      jwt.sign(payload, key),
      jwt.sign(payload, key, { keyid: "elsewhere" }),
      `${none}.${body}.`,
      `${none}.${body}.${signature}`,
      `${head}.${body}.`,
      `${head}.${body}`,
      `${head}.${Buffer.from(JSON.stringify({ ...payload, role: "admin" })).toString("base64url")}.${signature}`,
      "a.b.c",
      "x".repeat(3000),
    ];
    for (const each of forged) expect(await access(each)).toBe("TOKEN_INVALID");
    expect(await access(sign({ ...payload, exp: Math.floor(clock.ms() / 1000) - 1 }))).toBe("TOKEN_EXPIRED");
    expect(await access(sign(payload))).toBe("ok");
    const schemes = ["Basic abc", token, `Bearer  ${token} x`, "Bearer", `Bearer ${"x".repeat(5000)}`];
    for (const Authorization of schemes) {
      const answer = await api.request("GET", "/api/stt/language", { headers: { Authorization } });
      expect(answer.body.code).toBe("TOKEN_INVALID");
    }
  });

  test("survives a rotation of the secret until the old one is dropped", async () => {
    const { token, cookies } = await signedIn();
    const rotated = await startApp({ connection: api.connection, secrets: [other, secret] });
    const dropped = await startApp({ connection: api.connection, secrets: [other] });
    const at = (app: TestApp, bearer: string) => app.request("GET", "/api/stt/language", { token: bearer });
    expect((await at(rotated, token)).status).toBe(200);
    expect((await at(dropped, token)).body.code).toBe("TOKEN_INVALID");
    const renewed = await rotated.request("POST", "/api/auth/refresh", { cookies });
    expect(renewed.status).toBe(200);
    expect((await at(dropped, renewed.body.data.accessToken)).status).toBe(200);
    expect((await dropped.request("POST", "/api/auth/refresh", { cookies: renewed.cookies })).status).toBe(
      200,
    );
    await Promise.all([rotated.close(), dropped.close()]);
  });
});
