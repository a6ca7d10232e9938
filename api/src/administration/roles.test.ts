import { limits, type Role } from "@souffleur/contracts";
import { io } from "socket.io-client";
import { startApp, type TestApp, travel, until } from "../../testing/app.ts";
import { connected, next, type TestSocket } from "../../testing/calls/call-events.ts";
import { audited } from "../../testing/database/audit-log.ts";
import { newFirm, type SignedInUser, signInTeam } from "../../testing/people/people.ts";
import type { Answer } from "../../testing/request.ts";
import { mailsPostponed, startMailServer } from "../../testing/servers/mail-server.ts";
import { freePort } from "../../tools/network.ts";
import { organizationIdOf } from "../auth/accounts/organizations.ts";
import { clock } from "../clock.ts";

describe("roles", () => {
  let api: TestApp;
  let root: SignedInUser;
  beforeAll(async () => {
    api = await startApp();
    root = await api.signIn(await api.createUser({ role: "admin", organization: null }));
  });
  afterAll(() => api.close());

  const team = () => newFirm(api);
  const setRole = (by: SignedInUser, id: string, role: string, from?: string): Promise<Answer> =>
    api.request("PUT", `/api/auth/admin/users/${id}/role`, { token: by.token, body: { role, from } });
  const setStatus = (by: SignedInUser, id: string, status: string): Promise<Answer> =>
    api.request("PUT", `/api/auth/admin/users/${id}/status`, { token: by.token, body: { status } });
  const approve = (by: SignedInUser, id: string, role?: string): Promise<Answer> =>
    api.request("PUT", `/api/auth/admin/users/${id}/approve`, {
      token: by.token,
      body: { decision: "approve", role },
    });
  const stored = (id: string) => api.users.findById(id);
  const roleOf = async (id: string) => (await stored(id))?.role;
  const pending = (organization: string) => api.createUser({ organization, status: "pending_approval" });

  describe("a change", () => {
    test("more than an agent's rights are given with a proof alone", async () => {
      const { organization, enter, admin } = await team();
      const [agent, applicant] = [await enter("agent"), await pending(organization)];
      const [former, formerAgent] = [await enter("admin"), await enter("agent")];
      for (const { id } of [former, formerAgent])
        expect((await setStatus(admin, id, "inactive")).status).toBe(200);
      travel(limits.proofValidMs + 60_000);
      for (const role of ["admin", "manager", "supervisor", "analyst"]) {
        expect((await setRole(admin, agent.id, role)).body.code).toBe("PROOF_REQUIRED");
        expect((await approve(admin, applicant.id, role)).body.code).toBe("PROOF_REQUIRED");
      }
      expect((await setStatus(admin, former.id, "active")).body.code).toBe("PROOF_REQUIRED");
      expect(await roleOf(agent.id)).toBe("agent");
      expect((await setRole(admin, agent.id, "agent")).body.code).not.toBe("PROOF_REQUIRED");
      expect((await setStatus(admin, formerAgent.id, "active")).status).toBe(200);
      expect((await approve(admin, applicant.id)).status).toBe(200);
      clock.reset();
    });

    test("is answered, mailed in the person's language and entered in the audit log", async () => {
      const { admin, enter } = await team();
      const agent = await enter("agent");
      await api.users.setLanguage(agent.id, "fr");
      expect((await setRole(admin, agent.id, "supervisor", "agent")).body).toMatchObject({
        message: "Role changed successfully",
        data: { user: { id: agent.id, role: "supervisor", status: "active" } },
      });
      const mail = await api.mailTo(agent.email, "Votre rôle a changé");
      expect(mail.text).toContain("ce rôle : Superviseur.");
      expect(await audited(api, { subjectId: agent.id })).toMatchObject([
        { action: "user.role_changed", actorId: admin.id, from: "agent", to: "supervisor" },
      ]);
    });

    test("that is repeated after a lost answer changes and mails nothing more", async () => {
      const { admin, enter } = await team();
      const agent = await enter("agent");
      await setRole(admin, agent.id, "analyst", "agent");
      await api.mailTo(agent.email, "role");
      // A mail leaves the account a moment after it was delivered.
      await until(async () => (await stored(agent.id))?.outbox.length === 0);
      const { version } = (await stored(agent.id)) ?? {};
      expect((await setRole(admin, agent.id, "analyst", "agent")).status).toBe(200);
      expect(await stored(agent.id)).toMatchObject({ version, outbox: [] });
    });

    test("ends the token at once, and the renewed one has the new rights", async () => {
      const { admin, enter } = await team();
      const agent = await enter("agent");
      const list = (token: string) => api.request("GET", "/api/auth/admin/users", { token });
      expect((await list(agent.token)).body.code).toBe("FORBIDDEN");
      await setRole(admin, agent.id, "manager");
      expect((await list(agent.token)).body.code).toBe("TOKEN_EXPIRED");
      const renewed = await api.request("POST", "/api/auth/refresh", { cookies: agent.cookies });
      expect((await list(renewed.body.data.accessToken)).status).toBe(200);
    });

    test("ends the sockets and the wall that they follow, and admits a renewed one by its new role", async () => {
      const { admin, enter } = await team();
      const person = await enter("supervisor");
      const open = (token: string): Promise<TestSocket> =>
        connected(io(api.url, { transports: ["websocket"], forceNew: true, auth: { token } }));
      const follow = (socket: TestSocket) =>
        socket.timeout(20_000).emitWithAck("follow_desk", { callIds: [], hasWhole: false });
      const renew = async () =>
        (await api.request("POST", "/api/auth/refresh", { cookies: person.cookies })).body.data.accessToken;
      const socket = await open(person.token);
      expect(await follow(socket)).toMatchObject({ success: true });
      const ended = next<string>(socket, "disconnect");
      await setRole(admin, person.id, "agent");
      expect(await ended).toBe("io server disconnect");
      const asAgent = await open(await renew());
      expect(await follow(asAgent)).toMatchObject({ success: false, code: "FORBIDDEN" });
      asAgent.disconnect();
      socket.disconnect();
    });

    test("of an inactive account waits for its reactivation, without a mail", async () => {
      const { admin, enter } = await team();
      const person = await enter("manager");
      await setStatus(admin, person.id, "inactive");
      expect((await setRole(admin, person.id, "agent")).body.data.user).toMatchObject({
        role: "agent",
        status: "inactive",
      });
      await until(async () => (await stored(person.id))?.outbox.length === 0);
      expect(await api.mails(person.email)).toEqual([]);
      expect((await setStatus(admin, person.id, "active")).body.data.user.role).toBe("agent");
    });
  });

  describe("are refused", () => {
    test("for one's own account, for one's equals, and above one's own", async () => {
      const { admin, enter } = await team();
      const [manager, peer, agent] = [await enter("manager"), await enter("manager"), await enter("agent")];
      await enter("admin");
      const refused: [SignedInUser, string, Role][] = [
        [admin, admin.id, "agent"],
        [root, root.id, "agent"],
        [manager, manager.id, "admin"],
        [manager, peer.id, "agent"],
        [manager, admin.id, "agent"],
        [manager, agent.id, "manager"],
        [manager, agent.id, "admin"],
        [agent, agent.id, "admin"],
      ];
      for (const [by, id, role] of refused) expect((await setRole(by, id, role)).body.code).toBe("FORBIDDEN");
      for (const role of ["supervisor", "analyst", "agent"])
        expect((await setRole(manager, agent.id, role)).body.data.user.role).toBe(role);
      expect((await setRole(admin, peer.id, "agent")).status).toBe(200);
    });

    test("across organizations", async () => {
      const people = await signInTeam(api, "Home");
      for (const id of [people.agent.id, people.platform.id, "nobody", "$where", "%00"])
        expect((await setRole(people.foreign, id, "agent")).body.code).toBe("NOT_FOUND");
      expect((await setRole(people.platform, people.agent.id, "analyst")).status).toBe(200);
    });

    test("with the name of the field for a role that does not exist", async () => {
      const { admin, enter } = await team();
      const agent = await enter("agent");
      for (const role of ["owner", "", "Agent", undefined, 1, { $ne: "" }])
        expect((await setRole(admin, agent.id, role as string)).body).toMatchObject({
          code: "VALIDATION_ERROR",
          error: "Role must be one of: admin, manager, supervisor, analyst, agent",
          field: "role",
        });
      expect((await setRole(admin, agent.id, "analyst", "boss")).body.field).toBe("from");
      expect((await approve(admin, (await pending("Team x")).id, "boss")).body.field).toBe("role");
    });

    test("for accounts that were not approved, and for platform administrators", async () => {
      const { admin, organization } = await team();
      for (const status of ["pending_approval", "pending_verification", "rejected", "suspended"] as const) {
        const { id } = await api.createUser({ organization, status });
        expect((await setRole(admin, id, "analyst")).body).toMatchObject({
          code: "INVALID_TRANSITION",
          error: "Only approved accounts have a role to change.",
        });
      }
      const other = await api.createUser({ role: "admin", organization: null });
      expect((await setRole(root, other.id, "agent")).body.code).toBe("INVALID_TRANSITION");
    });

    test("to an organization's last administrator, even by the platform", async () => {
      const { admin, enter } = await team();
      const refused = await setRole(root, admin.id, "manager");
      expect(refused.body).toMatchObject({
        code: "INVALID_TRANSITION",
        error: "The last active administrator keeps this role. Make someone else an administrator first.",
      });
      const second = await enter("supervisor");
      expect((await setRole(admin, second.id, "admin")).body.data.user.role).toBe("admin");
      expect((await setRole(root, admin.id, "manager")).body.data.user.role).toBe("manager");
      // The other one is the last now.
      expect((await setStatus(root, second.id, "inactive")).status).toBe(409);
      expect((await setRole(root, second.id, "agent")).status).toBe(409);
    });
  });

  describe("at once", () => {
    test("of two different changes one succeeds, and the other is told that it was too late", async () => {
      const { admin, enter } = await team();
      const second = await enter("admin");
      for (let round = 0; round < 10; round++) {
        const { id } = await enter("agent");
        const answers = await Promise.all([
          setRole(admin, id, "supervisor", "agent"),
          setRole(second, id, "analyst", "agent"),
        ]);
        expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
        const role = answers[0]?.status === 200 ? "supervisor" : "analyst";
        expect(await roleOf(id)).toBe(role);
        expect(answers.find(({ status }) => status === 409)?.body.error).toBe(
          "This account was changed in the meantime.",
        );
      }
    });

    test("a change from a role that was replaced before is refused in the reader's language", async () => {
      const { admin, enter } = await team();
      const { id } = await enter("agent");
      await setRole(admin, id, "supervisor", "agent");
      const late = await api.request("PUT", `/api/auth/admin/users/${id}/role`, {
        token: admin.token,
        body: { role: "manager", from: "agent" },
        headers: { "Accept-Language": "fr" },
      });
      expect(late.body).toMatchObject({
        code: "INVALID_TRANSITION",
        error: "Ce compte a été modifié entre-temps.",
      });
    });

    const demote = (by: SignedInUser, id: string) => setRole(by, id, "agent");
    const deactivate = (by: SignedInUser, id: string) => setStatus(by, id, "inactive");
    test.each([
      ["that demote each other", demote, demote],
      ["that demote and deactivate each other", demote, deactivate],
      ["that deactivate each other", deactivate, deactivate],
    ])("of two administrators %s, one stays", async (_what, one, other) => {
      for (let round = 0; round < 10; round++) {
        const { admin, enter } = await team();
        const second = await enter("admin");
        const answers = await Promise.all([one(admin, second.id), other(second, admin.id)]);
        expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
        const left = await Promise.all([admin, second].map(({ id }) => stored(id)));
        expect(left.filter((user) => user?.role === "admin" && user.status === "active")).toHaveLength(1);
      }
    });
  });

  test.each([
    ["demotion", "active", "agent"],
    ["deactivation", "inactive", undefined],
  ])("a %s that was killed half-way is completed at the next start", async (_what, to, role) => {
    const { admin, enter, organization } = await team();
    const second = await enter("admin");
    const at = clock.now();
    const audit = {
      ...{ id: `interrupted ${to}`, actorId: admin.id, subjectId: second.id, reason: null, source: null, at },
      ...(role
        ? { action: "user.role_changed", from: "admin", to: role }
        : { action: "user.deactivated", from: "active", to }),
    };
    const mail = { id: "mail", kind: "role-changed", data: { role }, attempts: 0, dueAt: at, queuedAt: at };
    const { version } = (await stored(second.id)) ?? {};
    const change = { id: "c", userId: second.id, version, to, audit, ...(role && { role, mails: [mail] }) };
    const administrators = api.connection.collection<{ _id: string }>("rosters");
    await administrators.updateOne({ _id: organizationIdOf(organization) }, { $set: { change } });
    const restarted = await startApp({ connection: api.connection });
    expect(await stored(second.id)).toMatchObject({ role: role ?? "admin", status: to });
    expect(await administrators.findOne({ _id: organizationIdOf(organization) })).toMatchObject({
      active: [admin.id],
      change: null,
    });
    await restarted.close();
    expect((await setStatus(root, admin.id, "inactive")).status).toBe(409);
    if (role) await api.mailTo(second.email, "Your role has changed");
  });

  describe("of an approved account", () => {
    test("is an agent's by default, or the one that was chosen", async () => {
      const { admin, organization } = await team();
      for (const role of [undefined, "agent", "analyst", "supervisor", "manager", "admin"] as const) {
        const { id, email } = await pending(organization);
        expect((await approve(admin, id, role)).body).toMatchObject({
          message: "User approved successfully",
          data: { user: { role: role ?? "agent", status: "active" } },
        });
        await api.mailTo(email, "approved");
        const to = role === undefined || role === "agent" ? "active" : `active, ${role}`;
        await audited(api, { subjectId: id, to });
      }
      // The new administrator counts as one.
      expect((await setRole(root, admin.id, "agent")).status).toBe(200);
    });

    test("is one that a manager may give, else the account still waits", async () => {
      const { enter, organization } = await team();
      const manager = await enter("manager");
      const { id } = await pending(organization);
      for (const role of ["admin", "manager"])
        expect((await approve(manager, id, role)).body.code).toBe("FORBIDDEN");
      expect((await stored(id))?.status).toBe("pending_approval");
      expect((await approve(manager, id, "supervisor")).body.data.user.role).toBe("supervisor");
    });

    test("is decided once, of two approvals with different roles", async () => {
      const { admin, enter, organization } = await team();
      const second = await enter("admin");
      for (const roles of [
        ["supervisor", "agent"],
        ["admin", "analyst"],
        ["admin", "admin"],
      ]) {
        const { id } = await pending(organization);
        const answers = await Promise.all([approve(admin, id, roles[0]), approve(second, id, roles[1])]);
        expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
        expect(await roleOf(id)).toBe(roles[answers.findIndex(({ status }) => status === 200)]);
      }
    });

    test("is administrator for a founder; the second of two founders gets the chosen one", async () => {
      const [one, other] = [await pending("Founders"), await pending("Founders")];
      expect((await approve(root, one.id, "analyst")).body.data.user.role).toBe("admin");
      expect((await approve(root, other.id, "analyst")).body.data.user.role).toBe("analyst");
    });
  });
});

test("of the mails about roles that waited for a mail server, only that of the last role is sent", async () => {
  const port = await freePort();
  const api = await startApp({ env: { SMTP_URL: `smtp://127.0.0.1:${port}` } });
  const admin = await api.signIn(await api.createUser({ role: "admin" }));
  const agent = await api.createUser();
  for (const role of ["supervisor", "analyst"])
    await api.request("PUT", `/api/auth/admin/users/${agent.id}/role`, {
      token: admin.token,
      body: { role },
    });
  expect((await api.users.findById(agent.id))?.outbox.length).toBeGreaterThan(0);
  await mailsPostponed(api.connection);
  const server = await startMailServer({}, port);
  travel(11_000);
  await until(async () => (await api.users.findById(agent.id))?.outbox.length === 0);
  expect(server.received.map(({ text }) => /It is now: (\w+)/.exec(text ?? "")?.[1])).toEqual(["Analyst"]);
  await api.close();
  await server.close();
});
