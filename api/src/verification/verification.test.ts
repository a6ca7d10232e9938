import { registrationForm, startApp, type TestApp, tokenIn, travel, until } from "../../testing/app.ts";
import { clock } from "../clock.ts";
import { createKeyring } from "../crypto/keyring.ts";
import { createVerifications } from "./verification-model.ts";

/** @param zero the code point of the digit zero */
const inDigits = (code: string, zero: number) =>
  Array.from(code, (digit) => String.fromCodePoint(zero + Number(digit))).join("");

describe("verifying an address", () => {
  let api: TestApp;
  beforeAll(async () => {
    api = await startApp();
  });
  afterAll(() => api.close());

  /** A registered address whose cooldown is over. */
  const registered = async () => {
    const form = registrationForm();
    await api.request("POST", "/api/auth/register", { body: form });
    const mail = await api.mailTo(form.email);
    travel(61_000);
    return { email: form.email, token: tokenIn(mail) };
  };
  const initiate = (email: string, method = "code") =>
    api.request("POST", "/api/auth/verification/initiate", { body: { email, method } });
  const enter = (sessionId: string, code: string) =>
    api.request("POST", "/api/auth/verification/verify-code", { body: { sessionId, code } });
  const follow = (token: string) => api.request("POST", "/api/auth/verify-email", { body: { token } });
  const resend = (email: string) => api.request("POST", "/api/auth/resend-verification", { body: { email } });
  const statusOf = async (email: string) => (await api.users.model.findOne({ email }).lean())?.status;
  const withCode = async () => {
    const { email, token } = await registered();
    const sessionId: string = (await initiate(email)).body.data.sessionId;
    const mail = await api.mailTo(email, "code");
    const code = /code=(\d{6})/.exec(mail.text)?.[1] ?? "";
    const wrong = code === "000000" ? "111111" : "000000";
    return { email, token, sessionId, mail, code, wrong };
  };

  describe("by link", () => {
    test("makes the account wait for approval, and a second click gets the same answer", async () => {
      const { email, token } = await registered();
      for (let click = 0; click < 2; click++) {
        const answer = await follow(token);
        expect(answer.status).toBe(200);
        expect(answer.body).toEqual({
          success: true,
          message: "Email verified successfully! You can now sign in.",
        });
      }
      expect(await statusOf(email)).toBe("pending_approval");
      // Else its notice is sent in the next test, whose clock is a minute ahead, too.
      await until(async () => (await api.users.model.findOne({ email }).lean())?.outbox.length === 0);
    });

    test("notifies the platform administrators once that a person waits", async () => {
      const root = await api.createUser({ role: "admin", organization: null });
      const { email, token } = await registered();
      await Promise.all(Array.from({ length: 10 }, () => follow(token)));
      const notices = async () => (await api.mails(root.email)).filter(({ text }) => text.includes(email));
      await until(async () => (await notices()).length > 0);
      expect(await notices()).toHaveLength(1);
    });

    test("expires after 24 hours", async () => {
      const { email, token } = await registered();
      travel(24 * 60 * 60_000);
      const late = await follow(token);
      expect(late.status).toBe(400);
      expect(late.body).toMatchObject({ code: "LINK_EXPIRED", error: expect.stringContaining("expired") });
      expect(await statusOf(email)).toBe("pending_verification");
    });

    test("is invalid after a newer one", async () => {
      const { email, token } = await registered();
      expect((await initiate(email, "link")).body.message).toBe(
        "Verification link sent! Please check your email.",
      );
      const newer = await until(async () =>
        (await api.mails(email)).find(({ text }) => !text.includes(token)),
      );
      const old = await follow(token);
      expect(old.body).toMatchObject({ code: "LINK_INVALID", error: expect.stringContaining("invalid") });
      expect((await follow(tokenIn(newer))).status).toBe(200);
    });

    test("can be requested again", async () => {
      const { email, token } = await registered();
      expect((await resend(email)).body).toEqual({
        success: true,
        message: "Verification email sent successfully!",
      });
      await until(async () => (await api.mails(email)).find(({ text }) => !text.includes(token)));
    });
  });

  describe("by code", () => {
    test("verifies with the mailed code, and says so again when it is entered again", async () => {
      const { email, sessionId, mail, code, wrong } = await withCode();
      expect(mail.text).toContain(`${api.config.PUBLIC_URL}/verify-email?code=${code}&session=${sessionId}`);
      const kept = await createVerifications(api.connection).find(sessionId, clock.now());
      expect(JSON.stringify(kept)).not.toContain(code);
      expect((await enter(sessionId, code)).status).toBe(200);
      expect(await statusOf(email)).toBe("pending_approval");
      const { version } = (await api.users.findByEmail(email, clock.now())) ?? {};
      expect((await enter(sessionId, code)).status).toBe(200);
      expect((await api.users.findByEmail(email, clock.now()))?.version).toBe(version);
      // Also when a mail scanner had opened the link an hour before.
      travel(60 * 60_000);
      expect((await enter(sessionId, code)).status).toBe(200);
      expect((await enter(sessionId, wrong)).body.code).toBe("CODE_EXPIRED");
    });

    test("verifies an address whose mailed link was opened before", async () => {
      const { token, sessionId, code } = await withCode();
      expect((await follow(token)).status).toBe(200);
      expect((await enter(sessionId, code)).status).toBe(200);
    });

    test.each([
      ["in two groups", (code: string) => `${code.slice(0, 3)} ${code.slice(3)}`],
      [
        "with no-break spaces and a hyphen",
        (code: string) => `\u00a0${code.slice(0, 3)}\u2011${code.slice(3)}\u200b`,
      ],
      ["in Arabic-Indic digits", (code: string) => inDigits(code, 0x660)],
      ["in Persian digits", (code: string) => inDigits(code, 0x6f0)],
      ["in full-width digits", (code: string) => inDigits(code, 0xff10)],
      ["in Devanagari digits", (code: string) => inDigits(code, 0x966)],
      ["in mathematical digits", (code: string) => inDigits(code, 0x1d7d8)],
    ])("reads a code %s", async (_, written) => {
      const { sessionId, code } = await withCode();
      expect((await enter(sessionId, written(code))).status).toBe(200);
    });

    test("is bound to its session", async () => {
      const [first, second] = [await withCode(), await withCode()];
      const answer = await enter(second.sessionId, first.code);
      if (first.code !== second.code)
        expect(answer.body).toMatchObject({
          code: "CODE_INVALID",
          error: expect.stringContaining("invalid"),
        });
      expect((await enter("no such session", first.code)).body.code).toBe("CODE_INVALID");
    });

    test("expires ten minutes after it was sent", async () => {
      const { sessionId, code } = await withCode();
      travel(10 * 60_000 + 1000);
      const late = await enter(sessionId, code);
      expect(late.status).toBe(400);
      expect(late.body).toMatchObject({ code: "CODE_EXPIRED", error: expect.stringContaining("expired") });
    });

    test("allows five attempts", async () => {
      const { email, sessionId, code, wrong } = await withCode();
      for (let n = 0; n < 5; n++) expect((await enter(sessionId, wrong)).body.code).toBe("CODE_INVALID");
      const after = await enter(sessionId, code);
      expect(after.status).toBe(429);
      expect(after.body.code).toBe("TOO_MANY_ATTEMPTS");
      expect(after.headers.get("retry-after")).toBe("900");
      expect(await statusOf(email)).toBe("pending_verification");
    });

    test("compares five of 100 parallel guesses", async () => {
      const { email, sessionId, code } = await withCode();
      const guesses = Array.from({ length: 100 }, (_, n) =>
        String((Number(code) + n + 1) % 1_000_000).padStart(6, "0"),
      );
      const answers = await Promise.all(guesses.map((guess) => enter(sessionId, guess)));
      expect(answers.filter(({ body }) => body.code === "CODE_INVALID")).toHaveLength(5);
      expect(answers.filter(({ body }) => body.code === "TOO_MANY_ATTEMPTS")).toHaveLength(95);
      expect(await statusOf(email)).toBe("pending_verification");
    });

    test("verifies once with simultaneous attempts with the right code, and tells all", async () => {
      const { email, sessionId, code } = await withCode();
      const before = (await api.users.findByEmail(email, clock.now()))?.version ?? 0;
      const answers = await Promise.all(Array.from({ length: 5 }, () => enter(sessionId, code)));
      expect(answers.map(({ status }) => status)).toEqual(Array(5).fill(200));
      expect((await api.users.findByEmail(email, clock.now()))?.version).toBe(before + 1);
    });

    test("does not affect other sessions of the address when its attempts are used up", async () => {
      const { email, sessionId, code } = await withCode();
      travel(61_000);
      const usedUp = (await initiate(email)).body.data.sessionId;
      for (let n = 0; n < 6; n++) await enter(usedUp, "000000");
      expect((await enter(sessionId, code)).status).toBe(200);
    });

    test("completes at the next start after a crash between its use and the account's verification", async () => {
      const { email, sessionId } = await withCode();
      await createVerifications(api.connection).use(sessionId, clock.now());
      expect(await statusOf(email)).toBe("pending_verification");
      const restarted = await startApp({ connection: api.connection });
      expect(await statusOf(email)).toBe("pending_approval");
      await restarted.close();
    });
  });

  test("does not reveal whether an account exists", async () => {
    const verified = await api.createUser();
    const { email: waiting } = await registered();
    const results: string[] = [];
    for (const email of [waiting, verified.email, "nobody-here@example.com"]) {
      const answers = [await initiate(email)];
      const { sessionId } = answers[0]?.body.data ?? {};
      for (let n = 0; n < 6; n++) answers.push(await enter(sessionId, "000000"));
      answers.push(await initiate(email), await resend(email));
      travel(61_000);
      answers.push(await initiate(email, "link"));
      travel(61_000);
      const decoy = (await initiate(email)).body.data.sessionId;
      travel(10 * 60_000 + 1000);
      answers.push(await enter(decoy, "123456"));
      results.push(
        answers
          .map(({ status, body }) =>
            `${status} ${JSON.stringify(body)}`.replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, "id"),
          )
          .join("\n"),
      );
    }
    expect(results[1]).toBe(results[0]);
    expect(results[2]).toBe(results[0]);
    expect(results[0]).toMatch(/RATE_LIMITED[\s\S]*RATE_LIMITED/);
  });

  test("sends one mail in 60 s and five in an hour, for known and unknown addresses alike", async () => {
    const { email: known } = await registered();
    for (const email of [known, `unknown-${known}`]) {
      let granted = email === known ? 1 : 0;
      const outcomes: number[] = [];
      for (; granted < 5; granted++) {
        outcomes.push((await initiate(email)).status);
        const early = await initiate(email);
        expect(early.status).toBe(429);
        expect(early.body.code).toBe("RATE_LIMITED");
        travel(61_000);
      }
      expect(new Set(outcomes)).toEqual(new Set([200]));
      const over = await initiate(email);
      expect(over.status).toBe(429);
      expect(Number(over.headers.get("retry-after"))).toBeGreaterThan(60);
      expect(over.body.error).toMatch(/^Please wait \d\d minutes before asking for another email\.$/);
      travel(60 * 60_000);
      expect((await initiate(email)).status).toBe(200);
    }
  });

  test("answers within 60 s of a registration how long to wait for another mail", async () => {
    const { email } = registrationForm();
    await api.request("POST", "/api/auth/register", { body: registrationForm({ email }) });
    for (const [method, path] of [
      ["code", "/api/auth/verification/initiate"],
      ["link", "/api/auth/verification/initiate"],
      [undefined, "/api/auth/resend-verification"],
    ] as const) {
      const early = await api.request("POST", path, { body: { email, method } });
      expect(early.status).toBe(429);
      expect(early.body.code).toBe("RATE_LIMITED");
      const wait = Number(early.headers.get("retry-after"));
      expect(wait).toBeGreaterThan(0);
      expect(wait).toBeLessThanOrEqual(60);
      expect(early.body.error).toBe(`Please wait ${wait} seconds before asking for another email.`);
    }
  });

  test("grants one of 20 parallel requests for the same address", async () => {
    const { email } = await registered();
    const answers = await Promise.all(Array.from({ length: 20 }, () => initiate(email)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  test("makes codes and links with different keys", () => {
    const keys = createKeyring(["one-secret-for-this-test-0123456789ab"]);
    expect(keys.matches("verification-code", "text", keys.mac("mailed-link", "text"), keys.signing)).toBe(
      false,
    );
    expect(keys.matches("mailed-link", "text", keys.mac("mailed-link", "text"), keys.signing)).toBe(true);
    expect(keys.matches("mailed-link", "text", keys.mac("mailed-link", "text"), "unknown")).toBe(false);
  });
});
