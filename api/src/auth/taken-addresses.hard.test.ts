import { randomUUID } from "node:crypto";
import type { AccountStatus } from "@souffleur/contracts";
import { registrationForm, startApp, type TestApp, travel, until } from "../../testing/app.ts";
import { testPassword } from "../../testing/people/people.ts";
import { type Answer, freshSource } from "../../testing/request.ts";
import { mailsPostponed, startMailServer } from "../../testing/servers/mail-server.ts";
import { freePort } from "../../tools/network.ts";
import { createBus } from "../bus.ts";
import { clock } from "../clock.ts";
import { createKeyring } from "../crypto/keyring.ts";
import { createLogger } from "../http/logger.ts";
import { createMetrics } from "../http/metrics.ts";
import { createMailQuota } from "../throttle/mail-quota.ts";
import { createAccessTokens, createIssueToken } from "./access-token.ts";
import { createOrganizations } from "./accounts/organizations.ts";
import { createAddressHash } from "./passwords/address-hash.ts";
import { createPasswords, type Passwords } from "./passwords/passwords.ts";
import { createRegistration } from "./registration.ts";
import { createSessions } from "./sessions.ts";
import { createSignIn } from "./sign-in.ts";

const chosenPassword = "Strangers-Secret-8";
const free = () => `free-${randomUUID()}@example.com`;

/** The parts of an answer that are not random. */
const seen = ({ status, body, cookies }: Answer) =>
  `${status} ${JSON.stringify(body)} ${Object.keys(cookies)}`.replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, "id");

describe("an attacker that registers another person's address and signs in", () => {
  let api: TestApp;
  beforeAll(async () => {
    api = await startApp();
  });
  afterAll(() => api.close());

  const post = (path: string, body: object, options: object = {}) =>
    api.request("POST", `/api/auth/${path}`, { body, ...options });
  const register = (email: string) =>
    post("register", registrationForm({ email, password: chosenPassword, confirmPassword: chosenPassword }));
  const login = (email: string, password: string, options = {}) =>
    post("login", { email, password }, options);

  /** The answers to all calls that are possible without access to the address's mail. */
  const trial = async (email: string): Promise<string[]> => {
    // Stopped, because an answer has the seconds that are left.
    travel(0);
    const answers = [await register(email), await register(email), await login(email, chosenPassword)];
    const { cookies } = answers[2] ?? {};
    answers.push(await login(email, chosenPassword, { cookies }), await login(email, "Wrong-Password-1"));
    answers.push(await post("resend-verification", { email }, { cookies }));
    travel(61_000);
    const asked = await post("verification/initiate", { email, method: "code" }, { cookies });
    const { sessionId } = asked.body.data;
    answers.push(asked, await post("verification/verify-code", { sessionId, code: "12345x" }, { cookies }));
    const source = freshSource();
    for (let n = 0; n < 3; n++) answers.push(await login(email, `guess ${n}`, { source }));
    // A registered password that was tried before neither counts as a guess nor resets the count.
    answers.push(
      await login(email, chosenPassword, { source }),
      await login(email, chosenPassword, { source }),
    );
    for (let n = 0; n < 3; n++) answers.push(await login(email, `guess ${n}`, { source }));
    answers.push(await login(email, chosenPassword, { source }));
    travel(7 * 24 * 60 * 60_000 + 1000);
    answers.push(await login(email, chosenPassword));
    return answers.map(seen);
  };

  test("gets the same answers whether or not the address has an account", async () => {
    const answers = await trial(free());
    expect(answers.filter((answer) => answer.includes("EMAIL_NOT_VERIFIED"))).toHaveLength(4);
    expect(answers.findIndex((answer) => answer.includes("ACCOUNT_LOCKED"))).toBe(answers.length - 3);
    expect(answers.at(-1)).toContain("INVALID_CREDENTIALS");
    clock.reset();
    const statuses: AccountStatus[] = ["active", "pending_approval", "rejected", "inactive"];
    for (const status of statuses) {
      const { email } = await api.createUser({ status });
      expect(await trial(email)).toEqual(answers);
      clock.reset();
    }
  });

  test("gets no more guesses at an account's password by registering them first", async () => {
    const owner = await api.createUser();
    const [source, elsewhere] = [freshSource(), freshSource()];
    const codes: unknown[] = [];
    for (let n = 0; n < 6; n++) {
      const guess = `Registered-Guess-${n}`;
      const form = registrationForm({ email: owner.email, password: guess, confirmPassword: guess });
      await post("register", form, { source: freshSource() });
      codes.push((await login(owner.email, guess, { source })).body.code);
    }
    expect(codes).toEqual([...Array(5).fill("EMAIL_NOT_VERIFIED"), "ACCOUNT_LOCKED"]);
    // Repeated attempts with the password of one registration do not count.
    for (let n = 0; n < 7; n++)
      codes.push((await login(owner.email, "Registered-Guess-0", { source: elsewhere })).body.code);
    expect(codes.slice(6)).toEqual(Array(7).fill("EMAIL_NOT_VERIFIED"));
  });

  test("neither changes the account nor gets its data", async () => {
    const owner = await api.createUser();
    const { cookies } = await register(owner.email);
    travel(61_000);
    await post("resend-verification", { email: owner.email }, { cookies });
    expect((await login(owner.email, testPassword)).status).toBe(200);
    expect((await login(owner.email, chosenPassword)).body.code).toBe("EMAIL_NOT_VERIFIED");
    const kept = await api.users.findById(owner.id);
    expect(JSON.stringify(kept?.forms)).not.toMatch(/Lovelace|details/);
    await until(async () => (await api.mails(owner.email)).length > 0);
    expect((await api.mails(owner.email)).map(({ subject }) => subject)).toEqual([
      "Someone tried to register with your email address",
    ]);
  });

  test("causes one hash at each step, whether or not the address has an account", async () => {
    const { connection, users } = api;
    const keys = createKeyring(["0123456789abcdef-a-secret-for-these-hashes"]);
    const real = createPasswords(createMetrics());
    let hashes = 0;
    const counted =
      <Given extends unknown[]>(hash: (...given: Given) => Promise<string>) =>
      (...given: Given) => {
        hashes++;
        return hash(...given);
      };
    const passwords: Passwords = { ...real, hash: counted(real.hash), hashLike: counted(real.hashLike) };
    const quota = createMailQuota(connection, keys, () => {});
    const organizations = createOrganizations(connection, keys);
    const hashFor = createAddressHash(users, passwords, keys);
    const registerForm = createRegistration({ users, organizations, hashFor, quota, mail: { wake() {} } });
    const { signIn } = createSignIn({
      users,
      passwords,
      organizations,
      sessions: createSessions(connection, keys, createBus()),
      issue: createIssueToken({ tokens: createAccessTokens(keys), users }),
      guard: { attempt: (_email, _visitor, tryPassword) => tryPassword() },
      requireOwnSignIn: async () => {},
      log: createLogger("silent"),
    });
    const costOf = async (step: () => Promise<unknown>) => {
      const before = hashes;
      await step().catch(() => {});
      return hashes - before;
    };
    const visitor = { source: "192.0.2.1", userAgent: "", deviceId: undefined, language: "en" } as const;
    const enter = (email: string, password: string) =>
      signIn({ email, password, rememberMe: false }, visitor, clock.now(), () => {});
    for (const email of [free(), (await api.createUser()).email]) {
      const form = registrationForm({ email }) as never;
      const steps = [
        () => enter(email, chosenPassword),
        () => registerForm(form, { source: "192.0.2.1", language: "en" }, clock.now()),
        () => registerForm(form, { source: "192.0.2.2", language: "en" }, clock.now()),
        () => enter(email, testPassword),
        () => enter(email, chosenPassword),
      ];
      const costs: number[] = [];
      for (const step of steps) costs.push(await costOf(step));
      expect(costs).toEqual([1, 1, 1, 1, 1]);
    }
  });
});

test("a code that is requested while the mail server is down reveals nothing about the address", async () => {
  const port = await freePort();
  const env = { SMTP_URL: `smtp://127.0.0.1:${port}`, PUBLIC_URL: "https://app.example" };
  const api = await startApp({ env });
  const form = registrationForm();
  await api.request("POST", "/api/auth/register", { body: form });
  travel(61_000);
  const sessions: string[] = [];
  for (const email of [form.email, free()]) {
    const body = { email, method: "code" };
    const asked = await api.request("POST", "/api/auth/verification/initiate", { body });
    sessions.push(asked.body.data.sessionId);
  }
  const enter = (sessionId: string | undefined, code: string) =>
    api.request("POST", "/api/auth/verification/verify-code", { body: { sessionId, code } });
  const wrong = async () => {
    const [known, unknown] = await Promise.all(sessions.map((sessionId) => enter(sessionId, "000000")));
    expect(known && seen(known).replace(/"requestId":"[^"]*"/, "")).toBe(
      unknown && seen(unknown).replace(/"requestId":"[^"]*"/, ""),
    );
    return known?.body.code;
  };
  expect(await wrong()).toBe("CODE_INVALID");
  await mailsPostponed(api.connection);
  const server = await startMailServer({}, port);
  travel(11 * 60_000);
  const codeIn = (text = "") => /code=(\d{6})/.exec(text)?.[1];
  const late = await until(async () => server.received.map(({ text }) => codeIn(text)).find(Boolean));
  expect(await wrong()).toBe("CODE_EXPIRED");
  expect((await enter(sessions[0], late)).status).toBe(200);
  await api.close();
  await server.close();
});
