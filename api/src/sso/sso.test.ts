import { randomUUID } from "node:crypto";
import type { Role } from "@souffleur/contracts";
import { registrationForm, type TestApp, tokenIn, travel } from "../../testing/app.ts";
import { audited } from "../../testing/database/audit-log.ts";
import { type SignedInUser, testPassword } from "../../testing/people/people.ts";
import {
  createCompany,
  finish,
  openAnother,
  openSso,
  press,
  settingsOf,
} from "../../testing/people/single-sign-on.ts";
import {
  type IdentityProvider,
  type Person,
  visitProvider,
} from "../../testing/servers/identity-provider.ts";
import { clock } from "../clock.ts";

let api: TestApp;
let provider: IdentityProvider;
beforeAll(async () => {
  ({ api, provider } = await openSso());
});
afterAll(async () => {
  await provider.close();
  await api.close();
});

/** Presses Sign In, visits the provider and comes back. */
async function signIn(email: string, person?: Person, password = "") {
  if (person !== undefined) await provider.know(email, person);
  const pressed = await press(api, email, password);
  expect(pressed.status).toBe(200);
  return finish(api, pressed, await visitProvider(pressed.body.data.signInAt));
}
const person = (email: string, over: Partial<Person> = {}): Person => ({
  sub: randomUUID(),
  email,
  email_verified: true,
  given_name: "Ada",
  family_name: "Lovelace",
  ...over,
});

describe("settings", () => {
  test("are of an organization, whose secret nobody sees again", async () => {
    const { admin, domain } = await createCompany(api, provider);
    const read = await api.request("GET", "/api/organization/sso", { token: admin.token });
    expect(read.body.data.sso).toMatchObject({
      issuer: provider.issuer,
      clientId: provider.clientId,
      domains: [{ name: domain, state: "confirmed" }],
      demanded: false,
      emergencyUserId: admin.id,
    });
    expect(JSON.stringify(read.body)).not.toContain(provider.clientSecret);
    const [stored] = await api.connection.collection("single-sign-ons").find({}).toArray();
    expect(JSON.stringify(stored)).not.toContain(provider.clientSecret);
  });

  test("need a proof, a secret for another issuer, and the revision that was seen", async () => {
    const { admin, domain, organization } = await createCompany(api, provider);
    const save = (over: object, { token }: SignedInUser = admin) =>
      api.request("PUT", "/api/organization/sso", {
        token,
        body: { ...settingsOf(provider, domain), ...over },
      });
    const other = await save({ issuer: `${provider.issuer}/tenant`, clientSecret: undefined });
    expect(other.body).toMatchObject({ code: "VALIDATION_ERROR", field: "clientSecret" });
    expect((await save({ clientSecret: undefined })).status).toBe(200);
    const old = await save({ revision: 1 });
    expect(old.body).toMatchObject({
      code: "INVALID_TRANSITION",
      current: { sso: { clientId: "souffleur" } },
    });
    const both = await Promise.all([save({ revision: 3 }), save({ revision: 3 })]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    const agent = await api.createUser({ organization });
    expect((await save({ emergencyUserId: agent.id })).body.field).toBe("emergencyUserId");
    expect((await save({ domains: ["co.uk"] })).body).toMatchObject({ field: "domains" });
    expect((await save({ domains: ["new.example"], demanded: true })).body.field).toBe("demanded");
    travel(6 * 60_000);
    expect((await save({})).body.code).toBe("PROOF_REQUIRED");
  });

  test("lead nobody once they are removed, twice", async () => {
    const { admin, domain } = await createCompany(api, provider);
    for (let times = 0; times < 2; times++) {
      const removed = await api.request("DELETE", "/api/organization/sso", { token: admin.token });
      expect(removed.body.data.sso).toBeNull();
    }
    expect((await press(api, `ada@${domain}`)).body).toMatchObject({
      code: "VALIDATION_ERROR",
      field: "password",
      error: "Password is required",
    });
  });
});

describe("domains", () => {
  test("are stored in ASCII, and shown in the letters of their language, too", async () => {
    const label = randomUUID();
    const { admin, platform } = await createCompany(api, provider, {
      domain: `société.${label}.example`,
      decision: undefined,
    });
    const ascii = `xn--socit-esab.${label}.example`;
    const expected = { name: ascii, unicode: `société.${label}.example` };
    const read = await api.request("GET", "/api/organization/sso", { token: admin.token });
    expect(read.body.data.sso.domains).toEqual([{ ...expected, state: "waiting" }]);
    const list = await api.request("GET", "/api/auth/admin/domains", { token: platform.token });
    expect(list.body.data.domains).toContainEqual(expect.objectContaining(expected));
  });

  test("lead to a provider once a platform administrator has confirmed them, of one organization", async () => {
    const domain = `${randomUUID()}.example`;
    const one = await createCompany(api, provider, { domain, decision: undefined });
    const two = await createCompany(api, provider, { domain, decision: undefined });
    expect((await press(api, `ada@${domain}`, "Wrong-Horse-7")).body.code).toBe("INVALID_CREDENTIALS");
    const both = await Promise.all([one.decide("approve"), two.decide("approve")]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect((await press(api, `ada@${domain}`)).body.data.signInAt).toContain(`${provider.issuer}/auth?`);
    const winner = both[0].status === 200 ? one : two;
    const again = await winner.decide("reject");
    expect(again.body.code).toBe("INVALID_TRANSITION");
    const list = await api.request("GET", "/api/auth/admin/domains", { token: one.platform.token });
    const states = (list.body.data.domains as { name: string; state: string; confirmedFor?: string }[])
      .filter(({ name }) => name === domain)
      .map(({ state, confirmedFor }) => [state, confirmedFor !== undefined]);
    expect(states.sort()).toEqual([
      ["confirmed", false],
      ["waiting", true],
    ]);
  });
});

describe("the question whether a domain has a provider", () => {
  const ask = (domain: string) =>
    api.request("GET", `/api/auth/sso?domain=${encodeURIComponent(domain)}`, { source: "203.0.113.80" });

  test("is answered for confirmed domains alone, in any spelling", async () => {
    const { domain, decide, admin } = await createCompany(api, provider, { decision: undefined });
    const answers = async () => (await ask(domain)).body.data;
    expect(await answers()).toEqual({ hasProvider: false });
    await decide("approve");
    expect(await answers()).toEqual({ hasProvider: true });
    const spelled = await ask(` ${domain.toUpperCase()} `);
    expect(spelled.body.data).toEqual({ hasProvider: true });
    expect(spelled.headers.get("cache-control")).toBe("private, max-age=60");
    await api.request("DELETE", "/api/organization/sso", { token: admin.token });
    expect(await answers()).toEqual({ hasProvider: false });
  });

  test("is of a domain: no address is taken", async () => {
    const { email } = await api.createUser();
    for (const domain of [email, `@${email}`, "", "nowhere", "a".repeat(300)])
      expect((await ask(domain)).body).toMatchObject({ code: "VALIDATION_ERROR", field: "domain" });
  });

  test("has a limit of its own, which takes nobody's sign-in away", async () => {
    const asked = await Promise.all(Array.from({ length: 70 }, () => ask("example.com")));
    expect(asked.map(({ status }) => status)).toContain(429);
    expect((await press(api, "ada@example.com", "Wrong-Horse-7", "203.0.113.80")).body.code).toBe(
      "INVALID_CREDENTIALS",
    );
  });
});

describe("people", () => {
  test("at their first visit wait, or are let in as agents, as is set", async () => {
    const { admin, domain } = await createCompany(api, provider);
    const email = `ada@${domain}`;
    expect((await signIn(email, person(email))).body.code).toBe("ACCOUNT_PENDING_APPROVAL");
    const pending = await api.request("GET", "/api/auth/admin/pending-users", { token: admin.token });
    expect(pending.body.data.users).toMatchObject([{ email, role: "agent", firstName: "Ada" }]);
    await api.mailTo(admin.email, "waiting");

    const open = await createCompany(api, provider, { settings: { firstComers: "active" } });
    const other = `grace@${open.domain}`;
    const entered = await signIn(other, person(other));
    expect(entered.body.data).toMatchObject({
      user: { email: other, role: "agent", status: "active" },
      organization: { name: open.organization },
    });
    const renewed = await api.request("POST", "/api/auth/refresh", { cookies: entered.cookies });
    expect(renewed.status).toBe(200);
  });

  test.each([
    ["active ones", { firstComers: "active" }, { accounts: 1 }],
    ["accounts, with those that wait", {}, { accountsStored: 1 }],
  ] as const)(
    "get no account where their organization has as many %s as it can have",
    async (_, settings, maxima) => {
      const { domain } = await createCompany(api, provider, { settings });
      const full = await openAnother(api, { tuning: { maxima } });
      const email = `ada@${domain}`;
      await provider.know(email, person(email));
      const pressed = await press(full, email);
      const ended = await finish(full, pressed, await visitProvider(pressed.body.data.signInAt));
      expect(ended.body).toMatchObject({
        code: "LIMIT_REACHED",
        error: "Your organization has 1 accounts, which is the most it can have. Ask its administrator.",
      });
      await full.close();
    },
  );

  test("get one account, however many sign-ins are under way", async () => {
    const { domain } = await createCompany(api, provider, { settings: { firstComers: "active" } });
    const email = `ada@${domain}`;
    await provider.know(email, person(email));
    const pressed = await Promise.all([press(api, email), press(api, email), press(api, email)]);
    const answers = await Promise.all(pressed.map((one) => visitProvider(one.body.data.signInAt)));
    const ended = await Promise.all(pressed.map((one, n) => finish(api, one, answers[n] ?? "")));
    expect(ended.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(new Set(ended.map(({ body }) => body.data.user.id)).size).toBe(1);
  });

  test("keep their account when their address changes, and another person does not get it", async () => {
    const { domain, organization } = await createCompany(api, provider);
    const email = `ada@${domain}`;
    const user = await api.createUser({ email, organization });
    const ada = person(email);
    expect((await signIn(email, ada)).body.data.user.id).toBe(user.id);
    const married = `ada.byron@${domain}`;
    const changed = await signIn(married, { ...ada, email: married });
    expect(changed.body.data.user).toMatchObject({ id: user.id, email });
    const successor = await signIn(email, person(email));
    expect(successor.body.code).toBe("SSO_REFUSED");
  });

  test("without a verified address of a confirmed domain are nobody", async () => {
    const { domain } = await createCompany(api, provider, { settings: { firstComers: "active" } });
    const email = `ada@${domain}`;
    for (const over of [
      { email_verified: false },
      { email_verified: undefined },
      { email: "ada@elsewhere.example" },
      { email: undefined },
    ] as Partial<Person>[])
      expect((await signIn(email, person(email, over))).body.code).toBe("SSO_REFUSED");
    const foreign = await api.createUser({ email: `eve@${domain}`, organization: "Somebody Else" });
    expect((await signIn(foreign.email, person(foreign.email))).body.code).toBe("SSO_REFUSED");
    const byPassword = await press(api, foreign.email, testPassword);
    expect(byPassword.body.data.user.id).toBe(foreign.id);
  });

  test("have the role that a claim gives, never above manager; administrators keep theirs", async () => {
    const roles = [
      { value: "leads", role: "manager" },
      { value: "sales", role: "supervisor" },
    ];
    const { admin, domain } = await createCompany(api, provider, {
      settings: { firstComers: "active", roleClaim: "groups", roles },
    });
    const email = `ada@${domain}`;
    const ada = person(email, { groups: ["sales", "leads"] });
    expect((await signIn(email, ada)).body.data.user.role).toBe("manager");
    expect((await signIn(email, { ...ada, groups: [] })).body.data.user.role).toBe("agent");
    const save = await api.request("PUT", "/api/organization/sso", {
      token: admin.token,
      body: { ...settingsOf(provider, domain), roleClaim: "groups", roles: [{ value: "x", role: "admin" }] },
    });
    expect(save.body).toMatchObject({ code: "VALIDATION_ERROR", field: "roles.0.role" });
  });
});

describe("passwords", () => {
  test("are not looked at: every address of the domain has the same answer", async () => {
    const { domain, organization } = await createCompany(api, provider);
    const user = await api.createUser({ email: `ada@${domain}`, organization });
    for (const [email, password] of [
      [user.email, testPassword],
      [user.email, ""],
      [`nobody@${domain}`, testPassword],
    ] as const) {
      const { body } = await press(api, email, password);
      expect(Object.keys(body.data)).toEqual(["signInAt"]);
    }
  });

  test("of the emergency account work while sign-on is demanded of everybody", async () => {
    const { admin, domain, organization } = await createCompany(api, provider, { adminInDomain: true });
    const contractor = await api.createUser({ organization });
    expect((await press(api, contractor.email, testPassword)).status).toBe(200);
    const demand = { ...settingsOf(provider, domain), demanded: true };
    const saved = await api.request("PUT", "/api/organization/sso", { token: admin.token, body: demand });
    expect(saved.status).toBe(200);
    expect((await press(api, contractor.email, testPassword)).body.code).toBe("SSO_REQUIRED");
    expect((await press(api, contractor.email, "Wrong-Horse-7")).body.code).toBe("INVALID_CREDENTIALS");
    expect((await press(api, admin.email, testPassword)).body.data.user.id).toBe(admin.id);
    const wrong = await press(api, admin.email, "Wrong-Horse-7");
    expect(Object.keys(wrong.body.data)).toEqual(["signInAt"]);
    const source = "203.0.113.77";
    for (let guesses = 0; guesses < 7; guesses++)
      expect((await press(api, admin.email, "Wrong-Horse-7", source)).body.data.signInAt).toBeDefined();
    expect((await press(api, admin.email, testPassword, source)).body.data.signInAt).toBeDefined();
  });

  test("of every administrator work where the emergency account can't be used any more", async () => {
    const { admin, domain, organization } = await createCompany(api, provider);
    const second = await api.signIn(await api.createUser({ role: "admin", organization }));
    const demand = { ...settingsOf(provider, domain), demanded: true };
    await api.request("PUT", "/api/organization/sso", { token: admin.token, body: demand });
    expect((await press(api, second.email, testPassword)).body.code).toBe("SSO_REQUIRED");
    const ended = await api.request("PUT", `/api/auth/admin/users/${admin.id}/status`, {
      token: second.token,
      body: { status: "inactive" },
    });
    expect(ended.status).toBe(200);
    expect((await press(api, second.email, testPassword)).status).toBe(200);
  });
});

describe("a sign-in that the provider starts", () => {
  const start = (organizationId: string, issuer: string, headers = {}) =>
    api.request("POST", "/api/auth/sso/start", { body: { organizationId, issuer }, headers });

  test("goes the ordinary way, in the browser that has started it, and says alike what starts none", async () => {
    const { admin, domain, organizationId } = await createCompany(api, provider);
    const settings = { ...settingsOf(provider, domain), firstComers: "active" };
    const saved = await api.request("PUT", "/api/organization/sso", { token: admin.token, body: settings });
    const address = new URL(saved.body.data.startAddress);
    expect(address.pathname).toBe(`/single-sign-on/${organizationId}`);
    const issuer = address.searchParams.get("iss") ?? "";
    const email = `ada@${domain}`;
    await provider.know(email, person(email));
    const started = await start(organizationId, issuer);
    expect(Object.keys(started.body.data)).toEqual(["signInAt"]);
    // Nothing but the person says who they are.
    expect(started.body.data.signInAt).not.toContain("login_hint");
    const answer = await visitProvider(`${started.body.data.signInAt}&login_hint=${email}`);
    const elsewhere = await finish(api, { ...started, cookies: {} }, answer);
    expect(elsewhere.body.code).toBe("SSO_FAILED");
    const again = await start(organizationId, issuer);
    const entered = await finish(
      api,
      again,
      await visitProvider(`${again.body.data.signInAt}&login_hint=${email}`),
    );
    expect(entered.body.data.user).toMatchObject({ email });

    const unconfirmed = await createCompany(api, provider, { decision: undefined });
    const without = await api.signIn(await api.createUser({ role: "admin", organization: randomUUID() }));
    const refusals = await Promise.all([
      start(organizationId, "https://attacker.example"),
      start(organizationId, `${issuer}/`),
      start(without.organizationId ?? "", issuer),
      start(unconfirmed.organizationId, issuer),
      start("nobody", issuer),
      start("", ""),
    ]);
    for (const { body, cookies } of refusals) {
      expect([body.error, cookies]).toEqual([
        "This address starts no sign-in. Sign in with your email address instead.",
        {},
      ]);
    }
    const foreign = await start(organizationId, issuer, { Origin: "https://attacker.example" });
    expect(foreign.body.code).toBe("ORIGIN_FORBIDDEN");
  });
});

describe("invited people", () => {
  const invite = (admin: SignedInUser, email: string, role: Role) =>
    api.request("POST", "/api/invitations", { token: admin.token, body: { addresses: email, role } });
  const listed = async (admin: SignedInUser) =>
    (await api.request("GET", "/api/invitations", { token: admin.token })).body.data.invitations;
  const mailed = async (email: string) => tokenIn(await api.mailTo(email, "invites you"));
  const read = (token: string) => api.request("GET", `/api/invitations/accept?token=${token}`);
  const accept = (token: string) =>
    api.request("POST", "/api/invitations/accept", {
      body: { token, firstName: "Ada", lastName: "Lovelace", password: testPassword },
    });

  test("are let in with the invited role, and their invitation is closed; a claim counts more, but for administrators", async () => {
    const { admin, domain } = await createCompany(api, provider);
    for (const role of ["supervisor", "agent", "admin"] as const) {
      const email = `${role}@${domain}`;
      await invite(admin, email, role);
      // Mailed later, it would have no link: the address has an account then.
      const token = await mailed(email);
      const entered = await signIn(email, person(email));
      expect(entered.body.data.user).toMatchObject({ email, role, status: "active" });
      expect((await read(token)).body.code).toBe("LINK_INVALID");
      expect(
        await audited(api, { action: "invitation.accepted", subjectId: entered.body.data.user.id }),
      ).toMatchObject([{ from: "pending_approval", to: `active, ${role}` }]);
    }
    expect(await listed(admin)).toEqual([]);
    const roles = [{ value: "leads", role: "manager" }];
    const settings = { ...settingsOf(provider, domain), roleClaim: "groups", roles };
    await api.request("PUT", "/api/organization/sso", { token: admin.token, body: settings });
    const email = `mapped@${domain}`;
    await invite(admin, email, "supervisor");
    const mapped = await signIn(email, person(email, { groups: ["leads"] }));
    expect(mapped.body.data.user).toMatchObject({ role: "manager", status: "active" });
  });

  test("are let in at their next sign-in, where they waited when they were invited", async () => {
    const { admin, domain } = await createCompany(api, provider);
    const email = `ada@${domain}`;
    const ada = person(email);
    expect((await signIn(email, ada)).body.code).toBe("ACCOUNT_PENDING_APPROVAL");
    await invite(admin, email, "supervisor");
    expect((await signIn(email, ada)).body.data?.user).toMatchObject({
      role: "supervisor",
      status: "active",
    });
    expect(await listed(admin)).toEqual([]);
  });

  test("choose no password where they sign in through the provider, and are not invited where they can't", async () => {
    const { admin, domain, organization } = await createCompany(api, provider);
    const [led, other] = [`led@${domain}`, `${randomUUID()}@elsewhere.example`];
    for (const email of [led, other]) expect((await invite(admin, email, "agent")).status).toBe(200);
    const [ledToken, otherToken] = [await mailed(led), await mailed(other)];
    expect((await read(ledToken)).body.data.signIn).toBe("provider");
    expect((await accept(ledToken)).body).toMatchObject({
      code: "SSO_REQUIRED",
      error: expect.stringContaining("Sign in with your address, without a password."),
    });
    expect((await read(otherToken)).body.data.signIn).toBe("password");
    const body = { ...settingsOf(provider, domain), demanded: true };
    await api.request("PUT", "/api/organization/sso", { token: admin.token, body });
    for (const answer of [await read(otherToken), await accept(otherToken)])
      expect(answer.body).toMatchObject({
        code: "SSO_REQUIRED",
        error: expect.stringMatching(
          new RegExp(`^${organization} lets people in through its own sign-in only`),
        ),
      });
    const more = `${randomUUID()}@elsewhere.example`;
    expect((await invite(admin, `${more}, new@${domain}`, "agent")).body).toMatchObject({
      code: "VALIDATION_ERROR",
      field: "addresses",
      error: expect.stringContaining(`not of its domains (${domain}): ${more}.`),
    });
    expect(await listed(admin)).toHaveLength(2);
    expect((await invite(admin, `new@${domain}`, "agent")).status).toBe(200);
    expect((await api.mailTo(`new@${domain}`, "invites you")).text).toContain("through your organization");
  });

  test("are not let in by a registration where the provider says who they are", async () => {
    const { admin, domain, organization } = await createCompany(api, provider);
    const form = registrationForm({ email: `ada@${domain}`, organizationName: organization });
    const { cookies } = await api.request("POST", "/api/auth/register", { body: form });
    const body = { token: tokenIn(await api.mailTo(form.email, "Verify")) };
    await invite(admin, form.email, "supervisor");
    expect((await api.request("POST", "/api/auth/verify-email", { body, cookies })).status).toBe(200);
    const waiting = await api.users.findByEmail(form.email, clock.now());
    expect(waiting).toMatchObject({ status: "pending_approval", role: "agent" });
    expect((await signIn(form.email, person(form.email))).body.data.user.role).toBe("supervisor");
    // Somebody else may have registered it.
    const linked = await api.users.findByEmail(form.email, clock.now());
    expect([linked?.withoutPassword, linked?.passwordHash === waiting?.passwordHash]).toEqual([true, false]);
  });
});

describe("who is remembered", () => {
  const forget = (by: SignedInUser, id: string) =>
    api.request("DELETE", `/api/auth/admin/users/${id}/identity`, { token: by.token });
  const statusOf = (by: SignedInUser, id: string, status: string) =>
    api.request("PUT", `/api/auth/admin/users/${id}/status`, { token: by.token, body: { status } });
  /** An organization with a member that the provider has let in. */
  async function openWithAda() {
    const company = await createCompany(api, provider, { settings: { firstComers: "active" } });
    const email = `ada@${company.domain}`;
    const ada = person(email);
    const entered = await signIn(email, ada);
    const change = (clientId: string) =>
      api.request("PUT", "/api/organization/sso", {
        token: company.admin.token,
        body: { ...settingsOf(provider, company.domain), firstComers: "active", clientId },
      });
    return { ...company, email, ada, id: entered.body.data.user.id as string, entered, change };
  }
  const idOf = ({ body }: { body: { data?: { user: { id: string } } } }) => body.data?.user.id;
  const refused = { code: "SSO_REFUSED", error: expect.stringContaining("belongs to another person") };

  test("is forgotten for one account by an administrator with a proof: its sessions end, it is mailed and audited", async () => {
    const { admin, organization, email, id, entered } = await openWithAda();
    const other = person(email);
    expect((await signIn(email, other)).body).toMatchObject(refused);
    const manager = await api.signIn(await api.createUser({ role: "manager", organization }));
    expect((await forget(manager, admin.id)).body.code).toBe("FORBIDDEN");
    expect((await forget(await api.signIn(await api.createUser({ role: "admin" })), id)).status).toBe(404);
    const done = await forget(manager, id);
    expect(done.body).toMatchObject({ message: "Sign-in forgotten", data: { user: { id } } });
    expect((await forget(manager, id)).body.code).toBe("INVALID_TRANSITION");
    const read = await api.request("GET", "/api/account/sessions", { token: entered.body.data.accessToken });
    expect(read.body.code).toBe("TOKEN_INVALID");
    await api.mailTo(email, "linked to your account anew");
    expect(await audited(api, { action: "sso.forgotten", subjectId: id })).toMatchObject([
      { actorId: manager.id },
    ]);
    expect(idOf(await signIn(email, other))).toBe(id);
    travel(6 * 60_000);
    expect((await forget(manager, id)).body.code).toBe("PROOF_REQUIRED");
  });

  test("is known by the address once more, and then for good, where the provider has another client", async () => {
    const { email, ada, id, change } = await openWithAda();
    const other = person(email);
    expect((await change("souffleur-2")).status).toBe(200);
    expect(idOf(await signIn(email, other))).toBe(id);
    expect((await signIn(email, ada)).body).toMatchObject(refused);
    // Where the subject stays the same, nobody else gets the account.
    expect((await change("souffleur")).status).toBe(200);
    expect(idOf(await signIn(email, other))).toBe(id);
    expect((await signIn(email, ada)).body).toMatchObject(refused);
  });

  test.each(["forgotten", "another client"])(
    "keeps who has inherited an address from the account of who had it: %s",
    async (how) => {
      const { admin, domain, email, ada, id, change } = await openWithAda();
      const married = `ada.byron@${domain}`;
      await provider.know(email, { ...ada, email: married });
      expect(idOf(await signIn(married, { ...ada, email: married }))).toBe(id);
      const ended = await api.createUser({ email: `gone@${domain}`, organization: "", status: "inactive" });
      const { organizationId } = admin;
      await api.connection.collection("users").updateOne({ _id: ended.id } as object, {
        $set: { organizationId },
      });
      if (how === "forgotten") await forget(admin, id);
      else await change("souffleur-2");
      expect((await signIn(email, person(email))).body).toMatchObject(refused);
      expect(idOf(await signIn(married, person(married)))).toBe(id);
      // Of an account that is kept out, an earlier owner's or none is remembered, and never a visitor.
      expect((await signIn(ended.email, person(ended.email))).body.code).toBe("ACCOUNT_INACTIVE");
      expect((await api.users.findById(ended.id))?.identity).toBeUndefined();
      await statusOf(admin, id, "inactive");
      await change("souffleur");
      expect((await signIn(married, person(married))).body.code).toBe("ACCOUNT_INACTIVE");
    },
  );
});
