import { registrationForm, startApp, type TestApp, tokenIn, travel, until } from "../../testing/app.ts";
import { testPassword } from "../../testing/people.ts";
import { organizationIdOf } from "./organizations.ts";
import { userModel } from "./user-model.ts";

const day = 24 * 60 * 60_000;

describe("registration", () => {
  let api: TestApp;
  beforeAll(async () => {
    api = await startApp();
  });
  afterAll(() => api.close());
  afterEach(() => {
    jest.useRealTimers();
  });

  const register = (body: unknown) => api.request("POST", "/api/auth/register", { body });
  const mailsTo = async (email: string) => (await api.mails()).filter(({ to }) => to === email);

  test("makes an unverified agent, keeps no password in the clear and sends one link", async () => {
    const form = registrationForm({ phone: "5551234567", firstName: "  Élodie " });
    expect((await register({ ...form, role: "admin", status: "active", organizationId: null })).status).toBe(
      200,
    );
    const user = await userModel(api.connection).findOne({ email: form.email }).lean();
    expect(user).toMatchObject({
      firstName: "Élodie",
      phone: "(555) 123-4567",
      role: "agent",
      status: "pending_verification",
      organizationId: organizationIdOf(form.organizationName),
    });
    expect(user?.passwordHash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    const mail = await api.mailTo(form.email);
    expect(mail.text).toContain(`${api.config.PUBLIC_URL}/verify-email?token=`);
    expect(
      JSON.stringify(await api.connection.collection("users").findOne({ email: form.email })),
    ).not.toContain(tokenIn(mail));
  });

  test("makes one account of 50 registrations at once, answers all alike, and mails ten an hour", async () => {
    const form = registrationForm();
    const answers = await Promise.all(Array.from({ length: 50 }, () => register(form)));
    expect(new Set(answers.map(({ status, body }) => `${status} ${JSON.stringify(body)}`)).size).toBe(1);
    expect(answers[0]?.status).toBe(200);
    expect(await userModel(api.connection).countDocuments({ email: form.email })).toBe(1);
    await api.mailTo(form.email, "Verify your email address");
    const links = (await mailsTo(form.email)).filter(
      ({ subject }) => subject === "Verify your email address",
    );
    expect(links.length).toBeLessThanOrEqual(10);
  });

  test("answers for a taken address as for a free one, and notifies its owner, once", async () => {
    const owner = await api.createUser();
    const free = await register(registrationForm());
    const taken = await register(registrationForm({ email: ` ${owner.email.toUpperCase()}` }));
    expect([taken.status, taken.body]).toEqual([free.status, free.body]);
    const mail = await api.mailTo(owner.email, "Someone tried to register");
    expect(mail.text).not.toContain("Ada");
    await register(registrationForm({ email: owner.email }));
    expect(await mailsTo(owner.email)).toHaveLength(1);
    const login = { body: { email: owner.email, password: testPassword } };
    expect((await api.request("POST", "/api/auth/login", login)).status).toBe(200);
    travel(61_000);
    await register(registrationForm({ email: owner.email }));
    await until(async () => (await mailsTo(owner.email)).length === 2);
  });

  test("removes an account that is not verified within seven days, and frees its address", async () => {
    const form = registrationForm();
    await register(form);
    const token = tokenIn(await api.mailTo(form.email));
    travel(7 * day + 1000);
    expect((await api.request("POST", "/api/auth/verify-email", { body: { token } })).body.code).toBe(
      "LINK_EXPIRED",
    );
    const login = { body: { email: form.email, password: form.password } };
    expect((await api.request("POST", "/api/auth/login", login)).body.code).toBe("INVALID_CREDENTIALS");
    expect((await register({ ...form, firstName: "Grace" })).status).toBe(200);
    const users = await userModel(api.connection).find({ email: form.email }).lean();
    expect(users.map(({ firstName, forms }) => [firstName, forms?.length])).toEqual([["Grace", 1]]);
  });

  test("treats spellings of one organization as one", () => {
    const [one, ...others] = [
      "Straße  und Söhne",
      "  STRASSE UND SÖHNE ",
      "strasse und so\u0308hne",
      "Ｓtraße\u00a0und\u200b Söhne",
    ];
    for (const other of others) expect(organizationIdOf(other)).toBe(organizationIdOf(one ?? ""));
    expect(organizationIdOf("Strasse und Sohne")).not.toBe(organizationIdOf(one ?? ""));
  });

  test("allows a source ten a minute", async () => {
    const source = "203.0.113.7";
    const answers = await Promise.all(
      Array.from({ length: 12 }, () => api.request("POST", "/api/auth/register", { body: {}, source })),
    );
    expect(answers.filter(({ body }) => body.code === "RATE_LIMITED")).toHaveLength(2);
  });
});
