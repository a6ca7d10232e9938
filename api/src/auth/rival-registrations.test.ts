import { randomUUID } from "node:crypto";
import { registrationForm, startApp, type TestApp, tokenIn, travel, until } from "../../testing/app.ts";
import { testPassword } from "../../testing/people.ts";
import { createKeyring } from "../crypto/keyring.ts";
import { type PendingForm, pendingForm } from "./pending-form.ts";
import { userModel } from "./user-model.ts";
import { createUsers } from "./users.ts";

const rivalPassword = "Strangers-Secret-8";
type Jar = Record<string, string>;

/** An attacker registers another person's address with their own password. */
describe("rival registrations of one address", () => {
  let api: TestApp;
  let boss: string;
  beforeAll(async () => {
    api = await startApp();
    boss = (await api.signIn(await api.createUser({ role: "admin", organization: null }))).token;
  });
  afterAll(() => api.close());
  afterEach(() => {
    jest.useRealTimers();
  });

  const post = (path: string, body: object, cookies: Jar = {}) =>
    api.request("POST", `/api/auth/${path}`, { body, cookies });
  const registers = async (email: string, password: string): Promise<Jar> => {
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
  /** The newest mail, of so many that there are. */
  const newestOf = async (email: string, count: number) =>
    (await mailsOf(email, count))[0] ?? { text: "", subject: "" };
  const accountOf = (email: string) => userModel(api.connection).findOne({ email }).lean();
  const approves = async (email: string) => {
    const id = (await accountOf(email))?._id;
    const body = { decision: "approve" };
    return api.request("PUT", `/api/auth/admin/users/${id}/approve`, { token: boss, body });
  };
  const address = () => `ada-${randomUUID()}@example.com`;
  const codeIn = ({ text }: { text: string }) => /code=(\d{6})&session=([\w-]+)/.exec(text)?.slice(1) ?? [];
  const enter = ([code, sessionId]: string[], cookies: Jar = {}) =>
    post("verification/verify-code", { code, sessionId }, cookies);

  const expectOwners = async (email: string) => {
    expect((await approves(email)).status).toBe(200);
    expect((await post("login", { email, password: testPassword })).status).toBe(200);
    // No answer reveals to the rival what became of the address.
    expect(await codeOf(email, rivalPassword)).toBe("EMAIL_NOT_VERIFIED");
  };

  test.each([
    ["before the owner", [rivalPassword, testPassword], 1],
    ["after the owner", [testPassword, rivalPassword], 0],
    ["before and after, again and again", [rivalPassword, rivalPassword, testPassword, rivalPassword], 2],
  ])("keep each a link of its own: %s", async (_when, passwords, owners) => {
    const email = address();
    const tokens: string[] = [];
    for (const password of passwords) {
      await registers(email, password);
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

  test("are distinguished by the browser that asks for a code", async () => {
    const email = address();
    await registers(email, rivalPassword);
    const jar = await registers(email, testPassword);
    await registers(email, rivalPassword);
    await mailsOf(email, 3);
    travel(61_000);
    await post("verification/initiate", { email, method: "code" }, jar);
    // Entered on the phone that received the mail.
    expect((await enter(codeIn(await newestOf(email, 4)))).status).toBe(200);
    await expectOwners(email);
  });

  test("are not guessed: a code that another browser asks for verifies none of several", async () => {
    const email = address();
    await registers(email, testPassword);
    await registers(email, rivalPassword);
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

  test("do not profit from a code that was asked for while there was but one", async () => {
    const email = address();
    await registers(email, rivalPassword);
    await mailsOf(email, 1);
    travel(61_000);
    await post("verification/initiate", { email, method: "code" });
    const early = codeIn(await newestOf(email, 2));
    const jar = await registers(email, testPassword);
    expect((await enter(early)).body.code).toBe("CODE_EXPIRED");
    expect((await enter(early, jar)).status).toBe(200);
    await expectOwners(email);
  });

  test("do not profit from a wrong link that the owner follows in the browser that registered", async () => {
    const email = address();
    await registers(email, rivalPassword);
    const token = tokenIn(await newestOf(email, 1));
    const jar = await registers(email, testPassword);
    for (let click = 0; click < 2; click++)
      expect((await post("verify-email", { token }, jar)).status).toBe(200);
    await expectOwners(email);
  });

  test("become one account where several links are followed at once", async () => {
    const email = address();
    const tokens: string[] = [];
    for (let n = 1; n <= 4; n++) {
      await registers(email, `Secret-Number-${n}`);
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
    const users = () => createUsers(api.connection, createKeyring(["0123456789abcdef-a-secret-that-seals"]));
    const crowd = async (email: string, sources: readonly string[]): Promise<PendingForm[]> => {
      const now = new Date();
      const forms: PendingForm[] = [];
      for (const source of sources) {
        const form = pendingForm(
          registrationForm({ email }) as never,
          { passwordHash: "x", source, language: "en" },
          now,
        );
        await users().register({ email, form, mails: { unverified: [], taken: [] }, id: randomUUID() }, now);
        forms.push(form);
      }
      return forms;
    };

    test("do not displace the owner's from another network, however many come from one", async () => {
      const email = address();
      const [owner] = await crowd(email, ["192.0.2.1"]);
      const rivals = await crowd(
        email,
        Array.from({ length: 100 }, () => "203.0.113.9"),
      );
      const kept = (await accountOf(email))?.forms ?? [];
      expect(kept.map(({ id }) => id)).toEqual([owner, ...rivals.slice(-63)].map((form) => form?.id));
    });

    test("keep the latest where every network has one", async () => {
      const email = address();
      const forms = await crowd(
        email,
        Array.from({ length: 70 }, (_, n) => `192.0.2.${n}`),
      );
      const kept = (await accountOf(email))?.forms ?? [];
      expect(kept.map(({ id }) => id)).toEqual(forms.slice(-64).map(({ id }) => id));
    });

    test("expire one by one, each after its seven days", async () => {
      const email = address();
      await crowd(email, ["192.0.2.1"]);
      travel(4 * 24 * 60 * 60_000);
      const [later] = await crowd(email, ["192.0.2.2"]);
      travel(4 * 24 * 60 * 60_000);
      await users().sweepUnverified(new Date());
      await users().sweepForms(new Date());
      expect((await accountOf(email))?.forms?.map(({ id }) => id)).toEqual([later?.id]);
      travel(4 * 24 * 60 * 60_000);
      await users().sweepUnverified(new Date());
      expect(await accountOf(email)).toBeNull();
    });
  });

  test("leave no name that anyone typed in a mail to an address that is not verified", async () => {
    const email = address();
    await post("register", registrationForm({ email, firstName: "Gagnez", organizationName: "Loterie" }));
    await post("register", registrationForm({ email, firstName: "Gagnez", organizationName: "Loterie" }));
    await mailsOf(email, 2);
    travel(61_000);
    await post("verification/initiate", { email, method: "code" });
    travel(61_000);
    for (const { text, html } of await mailsOf(email, 3))
      expect(text + html).not.toMatch(/Gagnez|Loterie|Lovelace/);
  });
});
