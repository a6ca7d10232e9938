import { registrationForm, startApp, type TestApp, tokenIn } from "../testing/app.ts";
import { testPassword } from "../testing/people/people.ts";

const form = registrationForm();

describe("an account, from registration to sign-out", () => {
  let api: TestApp;
  beforeAll(async () => {
    api = await startApp({ env: { ADMIN_EMAIL: "root@example.com", ADMIN_PASSWORD: "Root-Password-1" } });
  });
  afterAll(() => api.close());

  const login = (email: string, password = testPassword) =>
    api.request("POST", "/api/auth/login", { body: { email, password } });
  const verify = (mail: { text: string }) =>
    api.request("POST", "/api/auth/verify-email", { body: { token: tokenIn(mail) } });

  /** Approves the only person who waits. */
  async function approve() {
    const root = await login("root@example.com", "Root-Password-1");
    const admin = { token: root.body.data.accessToken as string };
    const pending = await api.request("GET", "/api/auth/admin/pending-users", admin);
    expect(pending.body.data.users).toHaveLength(1);
    const path = `/api/auth/admin/users/${pending.body.data.users[0].id}/approve`;
    const { body } = await api.request("PUT", path, { ...admin, body: { decision: "approve" } });
    return { admin, body };
  }

  test("goes through verification and approval, and signs in, renews and signs out", async () => {
    const registered = await api.request("POST", "/api/auth/register", { body: form });
    expect(registered.status).toBe(200);
    expect(registered.body).toEqual({
      success: true,
      message: "Account created successfully! Please check your email to verify your account.",
    });
    expect((await login(form.email)).body).toMatchObject({ code: "EMAIL_NOT_VERIFIED" });

    const verified = await verify(await api.mailTo(form.email, "Verify your email address"));
    expect(verified.body.success).toBe(true);
    expect((await login(form.email)).body).toMatchObject({ code: "ACCOUNT_PENDING_APPROVAL" });

    await api.mailTo("root@example.com", "waiting");
    expect((await approve()).body).toMatchObject({
      message: "User approved successfully",
      data: { user: { role: "admin", status: "active" } },
    });
    await api.mailTo(form.email, "approved");

    const entered = await login(form.email);
    expect(entered.body.data).toMatchObject({
      user: { role: "admin" },
      organization: { name: "Analytical Engines" },
    });
    const renewed = await api.request("POST", "/api/auth/refresh", { cookies: entered.cookies });
    expect(renewed.status).toBe(200);
    const fresh = renewed.body.data.accessToken;
    expect(
      (await api.request("GET", "/api/auth/admin/users/stats", { token: fresh })).body.data.stats.total,
    ).toBe(1);

    const out = await api.request("POST", "/api/auth/logout", { token: fresh, cookies: renewed.cookies });
    expect(out.body.success).toBe(true);
    expect((await api.request("GET", "/api/auth/admin/users/stats", { token: fresh })).body.code).toBe(
      "TOKEN_INVALID",
    );
    expect((await api.request("POST", "/api/auth/refresh", { cookies: renewed.cookies })).body.code).toBe(
      "SESSION_EXPIRED",
    );
  });

  test("gets mails in the language of its first browser until another language is chosen", async () => {
    const email = "emilie@example.com";
    const headers = { "accept-language": "fr-FR,fr;q=0.9,en;q=0.8" };
    await api.request("POST", "/api/auth/register", {
      body: { ...form, email, firstName: "Émilie", organizationName: "Institutions de physique" },
      headers,
    });
    const mail = await api.mailTo(email, "Vérifiez votre adresse e-mail");
    expect(mail.text).toContain("Le lien est valable 24 heures.");
    await verify(mail);
    const { admin } = await approve();
    expect((await api.mailTo(email, "Votre compte est approuvé")).text).toContain("Bonjour Émilie,");

    const saved = await api.request("PUT", "/api/account/language", { ...admin, body: { language: "fr" } });
    expect(saved.status).toBe(200);
    const refused = await api.request("PUT", "/api/account/language", { ...admin, body: { language: "de" } });
    expect(refused.body).toMatchObject({
      code: "VALIDATION_ERROR",
      error: "Language must be one of: en, fr",
    });
    await api.request("POST", "/api/auth/register", { body: { ...form, email: "root@example.com" } });
    await api.mailTo("root@example.com", "Une inscription a été tentée");
    // An account without a language gets that of the first browser that signs in.
    const old = await api.createUser();
    const signInWith = (language: string) =>
      api.request("POST", "/api/auth/login", {
        headers: { "accept-language": language },
        body: { email: old.email, password: testPassword, rememberMe: false },
      });
    for (const language of ["fr-FR", "en"]) expect((await signInWith(language)).status).toBe(200);
    await api.request("POST", "/api/auth/register", { body: { ...form, email: old.email } });
    await api.mailTo(old.email, "Une inscription a été tentée");
    // An unsupported language means English.
    const other = "grace@example.com";
    await api.request("POST", "/api/auth/register", {
      body: { ...form, email: other },
      headers: { "accept-language": "de" },
    });
    await api.mailTo(other, "Verify your email address");
  });
});
