import { hash } from "@node-rs/argon2";
import type { AccountStatus } from "@souffleur/contracts";
import jwt from "jsonwebtoken";
import { startApp, type TestApp, tokenIn, travelWithLibraries, until } from "../../testing/app.ts";
import { testPassword } from "../../testing/people/people.ts";
import { type Answer, freshSource } from "../../testing/request.ts";

describe("signing in", () => {
  let api: TestApp;
  beforeAll(async () => {
    api = await startApp();
  });
  afterAll(() => api.close());

  const login = (email: string, password = testPassword, options: object = {}, rememberMe = false) =>
    api.request("POST", "/api/auth/login", { body: { email, password, rememberMe }, ...options });

  test("answers with a token, the user and the organization, and sets both cookies", async () => {
    const user = await api.createUser({ role: "admin", organization: "First Light" });
    const answer = await login(` ${user.email.toUpperCase()} `);
    expect(answer.status).toBe(200);
    const { accessToken, ...rest } = answer.body.data;
    expect(rest).toEqual({
      user: expect.objectContaining({ id: user.id, email: user.email, role: "admin", status: "active" }),
      organization: { id: user.organizationId, name: "First Light", industryType: "technology" },
    });
    expect(JSON.stringify(answer.body)).not.toMatch(/argon2|password|epoch|version/i);
    const { header, payload } = jwt.decode(accessToken, { complete: true }) as jwt.Jwt;
    expect(header).toEqual({ alg: "HS256", typ: "JWT", kid: expect.any(String) });
    expect(payload).toMatchObject({
      sub: user.id,
      role: "admin",
      org: user.organizationId,
      iss: "souffleur",
    });
    const { exp = 0, iat = 0 } = payload as jwt.JwtPayload;
    expect(exp - iat).toBe(900);
    const [renewal, device] = answer.headers.getSetCookie();
    expect(renewal).toMatch(/^souffleur-renewal=v1\.[^;]+; Path=\/api\/auth; HttpOnly; SameSite=Strict$/);
    expect(device).toMatch(
      /^souffleur-device-[0-9a-f]{16}=v1\..+; Max-Age=15552000; Path=\/api\/auth; HttpOnly; SameSite=Strict$/,
    );
  });

  test("keeps the renewal cookie for 30 days where the user wants to be remembered", async () => {
    const user = await api.createUser();
    const [renewal] = (await login(user.email, testPassword, {}, true)).headers.getSetCookie();
    expect(renewal).toContain(`Max-Age=${30 * 24 * 3600}`);
  });

  test.each<[AccountStatus, number, string, string]>([
    [
      "pending_verification",
      401,
      "EMAIL_NOT_VERIFIED",
      "Please verify your email address before signing in.",
    ],
    ["pending_approval", 403, "ACCOUNT_PENDING_APPROVAL", "Your account is pending admin approval."],
    ["rejected", 403, "ACCOUNT_REJECTED", "Your account has been rejected. Please contact support."],
    ["suspended", 403, "ACCOUNT_SUSPENDED", "Your account has been suspended. Please contact support."],
    ["inactive", 403, "ACCOUNT_INACTIVE", "Your account has been deactivated. Please contact support."],
    [
      "locked",
      403,
      "ACCOUNT_LOCKED",
      "Your account has been locked due to multiple failed login attempts. Please contact support.",
    ],
  ])("shows a %s account's status only after the right password", async (status, code, name, error) => {
    const { email } = await api.createUser({ status });
    const known = await login(email);
    expect(known.status).toBe(code);
    expect(known.body).toMatchObject({ success: false, code: name, error });
    expect(known.cookies).toEqual({});
    expect((await login(email, "not the password")).body.code).toBe("INVALID_CREDENTIALS");
  });

  test("answers an unknown address like a wrong password", async () => {
    const { email } = await api.createUser();
    const [wrong, unknown] = await Promise.all([login(email, "wrong"), login("nobody@example.com", "wrong")]);
    expect(wrong.status).toBe(401);
    expect(unknown.status).toBe(401);
    const { requestId: _, ...refusal } = wrong.body;
    expect(unknown.body).toEqual({ ...refusal, requestId: expect.any(String) });
    expect(refusal.error).toBe("Invalid email or password. Please check your credentials and try again.");
  });

  test("accepts a password in any Unicode form, and never trims it", async () => {
    const { email } = await api.createUser();
    await api.users.model.updateOne(
      { email },
      { passwordHash: await hash(" Pâsswörd-é ".normalize("NFKC")) },
    );
    expect((await login(email, " Pâsswörd-é ".normalize("NFD"))).status).toBe(200);
    expect((await login(email, "Pâsswörd-é")).status).toBe(401);
  });

  test("renews a hash that has old parameters", async () => {
    const { id, email } = await api.createUser();
    const passwordHash = await hash(testPassword, { memoryCost: 8192, timeCost: 1 });
    await api.users.model.updateOne({ _id: id }, { passwordHash });
    expect((await login(email)).status).toBe(200);
    await until(async () => (await api.users.findById(id))?.passwordHash.includes("m=8,t=1,p=1"));
    expect((await login(email)).status).toBe(200);
  });

  describe("after failures", () => {
    const fail = async (email: string, times: number, source: string) => {
      const codes: string[] = [];
      for (let n = 0; n < times; n++) codes.push((await login(email, "wrong", { source })).body.code);
      return codes;
    };
    const lockedAtLast = [...Array(5).fill("INVALID_CREDENTIALS"), "ACCOUNT_LOCKED"];
    const unlock = (token: string) => api.request("POST", "/api/auth/unlock", { body: { token } });

    test("locks an address for a source for 15 minutes after five, even with the right password", async () => {
      const { email } = await api.createUser();
      const source = freshSource();
      expect(await fail(email, 6, source)).toEqual(lockedAtLast);
      const locked = await login(email, testPassword, { source });
      expect(locked.status).toBe(403);
      expect(locked.body.code).toBe("ACCOUNT_LOCKED");
      expect(Number(locked.headers.get("retry-after"))).toBeGreaterThan(890);
      expect((await login(email)).status).toBe(200);
      travelWithLibraries(15 * 60_000 + 1000);
      expect((await login(email, testPassword, { source })).status).toBe(200);
    });

    test("locks an unknown address too", async () => {
      expect(await fail("nobody-at-all@example.com", 6, freshSource())).toEqual(lockedAtLast);
    });

    test("counts an IPv6 network as one source", async () => {
      const { email } = await api.createUser();
      for (let host = 1; host <= 5; host++) await login(email, "wrong", { source: `2001:db8:1:2::${host}` });
      expect((await login(email, testPassword, { source: "2001:db8:1:2:ffff::9" })).body.code).toBe(
        "ACCOUNT_LOCKED",
      );
      expect((await login(email, testPassword, { source: "2001:db8:1:3::1" })).status).toBe(200);
    });

    test("resets the count after a success", async () => {
      const { email } = await api.createUser();
      const source = freshSource();
      await fail(email, 4, source);
      expect((await login(email, testPassword, { source })).status).toBe(200);
      expect(await fail(email, 4, source)).not.toContain("ACCOUNT_LOCKED");
    });

    test("checks five of 200 parallel guesses from one source", async () => {
      const { email } = await api.createUser();
      const source = freshSource();
      const counted = () =>
        Promise.all(
          [
            'souffleur_sign_ins_total{outcome="INVALID_CREDENTIALS"}',
            'souffleur_sign_ins_total{outcome="ACCOUNT_LOCKED"}',
            'souffleur_throttle_hits_total{limit="address of a source"}',
            'souffleur_throttle_hits_total{limit="source signIn"}',
          ].map(api.metric),
        );
      const before = await counted();
      const guesses = await Promise.all(
        Array.from({ length: 200 }, (_, n) =>
          login(email, n === 150 ? testPassword : `guess ${n}`, { source }),
        ),
      );
      const codes = guesses.map(({ body }) => body.code);
      expect(codes.filter((code) => code === "INVALID_CREDENTIALS")).toHaveLength(5);
      expect(guesses.filter(({ status }) => status === 200)).toHaveLength(0);
      expect(codes.filter((code) => code === "ACCOUNT_LOCKED")).toHaveLength(15);
      expect(codes.filter((code) => code === "RATE_LIMITED")).toHaveLength(180);
      const after = await counted();
      expect(after.map((count, at) => count - (before[at] ?? 0))).toEqual([5, 15, 15, 180]);
    });

    test("admits only known browsers, and others by a mailed link, after fifty in an hour", async () => {
      const { email } = await api.createUser();
      const known = (await login(email)).cookies;
      const guesses: Answer[] = [];
      // A few at a time until the limit, because a busy machine refuses to hash fifty at once.
      for (const count of [6, 6, 6, 6, 6, 6, 6, 6, 52, 50, 50]) {
        const guess = () => login(email, "guess", { source: freshSource() });
        guesses.push(...(await Promise.all(Array.from({ length: count }, guess))));
      }
      const looked = guesses.filter(({ body }) => body.code === "INVALID_CREDENTIALS");
      expect(looked).toHaveLength(50);
      expect(guesses.filter(({ body }) => body.code === "ACCOUNT_LOCKED")).toHaveLength(150);

      expect((await login(email)).body.code).toBe("ACCOUNT_LOCKED");
      expect((await login(email, testPassword, { cookies: known })).status).toBe(200);
      const otherUser = await api.createUser();
      const otherCookies = (await login(otherUser.email)).cookies;
      expect((await login(email, testPassword, { cookies: otherCookies })).body.code).toBe("ACCOUNT_LOCKED");

      const mail = await api.mailTo(email, "Unlock sign-in");
      expect(mail.text).toContain(`${api.config.PUBLIC_URL}/login?unlock=`);
      const unlocked = await unlock(tokenIn(mail));
      expect(unlocked.status).toBe(200);
      expect((await login(email, testPassword, { cookies: unlocked.cookies })).status).toBe(200);
      expect((await api.mails(email)).filter(({ subject }) => subject.includes("Unlock"))).toHaveLength(1);

      const guessAgain = async (cookies: Record<string, string>) =>
        (await login(email, "guess", { cookies })).body.code;
      const again = async () => (await unlock(tokenIn(mail))).cookies;
      for (let n = 0; n < 5; n++) expect(await guessAgain(await again())).toBe("INVALID_CREDENTIALS");
      expect(await guessAgain(await again())).toBe("ACCOUNT_LOCKED");

      travelWithLibraries(60 * 60_000 + 1000);
      expect((await unlock(tokenIn(mail))).body.code).toBe("LINK_EXPIRED");
      expect((await login(email)).status).toBe(200);
    });

    test("locks out a known browser that guesses too", async () => {
      const { email } = await api.createUser();
      const { cookies } = await login(email);
      for (let n = 0; n < 5; n++) await login(email, "wrong", { cookies });
      expect((await login(email, testPassword, { cookies })).body.code).toBe("ACCOUNT_LOCKED");
    });

    test("refuses an unlock token that is not genuine", async () => {
      for (const token of ["x", "A".repeat(43), "../../etc/passwd"])
        expect((await unlock(token)).body.code).toBe("LINK_INVALID");
    });
  });

  test("is limited to 20 a minute from one source, for all addresses together", async () => {
    const source = freshSource();
    const answers = await Promise.all(
      Array.from({ length: 25 }, (_, n) => login(`someone-${n}@example.com`, "wrong", { source })),
    );
    const limited = answers.filter(({ status }) => status === 429);
    expect(limited).toHaveLength(5);
    expect(limited[0]?.body.code).toBe("RATE_LIMITED");
    expect(Number(limited[0]?.headers.get("retry-after"))).toBeGreaterThan(0);
  });
});
