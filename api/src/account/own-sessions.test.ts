import { randomUUID } from "node:crypto";
import { io, type Socket } from "socket.io-client";
import { startApp, type TestApp, travel, until } from "../../testing/app.ts";
import { connected } from "../../testing/calls/call-events.ts";
import { audited } from "../../testing/database/audit-log.ts";
import { type SignedInUser, testPassword } from "../../testing/people/people.ts";
import { startMailServer } from "../../testing/servers/mail-server.ts";

const path = "/api/account/sessions";
const firefox = "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0";
const safari =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1";
const minuteMs = 60_000;

describe("an owner's sessions", () => {
  let api: TestApp;
  const sockets: Socket[] = [];
  beforeAll(async () => {
    api = await startApp();
  });
  afterEach(() => {
    for (const socket of sockets.splice(0)) socket.disconnect();
  });
  afterAll(() => api.close());

  const person = () => api.createUser();
  const logIn = async (email: string, headers: Record<string, string> = {}, source?: string) => {
    const sent = {
      body: { email, password: testPassword },
      headers,
      ...(source !== undefined && { source }),
    };
    const { body, cookies } = await api.request("POST", "/api/auth/login", sent);
    return { token: body.data.accessToken as string, cookies };
  };
  const list = async (token: string) => (await api.request("GET", path, { token })).body.data.sessions;
  const end = (token: string, id: string) => api.request("DELETE", `${path}/${id}`, { token });
  const endOthers = (token: string) => api.request("DELETE", path, { token });
  const prove = (token: string, password: string = testPassword) =>
    api.request("POST", "/api/account/proof", { token, body: { password } });
  const isLive = async (token: string) => (await api.request("GET", path, { token })).status === 200;
  const connect = ({ token }: Pick<SignedInUser, "token">) => {
    const socket = io(api.url, { transports: ["websocket"], forceNew: true, auth: { token } });
    sockets.push(socket);
    return connected(socket);
  };

  test("are a hundred at most: with a further one, that which was not used for the longest time ends", async () => {
    const { email, id } = await person();
    const [oldest, newer] = [await logIn(email), await logIn(email)];
    const sessions = api.connection.collection<{ _id: string }>("sessions");
    const [like] = await sessions.find({ userId: id }).sort({ renewedAt: 1 }).toArray();
    await sessions.insertMany(
      Array.from({ length: 98 }, () => ({ ...like, _id: randomUUID() as string, renewedAt: new Date() })),
    );
    expect(await isLive(oldest.token)).toBe(true);
    await logIn(email);
    expect([await isLive(oldest.token), await isLive(newer.token)]).toEqual([false, true]);
  });

  test("are listed with browser and address, that of the request first", async () => {
    const { email } = await person();
    const phone = await logIn(email, { "User-Agent": safari }, "198.51.100.7");
    const desk = await logIn(email, { "User-Agent": firefox }, "2001:db8:1:2:3:4:5:6");
    const time = expect.stringMatching(/^\d{4}-.*Z$/);
    const times = { id: expect.any(String), startedAt: time, lastUsedAt: time };
    const onDesk = { ...times, browser: "Firefox", system: "Windows", address: "2001:db8:1:2::/64" };
    const onPhone = { ...times, browser: "Safari", system: "iOS", address: "198.51.100.7" };
    expect(await list(desk.token)).toEqual([
      { ...onDesk, isCurrent: true },
      { ...onPhone, isCurrent: false },
    ]);
    expect(await list(phone.token)).toEqual([
      { ...onPhone, isCurrent: true },
      { ...onDesk, isCurrent: false },
    ]);
  });

  test("show the place of the last renewal", async () => {
    const { email } = await person();
    const { token, cookies } = await logIn(email, { "User-Agent": firefox }, "198.51.100.7");
    travel(14 * minuteMs);
    const moved = { cookies, headers: { "User-Agent": safari }, source: "203.0.113.9" };
    const renewed = await api.request("POST", "/api/auth/refresh", moved);
    const [session] = await list(renewed.body.data.accessToken);
    expect(session).toMatchObject({ browser: "Safari", address: "203.0.113.9" });
    expect(Date.parse(session.lastUsedAt) - Date.parse(session.startedAt)).toBeGreaterThan(13 * minuteMs);
    expect(await isLive(token)).toBe(true);
  });

  test.each([
    ["", "no name"],
    ["<script>alert(1)</script>/1.0 evil", "a foreign name"],
    ["$where", "an operator"],
    [`Mozilla/5.0 ${"(".repeat(6000)}`, "a long header"],
  ])("have no browser for a header without one (%#)", async (userAgent) => {
    const { email } = await person();
    const { token, cookies } = await logIn(email, { "User-Agent": userAgent });
    const renewal = { cookies, headers: { "User-Agent": userAgent } };
    expect((await api.request("POST", "/api/auth/refresh", renewal)).status).toBe(200);
    const [session] = await list(token);
    expect(session).not.toHaveProperty("browser");
  });

  test("of an earlier version, without a place, are listed and renewed", async () => {
    const user = await api.signIn(await person());
    expect(await list(user.token)).toEqual([
      {
        id: user.sessionId,
        isCurrent: true,
        startedAt: expect.any(String),
        lastUsedAt: expect.any(String),
      },
    ]);
    const { status } = await api.request("POST", "/api/auth/refresh", { cookies: user.cookies });
    expect(status).toBe(200);
  });

  test("end one by one with token, renewal and socket, with a mail and an audit event", async () => {
    const { email, id: userId } = await person();
    const [here, there] = [await logIn(email, { "User-Agent": firefox }), await logIn(email)];
    // Connected and listening before its session ends.
    const socket = await connect(there);
    const gone = new Promise<string>((resolve) => socket.once("disconnect", resolve));
    const [, other] = await list(here.token);
    const ended = api.request("DELETE", `${path}/${other.id}`, {
      token: here.token,
      headers: { "User-Agent": firefox },
      source: "198.51.100.44",
    });
    expect((await ended).body).toEqual({ success: true });
    expect(await gone).toBe("io server disconnect");
    expect((await api.request("GET", path, { token: there.token })).body.code).toBe("TOKEN_INVALID");
    const renewal = await api.request("POST", "/api/auth/refresh", { cookies: there.cookies });
    expect(renewal.body.code).toBe("SESSION_EXPIRED");
    expect(await list(here.token)).toHaveLength(1);
    const mail = await api.mailTo(email, "signed out on other devices");
    expect(mail.text).toContain("Changed from: Firefox, Windows, network address 198.51.100.44.");
    const [row] = await audited(api, { subjectId: userId, action: "session.ended" });
    expect(row).toMatchObject({ actorId: userId, reason: other.id, source: "198.51.100.44", to: "ended" });
  });

  test("end once, of several requests at once and of later ones", async () => {
    const user = await person();
    const [here, other] = [await api.signIn(user), await api.signIn(user)];
    const answers = await Promise.all(Array.from({ length: 8 }, () => end(here.token, other.sessionId)));
    expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200));
    expect((await end(here.token, other.sessionId)).status).toBe(200);
    await api.mailTo(user.email, "signed out");
    expect(await audited(api, { subjectId: user.id, action: "session.ended" })).toHaveLength(1);
    expect((await api.mails(user.email)).length).toBe(1);
  });

  test("end all but that of the request, also where two browsers do so at once", async () => {
    const user = await person();
    const all = await Promise.all(Array.from({ length: 5 }, () => api.signIn(user)));
    const stranger = await api.signIn(await person());
    const [one] = all;
    expect((await endOthers(one?.token ?? "")).body.data).toEqual({ ended: 4 });
    expect(await Promise.all(all.map(({ token }) => isLive(token)))).toEqual([
      true,
      false,
      false,
      false,
      false,
    ]);
    expect(await isLive(stranger.token)).toBe(true);
    expect((await endOthers(one?.token ?? "")).body.data).toEqual({ ended: 0 });
    const two = await api.signIn(user);
    await Promise.all([endOthers(one?.token ?? ""), endOthers(two.token)]);
    // Each may end the other; neither leaves a third.
    expect(
      await api.connection.collection("sessions").countDocuments({ userId: user.id, endedAt: null }),
    ).toBeLessThan(2);
  });

  test("are nobody else's: another account's, an unknown one and a wrong id are not found", async () => {
    const [one, other] = [await api.signIn(await person()), await api.signIn(await person())];
    for (const id of [other.sessionId, randomUUID(), "$where", "%00", "x".repeat(64)])
      expect((await end(one.token, id)).body.code).toBe("NOT_FOUND");
    expect(await isLive(other.token)).toBe(true);
    expect((await list(one.token)).map(({ id }: { id: string }) => id)).toEqual([one.sessionId]);
    expect((await api.request("GET", path)).body.code).toBe("TOKEN_INVALID");
  });

  test("end only with a proof of the last five minutes, which the password gives", async () => {
    const user = await person();
    const [here, other] = [await api.signIn(user), await api.signIn(user)];
    travel(6 * minuteMs);
    for (const refused of [await end(here.token, other.sessionId), await endOthers(here.token)]) {
      expect(refused.status).toBe(403);
      expect(refused.body).toMatchObject({
        code: "PROOF_REQUIRED",
        error: "Please enter your password again to continue.",
      });
    }
    const wrong = await prove(here.token, "Wrong-Horse-7");
    expect(wrong.body).toMatchObject({
      code: "VALIDATION_ERROR",
      field: "password",
      error: "This is not your current password.",
    });
    expect((await end(here.token, other.sessionId)).body.code).toBe("PROOF_REQUIRED");
    expect((await prove(here.token)).body).toEqual({ success: true });
    // The proof is of one session.
    expect((await endOthers(other.token)).body.code).toBe("PROOF_REQUIRED");
    expect((await end(here.token, other.sessionId)).status).toBe(200);
  });

  test("prove nothing by guesses: after five, also the right password is refused there, and signs in elsewhere", async () => {
    const user = await person();
    const here = await api.signIn(user);
    const guesses = await Promise.all(
      Array.from({ length: 12 }, (_, at) => prove(here.token, `Wrong-Horse-${at}`)),
    );
    expect(guesses.filter(({ body }) => body.field === "password")).toHaveLength(5);
    const locked = await prove(here.token);
    expect(locked.body.code).toBe("TOO_MANY_ATTEMPTS");
    expect(Number(locked.headers.get("retry-after"))).toBeGreaterThan(800);
    const elsewhere = await logIn(user.email);
    expect((await prove(elsewhere.token)).status).toBe(200);
  });

  test.each([[{}], [{ password: "" }], [{ password: { $gt: "" } }], [{ password: "x".repeat(129) }]])(
    "take no proof of a wrong shape: %j",
    async (body) => {
      const { token } = await api.signIn(await person());
      const answer = await api.request("POST", "/api/account/proof", { token, body });
      expect(answer.body).toMatchObject({ code: "VALIDATION_ERROR", field: "password" });
    },
  );
});

test("the mail about an ended session is in the owner's language, and arrives by SMTP", async () => {
  const server = await startMailServer();
  const api = await startApp({ env: { SMTP_URL: `smtp://127.0.0.1:${server.port}` } });
  try {
    const user = await api.createUser();
    const [here] = [await api.signIn(user), await api.signIn(user)];
    await api.request("PUT", "/api/account/language", { token: here?.token, body: { language: "fr" } });
    await api.request("DELETE", path, { token: here?.token });
    const [mail] = await until(async () => server.received.length > 0 && server.received);
    expect(mail?.subject).toBe("Votre compte a été déconnecté d’autres appareils");
    expect(mail?.text).toContain("Modification faite depuis : navigateur inconnu, adresse réseau");
  } finally {
    await api.close();
    await server.close();
  }
});
