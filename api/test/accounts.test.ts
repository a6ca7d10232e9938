import { startApp, type TestApp } from "../testing/app.ts";
import { testPassword } from "../testing/people.ts";

const form = {
  firstName: "Ada",
  lastName: "Lovelace",
  email: "ada@example.com",
  organizationName: "Analytical Engines",
  industryType: "technology",
  password: "Engine-Number-1",
  confirmPassword: "Engine-Number-1",
};

describe("an account's way from registration to its last sign-out", () => {
  let api: TestApp;
  beforeAll(async () => {
    api = await startApp({ env: { ADMIN_EMAIL: "root@example.com", ADMIN_PASSWORD: "Root-Password-1" } });
  });
  afterAll(() => api.close());

  const login = (email: string, password: string) =>
    api.request("POST", "/api/auth/login", { body: { email, password } });

  test("goes through verification and approval, and signs in, renews and signs out", async () => {
    const registered = await api.request("POST", "/api/auth/register", { body: form });
    expect(registered.status).toBe(200);
    expect(registered.body).toEqual({
      success: true,
      message: "Account created successfully! Please check your email to verify your account.",
    });
    expect((await login(form.email, form.password)).body).toMatchObject({ code: "EMAIL_NOT_VERIFIED" });

    const mail = await api.mailTo(form.email, "Verify your email address");
    const token = /token=([\w-]+)/.exec(mail.text)?.[1];
    const verified = await api.request("POST", "/api/auth/verify-email", { body: { token } });
    expect(verified.body.success).toBe(true);
    expect((await login(form.email, form.password)).body).toMatchObject({ code: "ACCOUNT_PENDING_APPROVAL" });

    const root = await login("root@example.com", "Root-Password-1");
    expect(root.status).toBe(200);
    await api.mailTo("root@example.com", "waiting");
    const admin = { token: root.body.data.accessToken };
    const pending = await api.request("GET", "/api/auth/admin/pending-users", admin);
    expect(pending.body.data.users).toHaveLength(1);
    const [{ id }] = pending.body.data.users;
    const approved = await api.request("PUT", `/api/auth/admin/users/${id}/approve`, {
      ...admin,
      body: { decision: "approve" },
    });
    expect(approved.body).toMatchObject({
      message: "User approved successfully",
      data: { user: { role: "admin", status: "active" } },
    });
    await api.mailTo(form.email, "approved");

    const entered = await login(form.email, form.password);
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

  test("gets mails in the language of the browser that registered, and in another one once that is chosen", async () => {
    const email = "emilie@example.com";
    const headers = { "accept-language": "fr-FR,fr;q=0.9,en;q=0.8" };
    await api.request("POST", "/api/auth/register", {
      body: { ...form, email, firstName: "Émilie", organizationName: "Institutions de physique" },
      headers,
    });
    const mail = await api.mailTo(email, "Vérifiez votre adresse e-mail");
    expect(mail.text).toContain("Le lien est valable 24 heures.");
    const token = /token=([\w-]+)/.exec(mail.text)?.[1];
    await api.request("POST", "/api/auth/verify-email", { body: { token } });

    const root = await login("root@example.com", "Root-Password-1");
    const admin = { token: root.body.data.accessToken };
    const pending = await api.request("GET", "/api/auth/admin/pending-users", admin);
    const [{ id }] = pending.body.data.users;
    await api.request("PUT", `/api/auth/admin/users/${id}/approve`, {
      ...admin,
      body: { decision: "approve" },
    });
    expect((await api.mailTo(email, "Votre compte est approuvé")).text).toContain("Bonjour Émilie,");

    const saved = await api.request("PUT", "/api/account/language", { ...admin, body: { language: "fr" } });
    expect(saved.status).toBe(200);
    const refused = await api.request("PUT", "/api/account/language", { ...admin, body: { language: "de" } });
    expect(refused.body).toMatchObject({ code: "VALIDATION_ERROR", error: "Language must be en or fr" });
    await api.request("POST", "/api/auth/register", { body: { ...form, email: "root@example.com" } });
    await api.mailTo("root@example.com", "Une inscription a été tentée");
    // An account from before there were languages has that of the first browser that signs in.
    const old = await api.createUser();
    const signInWith = (language: string) =>
      api.request("POST", "/api/auth/login", {
        headers: { "accept-language": language },
        body: { email: old.email, password: testPassword, rememberMe: false },
      });
    for (const language of ["fr-FR", "en"]) expect((await signInWith(language)).status).toBe(200);
    await api.request("POST", "/api/auth/register", { body: { ...form, email: old.email } });
    await api.mailTo(old.email, "Une inscription a été tentée");
    // Without a language that there is, English.
    const other = "grace@example.com";
    await api.request("POST", "/api/auth/register", {
      body: { ...form, email: other },
      headers: { "accept-language": "de" },
    });
    await api.mailTo(other, "Verify your email address");
  });
});
