import { registrationForm, startApp, type TestApp, tokenIn, travel, until } from "../../testing/app.ts";
import { testPassword } from "../../testing/people/people.ts";
import { organizationIdOf } from "./accounts/organizations.ts";

const day = 24 * 60 * 60_000;

describe("registration", () => {
  let api: TestApp;
  beforeAll(async () => {
    api = await startApp();
  });
  afterAll(() => api.close());

  const register = (body: unknown) => api.request("POST", "/api/auth/register", { body });

  test("creates an unverified agent with a hashed password, and mails a link", async () => {
    const form = registrationForm({ phone: "5551234567", firstName: "  Élodie " });
    expect((await register({ ...form, role: "admin", status: "active", organizationId: null })).status).toBe(
      200,
    );
    const user = await api.users.model.findOne({ email: form.email }).lean();
    expect(user).toMatchObject({
      firstName: "Élodie",
      phone: "(555) 123-4567",
      role: "agent",
      status: "pending_verification",
      organizationId: organizationIdOf(form.organizationName),
    });
    expect(user?.passwordHash).toMatch(/^\$argon2id\$v=19\$m=8,t=1,p=1\$/);
    const mail = await api.mailTo(form.email);
    expect(mail.text).toContain(`${api.config.PUBLIC_URL}/verify-email?token=`);
    expect(
      JSON.stringify(await api.connection.collection("users").findOne({ email: form.email })),
    ).not.toContain(tokenIn(mail));
  });

  test("creates one account for 50 registrations at once, answers all the same, and mails at most ten links", async () => {
    const form = registrationForm();
    const answers = await Promise.all(Array.from({ length: 50 }, () => register(form)));
    expect(new Set(answers.map(({ status, body }) => `${status} ${JSON.stringify(body)}`)).size).toBe(1);
    expect(answers[0]?.status).toBe(200);
    expect(await api.users.model.countDocuments({ email: form.email })).toBe(1);
    await api.mailTo(form.email, "Verify your email address");
    const links = (await api.mails(form.email)).filter(
      ({ subject }) => subject === "Verify your email address",
    );
    expect(links.length).toBeLessThanOrEqual(10);
  });

  test("gets the same answer for a taken address as for a free one, and notifies its owner once", async () => {
    const owner = await api.createUser();
    const free = await register(registrationForm());
    const taken = await register(registrationForm({ email: ` ${owner.email.toUpperCase()}` }));
    expect([taken.status, taken.body]).toEqual([free.status, free.body]);
    const mail = await api.mailTo(owner.email, "Someone tried to register");
    expect(mail.text).not.toContain("Ada");
    await register(registrationForm({ email: owner.email }));
    expect(await api.mails(owner.email)).toHaveLength(1);
    const login = { body: { email: owner.email, password: testPassword } };
    expect((await api.request("POST", "/api/auth/login", login)).status).toBe(200);
    travel(61_000);
    await register(registrationForm({ email: owner.email }));
    await until(async () => (await api.mails(owner.email)).length === 2);
  });

  test("expires where it is not verified within seven days", async () => {
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
    const users = await api.users.model.find({ email: form.email }).lean();
    expect(users.map(({ firstName, forms }) => [firstName, forms?.length])).toEqual([["Grace", 1]]);
  });

  test("treats spellings of one organization as the same organization", () => {
    const [one, ...others] = [
      "Straße  und Söhne",
      "  STRASSE UND SÖHNE ",
      "strasse und so\u0308hne",
      "Ｓtraße\u00a0und\u200b Söhne",
    ];
    for (const other of others) expect(organizationIdOf(other)).toBe(organizationIdOf(one ?? ""));
    const coast = organizationIdOf("Côte-d'Or");
    for (const other of ["Côte‑d’Or", "CÔTE–D‘OR", "Co\u0302te-\u00add`Or\ufeff"])
      expect(organizationIdOf(other)).toBe(coast);
    expect(organizationIdOf("Strasse und Sohne")).not.toBe(organizationIdOf(one ?? ""));
  });

  test("is limited to ten a minute from one source", async () => {
    const source = "203.0.113.7";
    const answers = await Promise.all(
      Array.from({ length: 12 }, () => api.request("POST", "/api/auth/register", { body: {}, source })),
    );
    expect(answers.filter(({ body }) => body.code === "RATE_LIMITED")).toHaveLength(2);
  });

  test("leads to the operator's terms, or says in the reader's language that there are none", async () => {
    const none = await fetch(`${api.url}/api/terms`, { headers: { "Accept-Language": "fr" } });
    expect(none.headers.get("content-type")).toBe("text/html; charset=utf-8");
    expect(await none.text()).toContain("n’a pas publié de conditions générales");
    const address = "https://lumiere.example/legal/?page=terms#sales";
    const other = await startApp({ env: { TERMS_URL: address } });
    const { status, headers } = await fetch(`${other.url}/api/terms`, { redirect: "manual" });
    expect([status, headers.get("location")]).toEqual([302, address]);
    await other.close();
  });
});
