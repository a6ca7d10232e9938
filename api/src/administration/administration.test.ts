import { randomUUID } from "node:crypto";
import { startApp, type TestApp } from "../../testing/app.ts";
import { newFirm, type SignedInUser, testPassword } from "../../testing/people/people.ts";
import type { Answer } from "../../testing/request.ts";
import { organizationIdOf } from "../auth/accounts/organizations.ts";
import { cursorTo } from "../http/cursor.ts";

describe("administration", () => {
  let api: TestApp;
  let root: SignedInUser;
  beforeAll(async () => {
    api = await startApp();
    root = await api.signIn(await api.createUser({ role: "admin", organization: null }));
  });
  afterAll(() => api.close());

  const get = (by: SignedInUser, path: string) =>
    api.request("GET", `/api/auth/admin/${path}`, { token: by.token });
  const decide = (by: SignedInUser, id: string, decision: string, reason?: string): Promise<Answer> =>
    api.request("PUT", `/api/auth/admin/users/${id}/approve`, {
      token: by.token,
      body: { decision, reason },
    });
  const setStatus = (by: SignedInUser, id: string, status: string): Promise<Answer> =>
    api.request("PUT", `/api/auth/admin/users/${id}/status`, { token: by.token, body: { status } });
  const stored = (id: string) => api.users.findById(id);
  const listed = async (by: SignedInUser, path: string): Promise<string[]> =>
    (await get(by, path)).body.data.users.map(({ id }: { id: string }) => id);
  const firm = () => newFirm(api);
  const pending = (organization: string) => api.createUser({ organization, status: "pending_approval" });

  describe("sees", () => {
    test("all users for the platform, and those of its own organization for everyone else", async () => {
      const { organization, enter, admin } = await firm();
      const manager = await enter("manager");
      const waiting = await pending(organization);
      await api.createUser({ organization, status: "pending_verification" });
      for (const by of [admin, manager]) {
        expect(await listed(by, "users")).toHaveLength(4);
        expect(await listed(by, "pending-users")).toEqual([waiting.id]);
        expect((await get(by, "users/stats")).body.data.stats).toEqual({
          total: 4,
          active: 2,
          pending: 1,
          pendingVerification: 1,
        });
      }
      const all = (await get(root, "users")).body.data.users;
      expect(all.length).toBeGreaterThan(4);
      expect((await get(root, "users/stats")).body.data.stats.total).toBe(all.length);
      expect(all.find(({ id }: { id: string }) => id === waiting.id)).toEqual({
        id: waiting.id,
        firstName: "Test",
        lastName: "Person",
        email: waiting.email,
        role: "agent",
        status: "pending_approval",
        createdAt: expect.stringMatching(/^\d{4}-.*Z$/),
        requestedAt: expect.stringMatching(/^\d{4}-.*Z$/),
        organizationName: organization,
      });
    });

    test("users by pages, each once, also where several have registered at one moment and others do meanwhile", async () => {
      const { organization, admin } = await firm();
      const people = await Promise.all(Array.from({ length: 4 }, () => pending(organization)));
      const at = { $set: { requestedAt: new Date("2026-01-05T09:00:00Z") } };
      await api.connection
        .collection("users")
        .updateMany({ _id: { $in: people.map(({ id }) => id) } } as object, at);
      for (const path of ["users", "pending-users"]) {
        const seen: string[] = [];
        let cursor = "";
        do {
          const { data } = (await get(admin, `${path}?limit=2${cursor && `&cursor=${cursor}`}`)).body;
          expect(data.users.length).toBeLessThanOrEqual(2);
          seen.push(...data.users.map(({ id }: { id: string }) => id));
          cursor = data.nextCursor ?? "";
          if (seen.length === 2) await pending(organization);
        } while (cursor !== "");
        // A page of an earlier version, which does not know of pages, has all of them.
        expect(seen).toEqual(await listed(admin, path));
        expect(seen.slice(0, 4).sort()).toEqual(people.map(({ id }) => id).sort());
      }
    });

    test.each([
      ["limit=0", "limit"],
      ["limit=1001", "limit"],
      ["limit=all", "limit"],
      ["cursor=x", "cursor"],
      [`cursor=${cursorTo("yesterday somebody")}`, "cursor"],
      [`cursor=${cursorTo("1")}`, "cursor"],
    ])("no users for %s", async (query, field) => {
      for (const path of ["users", "pending-users"])
        expect((await get(root, `${path}?${query}`)).body).toMatchObject({ code: "VALIDATION_ERROR", field });
    });

    test("users by the beginning of a name or an address, regardless of case and accents", async () => {
      const [{ organization, admin }, other] = [await firm(), await firm()];
      const named = async (firstName: string, lastName: string, at = organization) => {
        const { id, email } = await api.createUser({ organization: at, firstName, lastName });
        return { id, email };
      };
      const lea = await named("Léa", "de La Tour");
      const jeanne = await named("Jeanne", "Lefèvre");
      await named("Léa", "de La Tour", other.organization);
      const found = (by: SignedInUser, q: string) => listed(by, `users/search?q=${encodeURIComponent(q)}`);
      for (const q of ["léa", "LEA", "de la t", "léa de la", "De La Tour Le", ` ${lea.email.slice(0, -3)} `])
        expect(await found(admin, q)).toEqual([lea.id]);
      expect((await found(admin, "le")).sort()).toEqual([lea.id, jeanne.id].sort());
      const brien = await named("Þórdís", "O’Brien-Wałęsa");
      for (const q of [
        ...[
          "obrien",
          "o'brien",
          "O‑BRIEN",
          "o brien wa",
          "obrienwalesa",
          "obrien walesa",
          "o brienwalesa thor",
          "O’Brien-Wałęsa Thordis",
        ],
        ...["thordis o'b", "þórdís obrien", "thordi\u0301s\u00a0o", "ｏ＇brien\u200b"],
      ])
        expect([q, await found(admin, q)]).toEqual([q, [brien.id]]);
      for (const q of [
        "éa",
        "brien",
        "''",
        "lea jeanne",
        "lea d' la",
        ".*",
        "$where",
        "ab\uffff",
        "z".repeat(100),
      ])
        expect(await found(admin, q)).toEqual([]);
      expect(await found(root, "lea de la tour")).toHaveLength(2);
      for (let more = 0; more < 5; more += 1) await named("Jeanne", "Martin");
      expect(await found(admin, "jeanne")).toHaveLength(5);
      const tooShort = (await get(admin, "users/search?q=%20a%20")).body;
      expect(tooShort).toMatchObject({ code: "VALIDATION_ERROR", field: "q" });
    });

    test("no user of another organization, by any request", async () => {
      const [one, other] = [await firm(), await firm()];
      const waiting = await pending(other.organization);
      for (const id of [other.admin.id, waiting.id, root.id, "nobody", "$where", "0".repeat(64), "%00"]) {
        expect((await decide(one.admin, id, "approve")).body.code).toBe("NOT_FOUND");
        expect((await setStatus(one.admin, id, "inactive")).body.code).toBe("NOT_FOUND");
      }
    });
  });

  describe("decides", () => {
    test("who may join, with a mail and an audit event", async () => {
      const { organization, admin } = await firm();
      const [wanted, unwanted] = [await pending(organization.toUpperCase()), await pending(organization)];
      const approved = await decide(admin, wanted.id, "approve");
      expect(approved.body).toMatchObject({
        success: true,
        message: "User approved successfully",
        data: { user: { id: wanted.id, status: "active", role: "agent", organizationName: organization } },
      });
      const rejected = await decide(admin, unwanted.id, "reject", "  Not one of us <b>  ");
      expect(rejected.body).toMatchObject({
        message: "User rejected successfully",
        data: { user: { status: "rejected" } },
      });
      await api.mailTo(wanted.email, "Your account is approved");
      const mail = await api.mailTo(unwanted.email, "not approved");
      expect(mail.text).toContain("Not one of us <b>");
      expect(mail.html).toContain("Not one of us &lt;b&gt;");
      const login = { body: { email: unwanted.email, password: testPassword } };
      expect((await api.request("POST", "/api/auth/login", login)).body.code).toBe("ACCOUNT_REJECTED");
    });

    test("once: one of 20 simultaneous decisions succeeds and the others are refused", async () => {
      const { organization, admin } = await firm();
      const { id, email } = await pending(organization);
      const answers = await Promise.all(Array.from({ length: 20 }, () => decide(admin, id, "approve")));
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
      expect(answers.filter(({ body }) => body.code === "INVALID_TRANSITION")).toHaveLength(19);
      await api.mailTo(email, "approved");
      expect((await api.mails()).filter(({ to }) => to === email)).toHaveLength(1);
      expect((await decide(admin, id, "reject")).status).toBe(409);
    });

    test("one way, when an approval and a rejection are simultaneous", async () => {
      const { organization, admin, enter } = await firm();
      const manager = await enter("manager");
      for (let round = 0; round < 10; round++) {
        const { id } = await pending(organization);
        const answers = await Promise.all([decide(admin, id, "approve"), decide(manager, id, "reject")]);
        expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
        const expected = answers[0]?.status === 200 ? "active" : "rejected";
        expect((await stored(id))?.status).toBe(expected);
      }
    });

    test("only about accounts that wait for a decision", async () => {
      const { organization, admin, enter } = await firm();
      const agent = await enter("agent");
      const unverified = await api.createUser({ organization, status: "pending_verification" });
      for (const id of [agent.id, unverified.id]) {
        expect((await decide(admin, id, "approve")).body.code).toBe("INVALID_TRANSITION");
      }
      expect((await setStatus(admin, unverified.id, "active")).body.code).toBe("INVALID_TRANSITION");
      expect((await setStatus(admin, agent.id, "active")).body.code).toBe("INVALID_TRANSITION");
    });

    test("with an optional reason of at most 500 characters", async () => {
      const { organization, admin } = await firm();
      const { id } = await pending(organization);
      expect((await decide(admin, id, "reject", "x".repeat(501))).body).toMatchObject({
        code: "VALIDATION_ERROR",
        field: "reason",
      });
      expect((await decide(admin, id, "maybe")).body).toMatchObject({
        code: "VALIDATION_ERROR",
        field: "decision",
      });
      expect((await decide(admin, id, "reject", "   ")).status).toBe(200);
    });
  });

  describe("founds", () => {
    const founders = (organization: string, count: number) =>
      Promise.all(Array.from({ length: count }, () => pending(organization)));

    test("an organization when its first user is approved, and makes that user its administrator", async () => {
      const [founder, second] = await founders("New Venture", 2);
      const answer = await decide(root, founder?.id ?? "", "approve");
      expect(answer.body.data.user).toMatchObject({ role: "admin", status: "active" });
      const admin = await api.signIn(founder as SignedInUser);
      expect(await listed(admin, "pending-users")).toEqual([second?.id]);
      expect((await decide(admin, second?.id ?? "", "approve")).body.data.user.role).toBe("agent");
    });

    test("one organization when two founders are approved at once", async () => {
      for (let round = 0; round < 8; round++) {
        const both = await founders(`Twins ${round}`, 2);
        const answers = await Promise.all(both.map(({ id }) => decide(root, id, "approve")));
        expect(answers.map(({ status }) => status)).toEqual([200, 200]);
        const settled = await Promise.all(both.map(({ id }) => stored(id)));
        expect(settled.map((user) => user?.role).sort()).toEqual(["admin", "agent"]);
        expect(settled.every((user) => user?.status === "active" && user.founding === undefined)).toBe(true);
      }
    });

    test("completely, where a crash interrupted it, when several processes start at once", async () => {
      const names = Array.from({ length: 8 }, (_, n) => `Half Done ${n}`);
      const interrupted = (await Promise.all(names.map((name) => founders(name, 1)))).flat();
      const ids = interrupted.map(({ id }) => id);
      const { model } = api.users;
      // The state after the first of an approval's writes.
      const founding = { status: "active", founding: true, $inc: { version: 1 } };
      await model.updateMany({ _id: { $in: ids } }, founding);
      const nodes = await Promise.all(
        Array.from({ length: 3 }, () => startApp({ connection: api.connection })),
      );
      for (const id of ids) expect(await stored(id)).toMatchObject({ role: "admin", status: "active" });
      expect(await model.countDocuments({ founding: true })).toBe(0);
      expect(await api.connection.collection("organizations").findOne({ key: "half done 0" })).toMatchObject({
        _id: organizationIdOf("Half Done 0"),
        founderId: ids[0],
      });
      await Promise.all(nodes.map((node) => node.close()));
    });
  });

  describe("is shown before an approval", () => {
    const effect = async (by: SignedInUser, id: string) => get(by, `users/${id}/approval`);
    const none = { founds: false, sameDomain: [], similarNames: [], organizations: [] };
    const domain = () => `${randomUUID()}.example`;

    test("that it founds an organization, and those with its e-mail domain or a similar name", async () => {
      const [one, other] = [domain(), domain()];
      const name = `Zéphyr ${one.slice(0, 8)}`;
      await api.createUser({ role: "admin", organization: name, email: `a@${one}` });
      const consultants = await firm();
      const joiner = await api.createUser({
        organization: consultants.organization,
        status: "pending_approval",
        email: `b@${other}`,
      });
      expect((await effect(root, joiner.id)).body.data).toEqual(none);
      await decide(consultants.admin, joiner.id, "approve");
      const founder = await api.createUser({
        organization: `ZEPHYR-${one.slice(0, 8)} S.A.S.`,
        status: "pending_approval",
        email: `c@${other}`,
      });
      expect((await effect(root, founder.id)).body.data).toEqual({
        founds: true,
        sameDomain: [consultants.organization],
        similarNames: [name],
        organizations: [
          { id: organizationIdOf(consultants.organization), name: consultants.organization },
          { id: organizationIdOf(name), name },
        ],
      });
      await decide(root, founder.id, "approve");
      expect((await effect(root, founder.id)).body.data).toEqual(none);
    });

    test("at most five organizations of each kind", async () => {
      const shared = domain();
      for (let at = 0; at < 7; at++) {
        const organization = `Yggdrasil ${at} of ${shared.slice(0, 8)}`;
        await api.createUser({ role: "admin", organization, email: `${at}@${shared}` });
      }
      const founder = await api.createUser({
        organization: `Yggdrasil 9 of ${shared.slice(0, 8)}`,
        status: "pending_approval",
        email: `founder@${shared}`,
      });
      const { data } = (await effect(root, founder.id)).body;
      expect([data.sameDomain.length, data.similarNames.length]).toEqual([5, 5]);
    });

    test("not of nobody", async () => {
      expect((await effect(root, "nobody")).status).toBe(404);
    });
  });

  describe("activates and deactivates", () => {
    test("an agent, both ways", async () => {
      const { admin, enter } = await firm();
      const agent = await enter("agent");
      expect((await setStatus(admin, agent.id, "inactive")).body).toMatchObject({
        message: "User deactivated successfully",
        data: { user: { status: "inactive" } },
      });
      expect((await setStatus(admin, agent.id, "inactive")).status).toBe(409);
      expect((await setStatus(admin, agent.id, "active")).body.message).toBe("User reactivated successfully");
      expect((await setStatus(admin, agent.id, "rejected")).body.code).toBe("VALIDATION_ERROR");
    });

    test("nobody's own account", async () => {
      const { admin, enter } = await firm();
      await enter("admin");
      for (const by of [admin, root]) {
        expect((await setStatus(by, by.id, "inactive")).body.code).toBe("FORBIDDEN");
        expect((await decide(by, by.id, "approve")).body.code).toBe("FORBIDDEN");
      }
    });

    test("no admin and no manager for a manager", async () => {
      const { admin, enter } = await firm();
      const [manager, peer, agent] = [await enter("manager"), await enter("manager"), await enter("agent")];
      expect((await setStatus(manager, admin.id, "inactive")).body.code).toBe("FORBIDDEN");
      expect((await setStatus(manager, peer.id, "inactive")).body.code).toBe("FORBIDDEN");
      expect((await setStatus(manager, agent.id, "inactive")).status).toBe(200);
      expect((await setStatus(admin, peer.id, "inactive")).status).toBe(200);
    });

    test("never an organization's last administrator, not even for the platform", async () => {
      const { admin, enter } = await firm();
      const refused = await setStatus(root, admin.id, "inactive");
      expect(refused.status).toBe(409);
      expect(refused.body.error).toBe("The last active administrator cannot be deactivated.");
      const second = await enter("admin");
      expect((await setStatus(second, admin.id, "inactive")).status).toBe(200);
      expect((await setStatus(root, second.id, "inactive")).status).toBe(409);
      expect((await setStatus(second, admin.id, "active")).body.data.user.role).toBe("admin");
      expect((await setStatus(root, second.id, "inactive")).status).toBe(200);
    });
  });
});
