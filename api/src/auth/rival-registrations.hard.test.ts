import { randomUUID } from "node:crypto";
import { registrationForm, startApp, type TestApp, tokenIn, travel, until } from "../../testing/app.ts";
import { testPassword } from "../../testing/people/people.ts";
import { clock } from "../clock.ts";
import { type PendingRegistration, pendingRegistration } from "./accounts/pending-registration.ts";

const rivalPassword = "Strangers-Secret-8";
type Jar = Record<string, string>;

/** An attacker registers another person's address with a password of the attacker's. */
describe("rival registrations of one address", () => {
  let api: TestApp;
  let boss: string;
  beforeAll(async () => {
    api = await startApp();
    boss = (await api.signIn(await api.createUser({ role: "admin", organization: null }))).token;
  });
  afterAll(() => api.close());

  const post = (path: string, body: object, cookies: Jar = {}) =>
    api.request("POST", `/api/auth/${path}`, { body, cookies });
  const register = async (email: string, password: string): Promise<Jar> => {
    const form = registrationForm({ email, password, confirmPassword: password });
    return (await post("register", form)).cookies;
  };
  const codeOf = async (email: string, password: string, cookies: Jar = {}) =>
    (await post("login", { email, password }, cookies)).body.code;
  const mailsOf = (email: string, count: number) =>
    until(async () => {
      const mails = await api.mails(email);
      return mails.length >= count && mails;
    });
  /** The newest mail, once there are this many. */
  const newestOf = async (email: string, count: number) =>
    (await mailsOf(email, count))[0] ?? { text: "", subject: "" };
  const accountOf = (email: string) => api.users.model.findOne({ email }).lean();
  const approve = async (email: string) => {
    const id = (await accountOf(email))?._id;
    const body = { decision: "approve" };
    return api.request("PUT", `/api/auth/admin/users/${id}/approve`, { token: boss, body });
  };
  const address = () => `ada-${randomUUID()}@example.com`;
  const codeIn = ({ text }: { text: string }) => /code=(\d{6})&session=([\w-]+)/.exec(text)?.slice(1) ?? [];
  const enter = ([code, sessionId]: string[], cookies: Jar = {}) =>
    post("verification/verify-code", { code, sessionId }, cookies);

  /** The owner's registration has become the account. */
  const expectOwners = async (email: string) => {
    expect((await approve(email)).status).toBe(200);
    expect((await post("login", { email, password: testPassword })).status).toBe(200);
    // The rival's answer does not reveal what became of the address.
    expect(await codeOf(email, rivalPassword)).toBe("EMAIL_NOT_VERIFIED");
  };

  test.each([
    ["before the owner", [rivalPassword, testPassword], 1],
    ["after the owner", [testPassword, rivalPassword], 0],
    ["before and after, again and again", [rivalPassword, rivalPassword, testPassword, rivalPassword], 2],
  ])("have a link each: %s", async (_when, passwords, owners) => {
    const email = address();
    const tokens: string[] = [];
    for (const password of passwords) {
      await register(email, password);
      tokens.push(tokenIn(await newestOf(email, tokens.length + 1)));
    }
    expect(new Set(tokens).size).toBe(passwords.length);
    for (const password of passwords) expect(await codeOf(email, password)).toBe("EMAIL_NOT_VERIFIED");
    expect((await post("verify-email", { token: tokens[owners] })).status).toBe(200);
    await expectOwners(email);
    for (const token of tokens.filter((_, n) => n !== owners))
      expect((await post("verify-email", { token })).body.code).toMatch(/LINK_(INVALID|EXPIRED)/);
    expect((await post("verify-email", { token: tokens[owners] })).status).toBe(200);
    expect(await api.connection.collection("users").countDocuments({ email })).toBe(1);
  });

  test("are distinguished by the browser that requests a code", async () => {
    const email = address();
    await register(email, rivalPassword);
    const jar = await register(email, testPassword);
    await register(email, rivalPassword);
    await mailsOf(email, 3);
    travel(61_000);
    await post("verification/initiate", { email, method: "code" }, jar);
    // Entered on the phone that received the mail.
    expect((await enter(codeIn(await newestOf(email, 4)))).status).toBe(200);
    await expectOwners(email);
  });

  test("are not chosen by chance: another browser gets no code where there are several", async () => {
    const email = address();
    await register(email, testPassword);
    await register(email, rivalPassword);
    await mailsOf(email, 2);
    travel(61_000);
    const asked = await post("verification/initiate", { email, method: "code" });
    expect(asked.body.data.sessionId).toMatch(/^[0-9a-f-]{36}$/);
    const mail = await newestOf(email, 3);
    expect(mail.subject).toBe("Which registration is yours?");
    expect(codeIn(mail)).toEqual([]);
    // The password identifies the registration.
    travel(61_000);
    const refused = await post("login", { email, password: testPassword });
    await post("resend-verification", { email }, refused.cookies);
    expect((await post("verify-email", { token: tokenIn(await newestOf(email, 4)) })).status).toBe(200);
    await expectOwners(email);
  });

  test("are not verified by a code that was requested while there was only one", async () => {
    const email = address();
    await register(email, rivalPassword);
    await mailsOf(email, 1);
    travel(61_000);
    await post("verification/initiate", { email, method: "code" });
    const early = codeIn(await newestOf(email, 2));
    const jar = await register(email, testPassword);
    expect((await enter(early)).body.code).toBe("CODE_EXPIRED");
    expect((await enter(early, jar)).status).toBe(200);
    await expectOwners(email);
  });

  test("are not verified by their link in the owner's browser, which verifies the owner's", async () => {
    const email = address();
    await register(email, rivalPassword);
    const token = tokenIn(await newestOf(email, 1));
    const jar = await register(email, testPassword);
    for (let click = 0; click < 2; click++)
      expect((await post("verify-email", { token }, jar)).status).toBe(200);
    await expectOwners(email);
  });

  test("become one account when several links are followed at once", async () => {
    const email = address();
    const tokens: string[] = [];
    for (let n = 1; n <= 4; n++) {
      await register(email, `Secret-Number-${n}`);
      tokens.push(tokenIn(await newestOf(email, n)));
    }
    const answers = await Promise.all(tokens.map((token) => post("verify-email", { token })));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const codes = await Promise.all([1, 2, 3, 4].map((n) => codeOf(email, `Secret-Number-${n}`)));
    expect(codes.sort()).toEqual([
      "ACCOUNT_PENDING_APPROVAL",
      "EMAIL_NOT_VERIFIED",
      "EMAIL_NOT_VERIFIED",
      "EMAIL_NOT_VERIFIED",
    ]);
    const account = await accountOf(email);
    expect(account?.forms).toHaveLength(3);
    expect(JSON.stringify(account?.forms)).not.toMatch(/Lovelace|link|details/);
  });

  describe("in a crowd", () => {
    const crowd = async (email: string, sources: readonly string[]): Promise<PendingRegistration[]> => {
      const now = clock.now();
      const forms: PendingRegistration[] = [];
      for (const source of sources) {
        const form = pendingRegistration(
          registrationForm({ email }) as never,
          { organizationId: "x", passwordHash: "x", source, language: "en" },
          now,
        );
        await api.users.register(
          { email, form, mails: { unverified: [], taken: [] }, id: randomUUID() },
          now,
        );
        forms.push(form);
      }
      return forms;
    };

    test("from one network do not displace that of another network, however many they are", async () => {
      const email = address();
      const [owner] = await crowd(email, ["192.0.2.1"]);
      const rivals = await crowd(email, Array(100).fill("203.0.113.9"));
      const kept = (await accountOf(email))?.forms ?? [];
      expect(kept.map(({ id }) => id)).toEqual([owner, ...rivals.slice(-63)].map((form) => form?.id));
    });

    test("from one network each keep the latest 64", async () => {
      const email = address();
      const forms = await crowd(
        email,
        Array.from({ length: 70 }, (_, n) => `192.0.2.${n}`),
      );
      const kept = (await accountOf(email))?.forms ?? [];
      expect(kept.map(({ id }) => id)).toEqual(forms.slice(-64).map(({ id }) => id));
    });

    test("expire seven days after each was made", async () => {
      const email = address();
      await crowd(email, ["192.0.2.1"]);
      travel(4 * 24 * 60 * 60_000);
      const [later] = await crowd(email, ["192.0.2.2"]);
      travel(4 * 24 * 60 * 60_000);
      await api.users.sweepUnverified(clock.now());
      await api.users.sweepRegistrations(clock.now());
      expect((await accountOf(email))?.forms?.map(({ id }) => id)).toEqual([later?.id]);
      travel(4 * 24 * 60 * 60_000);
      await api.users.sweepUnverified(clock.now());
      expect(await accountOf(email)).toBeNull();
    });
  });

  test("put no typed names into mails to an unverified address", async () => {
    const email = address();
    const form = registrationForm({ email, firstName: "Gagnez", organizationName: "Loterie" });
    for (let n = 0; n < 2; n++) await post("register", form);
    await mailsOf(email, 2);
    travel(61_000);
    await post("verification/initiate", { email, method: "code" });
    travel(61_000);
    for (const { text, html } of await mailsOf(email, 3))
      expect(text + html).not.toMatch(/Gagnez|Loterie|Lovelace/);
  });
});
