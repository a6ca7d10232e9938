import { limits } from "@souffleur/contracts";
import { io } from "socket.io-client";
import { registrationForm, startApp, type TestApp, tokenIn, travel, until } from "../../testing/app.ts";
import { connected, next, type TestSocket } from "../../testing/calls/call-events.ts";
import { audited } from "../../testing/database/audit-log.ts";
import { newFirm, type SignedInUser, testPassword } from "../../testing/people/people.ts";
import type { Answer } from "../../testing/request.ts";
import { mailsPostponed, startMailServer } from "../../testing/servers/mail-server.ts";
import { freePort } from "../../tools/network.ts";
import { organizationIdOf } from "../auth/accounts/organizations.ts";

let api: TestApp;
let other: TestApp;
let root: SignedInUser;
let firms = 0;
beforeAll(async () => {
  api = await startApp();
  other = await startApp({ connection: api.connection });
  root = await api.signIn(await api.createUser({ role: "admin", organization: null }));
});
afterAll(async () => {
  await other.close();
  await api.close();
});

const firm = async (kind = "Firm") => {
  firms++;
  const made = await newFirm(api, `${kind} ${firms}`);
  return { ...made, id: organizationIdOf(made.organization) };
};
const rename = (by: SignedInUser, name: unknown, from?: unknown, at = api): Promise<Answer> =>
  at.request("PUT", "/api/organization", { token: by.token, body: { name, from } });
const approve = (by: SignedInUser, id: string, body: object = {}): Promise<Answer> =>
  api.request("PUT", `/api/auth/admin/users/${id}/approve`, {
    token: by.token,
    body: { decision: "approve", ...body },
  });
const effectOf = async (id: string) =>
  (await api.request("GET", `/api/auth/admin/users/${id}/approval`, { token: root.token })).body.data;
const usersSeenBy = async (by: SignedInUser) =>
  (await api.request("GET", "/api/auth/admin/users", { token: by.token })).body.data.users;
const pending = (organization: string) => api.createUser({ organization, status: "pending_approval" });

describe("the currency of an organization", () => {
  const choose = (by: SignedInUser, body: object, at = api): Promise<Answer> =>
    at.request("PUT", "/api/organization/currency", { token: by.token, body });

  test("is in sessions, renewals and on open pages, at every process, and in the audit log", async () => {
    const { id, admin, enter } = await firm();
    const agent = await enter("agent");
    const socket: TestSocket = await connected(
      io(other.url, { transports: ["websocket"], forceNew: true, auth: { token: agent.token } }),
    );
    const heard = next(socket, "currency_changed", () => true);
    expect((await choose(admin, { currency: "EUR", from: "USD" }, other)).body).toMatchObject({
      message: "Currency changed",
      data: { organization: { id, currency: "EUR" } },
    });
    expect(await heard).toEqual({ id, currency: "EUR" });
    socket.disconnect();
    const renewed = await api.request("POST", "/api/auth/refresh", { cookies: agent.cookies });
    expect(renewed.body.data.organization).toMatchObject({ id, currency: "EUR" });
    // Repeated after a lost answer.
    expect((await choose(admin, { currency: "EUR", from: "USD" })).status).toBe(200);
    expect(await audited(api, { subjectId: id })).toMatchObject([
      { action: "organization.currency_changed", actorId: admin.id, from: "USD", to: "EUR" },
    ]);
  });

  test("is an administrator's choice among those of ISO 4217, and no overtaken one", async () => {
    const { admin, enter } = await firm();
    const manager = await enter("supervisor");
    for (const currency of ["eur", "DEM", "", 1, undefined])
      expect((await choose(admin, { currency })).status).toBe(400);
    expect((await choose(manager, { currency: "EUR" })).status).toBe(403);
    expect((await choose(root, { currency: "EUR" })).status).toBe(403);
    expect((await choose(admin, { currency: "CHF", from: "EUR" })).status).toBe(409);
    const both = await Promise.all(
      ["EUR", "GBP"].map((currency) => choose(admin, { currency, from: "USD" })),
    );
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  });
});

describe("a renamed organization", () => {
  test("has its name in lists, sessions, renewals, invitations and on open pages, at every process", async () => {
    const { organization, id, admin, enter } = await firm();
    const agent = await enter("agent");
    const socket: TestSocket = await connected(
      io(other.url, { transports: ["websocket"], forceNew: true, auth: { token: agent.token } }),
    );
    const heard = next(socket, "organization_renamed", () => true);
    const name = `Éclat ${firms}`;
    expect((await rename(admin, `  ${name} `, organization, other)).body).toMatchObject({
      message: "Organization renamed",
      data: { organization: { id, name, industryType: "technology" } },
    });
    expect(await heard).toEqual({ id, name });
    socket.disconnect();
    for (const user of await usersSeenBy(admin)) expect(user.organizationName).toBe(name);
    const [listed] = (await usersSeenBy(root)).filter(({ id }: { id: string }) => id === agent.id);
    expect(listed.organizationName).toBe(name);
    const login = { body: { email: agent.email, password: testPassword } };
    expect((await api.request("POST", "/api/auth/login", login)).body.data).toMatchObject({
      user: { organizationName: name },
      organization: { id, name },
    });
    const renewed = await api.request("POST", "/api/auth/refresh", {
      cookies: agent.cookies,
    });
    expect(renewed.body.data).toMatchObject({
      accessToken: expect.any(String),
      organization: { id, name },
    });
    await api.request("POST", "/api/invitations", {
      token: admin.token,
      body: { addresses: `new-${firms}@example.com`, role: "agent" },
    });
    const mail = await api.mailTo(`new-${firms}@example.com`);
    expect(mail.text).toContain(name);
    const offered = await api.request("GET", `/api/invitations/accept?token=${tokenIn(mail)}`);
    expect(offered.body.data.organizationName).toBe(name);
    expect(await audited(api, { subjectId: id })).toMatchObject([
      { action: "organization.renamed", actorId: admin.id, from: organization, to: name },
    ]);
  });

  test("is joined by its former names as by its present one, and keeps them from others", async () => {
    const [{ organization, id, admin }, rival] = [await firm(), await firm()];
    const name = `Renamed ${firms}`;
    await rename(admin, name);
    for (const organizationName of [organization.toUpperCase(), name]) {
      const form = registrationForm({ organizationName });
      await api.request("POST", "/api/auth/register", { body: form });
      const token = tokenIn(await api.mailTo(form.email));
      await api.request("POST", "/api/auth/verify-email", { body: { token } });
      const waiting = (await usersSeenBy(admin)).find(({ email }: { email: string }) => email === form.email);
      expect(waiting).toMatchObject({ status: "pending_approval", organizationName: name });
    }
    for (const taken of [organization, name, name.toLowerCase()]) {
      expect((await rename(rival.admin, taken)).body).toMatchObject({
        code: "INVALID_TRANSITION",
        field: "name",
        error: "Another organization has this name or had it before. Choose another name.",
      });
    }
    expect((await rename(admin, organization)).body.data.organization).toMatchObject({
      id,
      name: organization,
    });
  });

  test("has one of the names that two give at once; the other is told it", async () => {
    const { organization, admin, enter } = await firm();
    const second = await enter("admin");
    const names = [`First choice ${firms}`, `Second choice ${firms}`];
    const answers = await Promise.all([
      rename(admin, names[0], organization),
      rename(second, names[1], organization, other),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    const winner = names[answers[0]?.status === 200 ? 0 : 1] ?? "";
    const loser = answers.find(({ status }) => status === 409);
    expect(loser?.body).toMatchObject({
      code: "INVALID_TRANSITION",
      error: `The organization was renamed in the meantime. It is now called ${winner}.`,
    });
    expect((await usersSeenBy(admin))[0].organizationName).toBe(winner);
  });

  test("is one of two that want the same name at once", async () => {
    const [one, two] = [await firm(), await firm()];
    const name = `Contested ${firms}`;
    const answers = await Promise.all([rename(one.admin, name), rename(two.admin, name, undefined, other)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  test("is renamed once by a request that is repeated after a lost answer", async () => {
    const { organization, id, admin } = await firm();
    const name = `Once ${firms}`;
    for (let time = 0; time < 3; time++) expect((await rename(admin, name, organization)).status).toBe(200);
    await rename(admin, organization);
    expect(await audited(api, { subjectId: id }, 2)).toMatchObject([{ to: name }, { to: organization }]);
  });

  test("gets no name that registrations refuse, and at most so many", async () => {
    const { organization, id, admin } = await firm();
    for (const [name, error] of [
      ["", "Organization name is required"],
      ["A", "Organization name is too short"],
      ["x".repeat(101), "Organization name is too long"],
      ["\u202e--", "Organization name is required"],
      [{ $gt: "" }, "Organization name must be text"],
      [undefined, "Organization name is required"],
    ])
      expect((await rename(admin, name)).body).toMatchObject({
        code: "VALIDATION_ERROR",
        field: "name",
        error,
      });
    expect((await rename(admin, "Good name", ["no"])).body).toMatchObject({ field: "from" });
    const key = Array.from({ length: limits.organizationNames }, (_, at) => `kept ${at} of ${firms}`);
    await api.connection
      .collection<{ _id: string }>("organizations")
      .updateOne({ _id: id }, { $set: { key: [organization.toLowerCase(), ...key.slice(1)] } });
    expect((await rename(admin, `One more ${firms}`)).body).toMatchObject({
      field: "name",
      code: "INVALID_TRANSITION",
    });
    expect((await rename(admin, key[1])).status).toBe(200);
  });
});

describe("a founder of an organization that resembles another one", () => {
  test("is approved into it; the person and its administrators are told, each in their language", async () => {
    const { organization, id, admin, enter } = await firm("Lumière Télécom");
    const manager = await enter("manager");
    await api.users.setLanguage(manager.id, "fr");
    const typed = "Lumière";
    const person = await pending(typed);
    const { organizations, founds } = await effectOf(person.id);
    expect(founds).toBe(true);
    expect(organizations).toContainEqual({ id, name: organization });
    const answer = await approve(root, person.id, { organizationId: id, role: "analyst" });
    expect(answer.body).toMatchObject({
      message: "User approved successfully",
      data: { user: { status: "active", role: "analyst", organizationName: organization } },
    });
    expect((await api.mailTo(person.email)).text).toContain(`You have joined ${organization}`);
    const told = await api.mailTo(admin.email, "has joined");
    expect(told.text).toContain(`(${person.email}) registered with the organization name “${typed}”`);
    expect((await api.mailTo(manager.email, "a rejoint")).text).toContain("Son rôle : Analyste.");
    await until(async () => (await api.users.findById(person.id))?.outbox.length === 0);
    expect(
      (await api.mails(admin.email)).filter(({ subject }) => subject.includes("has joined")),
    ).toHaveLength(1);
    expect(await audited(api, { subjectId: person.id })).toMatchObject([
      { action: "user.approved", from: "pending_approval", to: `active, analyst, ${id}`, actorId: root.id },
    ]);
    const seen = (await usersSeenBy(admin)).map(({ id }: { id: string }) => id);
    expect(seen).toContain(person.id);
    // The typed name founds nothing.
    expect(await api.connection.collection("organizations").countDocuments({ name: typed })).toBe(0);
  });

  test("may be made one of its administrators", async () => {
    const { id, admin } = await firm();
    const person = await pending(`Firm ${firms} SAS`);
    await approve(root, person.id, { organizationId: id, role: "admin" });
    expect(await api.users.findById(person.id)).toMatchObject({ role: "admin", organizationId: id });
    const demote = await api.request("PUT", `/api/auth/admin/users/${admin.id}/role`, {
      token: (await api.signIn({ ...person, role: "admin", organizationId: id })).token,
      body: { role: "agent" },
    });
    expect(demote.status).toBe(200);
  });

  test("joins one or founds the other, when two decide at once, and never both", async () => {
    const second = await api.signIn(await api.createUser({ role: "admin", organization: null }));
    for (let round = 0; round < 5; round++) {
      const { id } = await firm();
      const person = await pending(`Undecided ${firms}`);
      const answers = await Promise.all([
        approve(root, person.id, { organizationId: id }),
        approve(second, person.id),
      ]);
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
      const joined = answers[0]?.status === 200;
      expect(await api.users.findById(person.id)).toMatchObject({
        role: joined ? "agent" : "admin",
        organizationId: joined ? id : organizationIdOf(`Undecided ${firms}`),
      });
      const founded = await api.connection
        .collection("organizations")
        .countDocuments({ name: `Undecided ${firms}` });
      expect(founded).toBe(joined ? 0 : 1);
    }
  });

  test("joins the organization that is renamed meanwhile, by its id, or by the name that it has taken", async () => {
    const { id, admin } = await firm();
    const [chosen, namesake] = [await pending(`Resembling ${firms}`), await pending(`Taken ${firms}`)];
    const answers = await Promise.all([
      rename(admin, `Taken ${firms}`),
      approve(root, chosen.id, { organizationId: id }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(await effectOf(namesake.id)).toMatchObject({ founds: false });
    const joined = await approve(root, namesake.id);
    expect(joined.body.data.user).toMatchObject({ role: "agent", organizationName: `Taken ${firms}` });
    for (const person of [chosen, namesake])
      expect((await api.users.findById(person.id))?.organizationId).toBe(id);
  });

  test("is put into no unknown organization, nor by anyone but the platform's administrators", async () => {
    const [one, two] = [await firm(), await firm()];
    const founder = await pending(`Unfounded ${firms}`);
    for (const organizationId of ["nobody", "0".repeat(64), organizationIdOf(`Unfounded ${firms}`)])
      expect((await approve(root, founder.id, { organizationId })).body).toMatchObject({
        code: "NOT_FOUND",
        field: "organizationId",
        error: "This organization does not exist.",
      });
    for (const organizationId of [7, { $gt: "" }, "x".repeat(65)])
      expect((await approve(root, founder.id, { organizationId })).body).toMatchObject({
        code: "VALIDATION_ERROR",
        field: "organizationId",
      });
    const joiner = await pending(one.organization);
    expect((await approve(one.admin, joiner.id, { organizationId: two.id })).body.code).toBe("FORBIDDEN");
    expect((await approve(root, joiner.id, { organizationId: two.id })).body).toMatchObject({
      code: "INVALID_TRANSITION",
      field: "organizationId",
    });
    expect((await approve(one.admin, joiner.id, { organizationId: one.id })).status).toBe(200);
  });
});

test("the mails of an approval into an organization wait for a mail server that is down, and each comes once", async () => {
  const port = await freePort();
  const away = await startApp({ env: { SMTP_URL: `smtp://127.0.0.1:${port}` } });
  const platform = await away.signIn(await away.createUser({ role: "admin", organization: null }));
  const admin = await away.createUser({ role: "admin", organization: "Distant Works" });
  const person = await away.createUser({ organization: "Distant", status: "pending_approval" });
  const { status } = await away.request("PUT", `/api/auth/admin/users/${person.id}/approve`, {
    token: platform.token,
    body: { decision: "approve", organizationId: organizationIdOf("Distant Works") },
  });
  expect(status).toBe(200);
  await mailsPostponed(away.connection);
  const server = await startMailServer({}, port);
  travel(11_000);
  try {
    await until(async () => (await away.users.findById(person.id))?.outbox.length === 0);
    const readers = server.received.flatMap(({ recipients }) => recipients);
    expect(readers.toSorted()).toEqual([admin.email, person.email].toSorted());
  } finally {
    await away.close();
    await server.close();
  }
});
