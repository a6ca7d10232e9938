import { randomUUID } from "node:crypto";
import { type AccountStatus, limits, type Role } from "@souffleur/contracts";
import { registrationForm, startApp, type TestApp, tokenIn, travel, until } from "../../testing/app.ts";
import { audited } from "../../testing/database/audit-log.ts";
import {
  newFirm,
  type SignedInUser,
  signInTeam,
  testPassword,
  testSecret,
} from "../../testing/people/people.ts";
import type { Answer } from "../../testing/request.ts";
import { mailsPostponed, startMailServer } from "../../testing/servers/mail-server.ts";
import { freePort } from "../../tools/network.ts";
import { clock } from "../clock.ts";
import { createKeyring } from "../crypto/keyring.ts";
import { createInvitationRecords } from "./invitation-records.ts";

const path = "/api/invitations";
const dayMs = 24 * 60 * 60_000;
const address = (name = "guest") => `${name}-${randomUUID()}@example.com`;
const invalid = {
  success: false,
  code: "LINK_INVALID",
  error: "This invitation is no longer valid. If you have accepted it, sign in; otherwise ask for a new one.",
};

describe("invitations", () => {
  let api: TestApp;
  beforeAll(async () => {
    api = await startApp();
  });
  afterAll(() => api.close());

  const firm = () => newFirm(api);
  const send = (by: SignedInUser, addresses: unknown, role: unknown = "agent"): Promise<Answer> =>
    api.request("POST", path, { token: by.token, body: { addresses, role } });
  const list = async (by: SignedInUser) =>
    (await api.request("GET", path, { token: by.token })).body.data.invitations;
  const withdraw = (by: SignedInUser, id: string) =>
    api.request("DELETE", `${path}/${id}`, { token: by.token });
  const read = (token: string) => api.request("GET", `${path}/accept?token=${encodeURIComponent(token)}`, {});
  const accept = (token: string, over: object = {}) =>
    api.request("POST", `${path}/accept`, {
      body: { token, firstName: "Grace", lastName: "Hopper", password: "Another-Horse-8", ...over },
    });
  const mailed = async (email: string) => tokenIn(await api.mailTo(email, "invites you"));
  /** Sends an invitation; returns its address, id and mailed token. */
  const invite = async (by: SignedInUser, role: Role = "agent") => {
    const email = address();
    const answer = await send(by, email, role);
    return { email, id: answer.body.data.invitations[0].id as string, token: await mailed(email) };
  };
  const signIn = (email: string, password: string) =>
    api.request("POST", "/api/auth/login", { body: { email, password } });
  const accountOf = (email: string) => api.users.findByEmail(email, clock.now());
  const role = (by: SignedInUser, id: string, to: Role) =>
    api.request("PUT", `/api/auth/admin/users/${id}/role`, { token: by.token, body: { role: to } });
  const status = (by: SignedInUser, id: string, to: string) =>
    api.request("PUT", `/api/auth/admin/users/${id}/status`, { token: by.token, body: { status: to } });
  /** Makes the next mail to this address possible, as an hour later. */
  const forgetQuotas = () => api.connection.collection("mail_quotas").deleteMany({});

  describe("are accepted", () => {
    test("an invitation to more than an agent's rights needs a proof, also to be sent again", async () => {
      const { admin } = await firm();
      const { email } = await invite(admin, "admin");
      await forgetQuotas();
      travel(limits.proofValidMs + 60_000);
      expect((await send(admin, address(), "admin")).body.code).toBe("PROOF_REQUIRED");
      expect((await send(admin, email)).body.code).toBe("PROOF_REQUIRED");
      expect((await send(admin, address(), "analyst")).body.code).toBe("PROOF_REQUIRED");
      expect((await send(admin, address(), "agent")).status).toBe(200);
      await api.request("POST", "/api/account/proof", {
        token: admin.token,
        body: { password: testPassword },
      });
      expect((await send(admin, address(), "admin")).status).toBe(200);
    });

    test("with name and password: verified and active at once, in that organization and role", async () => {
      const { admin, organization } = await firm();
      for (const wanted of ["supervisor", "agent"] as const) {
        const { email, id, token } = await invite(admin, wanted);
        expect((await read(token)).body.data).toEqual({
          email,
          role: wanted,
          organizationName: organization,
          invitedBy: "Test Person",
          signIn: "password",
        });
        expect((await accept(token)).body).toEqual({
          success: true,
          message: "Your account is ready. You can now sign in.",
        });
        const entered = await signIn(email, "Another-Horse-8");
        expect(entered.body.data).toMatchObject({
          user: { email, firstName: "Grace", lastName: "Hopper", role: wanted, status: "active" },
          organization: { name: organization },
        });
        expect(await list(admin)).toEqual([]);
        const { _id = "" } = (await accountOf(email)) ?? {};
        expect(await audited(api, { subjectId: _id })).toMatchObject([
          { action: "invitation.accepted", actorId: _id, to: `active, ${wanted}`, reason: id },
        ]);
        const invited = await audited(api, { subjectId: id });
        expect(invited).toMatchObject([{ action: "user.invited", to: wanted }]);
        // No address stands in the log.
        expect(JSON.stringify(invited)).not.toContain(email);
      }
    });

    test("as an administrator, who counts as one", async () => {
      const { admin } = await firm();
      const { email, token } = await invite(admin, "admin");
      await accept(token);
      const second = await accountOf(email);
      expect(second).toMatchObject({ role: "admin", status: "active" });
      const token2 = (await signIn(email, "Another-Horse-8")).body.data.accessToken;
      const demoted = await api.request("PUT", `/api/auth/admin/users/${admin.id}/role`, {
        token: token2,
        body: { role: "agent" },
      });
      expect(demoted.status).toBe(200);
    });

    test("once, of 12 who use the link at the same moment", async () => {
      const { admin } = await firm();
      const { email, token } = await invite(admin);
      const answers = await Promise.all(
        Array.from({ length: 12 }, (_, at) => accept(token, { password: `Another-Horse-${at}` })),
      );
      const winner = answers.findIndex(({ status }) => status === 200);
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
      for (const { status, body } of answers) if (status !== 200) expect(body).toMatchObject(invalid);
      expect((await signIn(email, `Another-Horse-${winner}`)).status).toBe(200);
    });

    test("in one organization, of two that have invited the address", async () => {
      const [one, other] = [await firm(), await firm()];
      const email = address();
      await send(one.admin, email);
      const first = await mailed(email);
      await send(other.admin, email);
      const second = await until(async () => {
        const tokens = (await api.mails(email)).map(tokenIn).filter((token) => token !== first);
        return tokens[0];
      });
      const answers = await Promise.all([accept(first), accept(second)]);
      expect(answers.map((answer) => answer.status).sort()).toEqual([200, 400]);
      const joined = answers[0]?.status === 200 ? one.organization : other.organization;
      expect((await accountOf(email))?.organizationName).toBe(joined);
      for (const token of [first, second]) expect((await read(token)).body).toMatchObject(invalid);
    });

    test("in place of unverified registrations, whose passwords still say nothing of the account", async () => {
      const { admin, organization } = await firm();
      const form = registrationForm({ organizationName: "Somewhere else", phone: "0612345678" });
      await api.request("POST", "/api/auth/register", { body: form });
      await send(admin, form.email, "analyst");
      await accept(await mailed(form.email));
      const account = await accountOf(form.email);
      expect(account).toMatchObject({
        organizationName: organization,
        firstName: "Grace",
        role: "analyst",
        status: "active",
      });
      expect(account).not.toHaveProperty("phone");
      expect(account).not.toHaveProperty("industryType");
      expect(JSON.stringify(account?.forms)).not.toMatch(/Lovelace|details/);
      expect((await signIn(form.email, testPassword)).body.code).toBe("EMAIL_NOT_VERIFIED");
      expect((await signIn(form.email, "Another-Horse-8")).status).toBe(200);
    });

    test("by a registration in that organization, once its address is verified; by an approval, with the invited role, they are closed", async () => {
      const { admin, enter, organization } = await firm();
      const register = async (organizationName: string) => {
        const form = registrationForm({ organizationName });
        const { cookies } = await api.request("POST", "/api/auth/register", { body: form });
        return { email: form.email, token: tokenIn(await api.mailTo(form.email, "Verify")), cookies };
      };
      const verify = ({ token, cookies }: { token: string; cookies?: Record<string, string> }) =>
        api.request("POST", "/api/auth/verify-email", { body: { token }, cookies });
      for (const wanted of ["supervisor", "admin"] as const) {
        const registered = await register(organization);
        const { email } = registered;
        await send(admin, email, wanted);
        expect((await verify(registered)).status).toBe(200);
        expect(await accountOf(email)).toMatchObject({ role: wanted, status: "active" });
        await api.mailTo(email, "approved");
        expect(await list(admin)).toEqual([]);
        expect((await signIn(email, testPassword)).status).toBe(200);
      }
      const elsewhere = await register("Somewhere quite else");
      await send(admin, elsewhere.email, "analyst");
      await verify(elsewhere);
      expect(await accountOf(elsewhere.email)).toMatchObject({ status: "pending_approval" });
      const manager = await enter("manager");
      for (const [wanted, by, role] of [
        ["analyst", admin, "analyst"],
        ["admin", admin, "admin"],
        ["supervisor", manager, "supervisor"],
        // A manager makes no administrators.
        ["admin", manager, undefined],
      ] as const) {
        const early = await register(organization);
        await verify(early);
        await send(admin, early.email, wanted);
        expect(await list(admin)).toHaveLength(2);
        const { _id = "" } = (await accountOf(early.email)) ?? {};
        const { token } = by;
        const effect = await api.request("GET", `/api/auth/admin/users/${_id}/approval`, { token });
        expect(effect.body.data).toMatchObject({ founds: false });
        expect(effect.body.data.invitedRole).toBe(role);
        const body = { decision: "approve" };
        await api.request("PUT", `/api/auth/admin/users/${_id}/approve`, { token, body });
        expect(await accountOf(early.email)).toMatchObject({ status: "active", role: role ?? "agent" });
      }
      expect((await list(admin)).map(({ email }: { email: string }) => email)).toEqual([elsewhere.email]);
    });

    test("never by a registration that somebody else has prepared: it waits, by link or code", async () => {
      const { admin, organization } = await firm();
      const post = (name: string, body: object, cookies = {}) =>
        api.request("POST", `/api/auth/${name}`, { body, cookies });
      for (const method of ["link", "code"]) {
        const form = registrationForm({ organizationName: organization });
        const { cookies } = await post("register", form);
        const mail = await api.mailTo(form.email, "Verify");
        await send(admin, form.email, "admin");
        if (method === "link") {
          expect((await post("verify-email", { token: tokenIn(mail) })).status).toBe(200);
          // The browser that has registered comes too late.
          await post("verify-email", { token: tokenIn(mail) }, cookies);
        } else {
          await forgetQuotas();
          const { body } = await post("verification/initiate", { email: form.email, method });
          const [, code] = /code=(\d{6})/.exec((await api.mailTo(form.email, "code")).text) ?? [];
          const entered = { sessionId: body.data.sessionId, code };
          expect((await post("verification/verify-code", entered)).status).toBe(200);
          await post("verification/verify-code", entered, cookies);
        }
        expect(await accountOf(form.email)).toMatchObject({ role: "agent", status: "pending_approval" });
        expect((await signIn(form.email, testPassword)).body.code).toBe("ACCOUNT_PENDING_APPROVAL");
      }
      expect(await list(admin)).toHaveLength(2);
    });

    test("with the rules of a registration, all wrong fields at once, and without using the link", async () => {
      const { admin } = await firm();
      const { token } = await invite(admin);
      const refused = await accept(token, { firstName: "A", lastName: "<b>", password: "short" });
      expect(refused.body).toMatchObject({
        code: "VALIDATION_ERROR",
        field: "firstName",
        fields: {
          firstName: "First name must be at least 2 characters",
          lastName: "Last name contains invalid characters",
          password: "Minimum 8 characters required",
        },
      });
      expect((await accept(token)).status).toBe(200);
    });

    test("completely at the next start, where a crash interrupted it after any step", async () => {
      const { admin, enter, organization } = await firm();
      const manager = await enter("manager");
      const invitations = api.connection.collection<{ _id: string }>("invitations");
      const passwordHash = (await api.users.findById(admin.id))?.passwordHash;
      const begun = async (wanted: Role) => {
        const { email, id, token } = await invite(admin, wanted);
        const acceptance = {
          ...{ id: randomUUID(), firstName: "Grace", lastName: "Hopper", passwordHash },
          ...{ language: "en", source: "192.0.2.1", at: clock.now() },
        };
        await invitations.updateOne({ _id: id }, { $set: { acceptance }, $unset: { linkHash: 1 } });
        return { email, id, token, acceptance };
      };
      const [first, created, taken] = [await begun("agent"), await begun("admin"), await begun("agent")];
      // Neither withdrawn nor sent again while it is being accepted.
      expect((await withdraw(admin, first.id)).body.error).toBe(
        "This invitation was accepted in the meantime.",
      );
      await forgetQuotas();
      expect((await send(admin, first.email)).body.data.invitations).toEqual([]);
      // The second one's account was created, but is not an administrator yet.
      const { id: acceptance, firstName, lastName, at } = created.acceptance;
      await api.users.join(created.email, (_id) => ({
        ...{ _id, email: created.email, firstName, lastName, passwordHash: passwordHash ?? "", acceptance },
        ...{ role: "agent", status: "active", organizationId: admin.organizationId, version: 0, epoch: 0 },
        ...{ createdAt: at, requestedAt: at, outbox: [], audit: [] },
      }));
      await api.createUser({ email: taken.email });
      // Somebody has come in another way, one was changed since, and one's sender has lost the right to give the role.
      const came = await Promise.all(
        ["suspended", "pending_approval", "pending_approval"].map(async (wanted, at) => {
          const { email, id } = await invite(at === 2 ? manager : admin, "analyst");
          const status = wanted as AccountStatus;
          const { id: userId } = await api.createUser({ email, status, organization });
          const version = status === "suspended" ? 7 : 0;
          const arrival = {
            id: randomUUID(),
            userId,
            version,
            role: "analyst",
            isMailed: false,
            at: clock.now(),
          };
          await invitations.updateOne({ _id: id }, { $set: { acceptance: arrival } });
          return { email, id };
        }),
      );
      await api.users.model.updateOne({ _id: manager.id }, { role: "agent" });
      // Twice, as where several processes start at once.
      for (let starts = 0; starts < 2; starts++)
        await (await startApp({ connection: api.connection })).close();
      expect(await accountOf(first.email)).toMatchObject({ role: "agent", status: "active" });
      expect(await accountOf(created.email)).toMatchObject({ role: "admin", status: "active" });
      expect((await accountOf(taken.email))?.firstName).toBe("Test");
      expect(await accountOf(came[0]?.email ?? "")).toMatchObject({ role: "agent", status: "suspended" });
      expect(await accountOf(came[1]?.email ?? "")).toMatchObject({ role: "analyst", status: "active" });
      expect(await accountOf(came[2]?.email ?? "")).toMatchObject({ status: "pending_approval" });
      for (const { id } of [first, created, taken, ...came])
        expect(await invitations.findOne({ _id: id })).not.toHaveProperty("acceptance");
      expect((await role(admin, (await accountOf(created.email))?._id ?? "", "agent")).status).toBe(200);
    });
  });

  describe("are sent", () => {
    test("to a pasted list, each address once, and listed for all administrators of the organization", async () => {
      const { admin, enter } = await firm();
      const [a, b, c] = [address("a"), address("b"), address("c")];
      const answer = await send(
        admin,
        `  ${a.toUpperCase()}, ${b}\r\n\n"Roux, Camille" <${c}>; ${b}\n`,
        "analyst",
      );
      expect(answer.body.message).toBe("3 invitations sent");
      for (const email of [a, b, c]) await mailed(email);
      const manager = await enter("manager");
      for (const by of [admin, manager]) {
        const listed = await list(by);
        expect(listed.map(({ email }: { email: string }) => email).sort()).toEqual([a, b, c].sort());
        expect(listed[0]).toEqual({
          id: expect.any(String),
          email: expect.any(String),
          role: "analyst",
          sentBy: "Test Person",
          sentAt: expect.any(String),
          expiresAt: expect.any(String),
        });
      }
    });

    test("to nobody where an address is wrong, with each wrong one and its line", async () => {
      const { admin } = await firm();
      const good = address();
      const answer = await api.request("POST", path, {
        token: admin.token,
        body: { addresses: `${good}\n\ncamille@\npaul@gmial.com, nobody`, role: "agent" },
      });
      expect(answer.body).toMatchObject({
        code: "VALIDATION_ERROR",
        error: "Line 3: camille@ is not a valid email address",
        fields: {
          "addresses.3": "Line 3: camille@ is not a valid email address",
          "addresses.4": "Line 4: paul@gmial.com. Did you mean @gmail.com?",
        },
      });
      const french = await api.request("POST", path, {
        token: admin.token,
        body: { addresses: "camille@", role: "agent" },
        headers: { "Accept-Language": "fr" },
      });
      expect(french.body.error).toBe("Ligne 1\u00a0: camille@ n’est pas une adresse e-mail valide");
      expect(await list(admin)).toEqual([]);
      const many = Array.from({ length: limits.invitationsAtOnce + 1 }, () => address()).join("\n");
      for (const [addresses, error] of [
        ["", "Enter at least one email address"],
        [" \n,;", "Enter at least one email address"],
        [undefined, "Enter at least one email address"],
        [["a@b.fr"], "Email addresses must be text"],
        [many, "Enter at most 100 email addresses at a time"],
        ["x".repeat(limits.addressListMax + 1), "The list of email addresses is too long"],
      ])
        expect((await send(admin, addresses)).body).toMatchObject({
          code: "VALIDATION_ERROR",
          field: "addresses",
          error,
        });
      expect((await send(admin, good, "boss")).body.field).toBe("role");
    });

    test("again with a new link, which ends the earlier one, and with the new role", async () => {
      const { admin } = await firm();
      const { email, id, token } = await invite(admin, "agent");
      const early = await send(admin, email, "analyst");
      expect(early.body.code).toBe("RATE_LIMITED");
      expect(Number(early.headers.get("retry-after"))).toBeGreaterThan(0);
      await forgetQuotas();
      expect((await send(admin, email, "analyst")).body.data.invitations).toMatchObject([
        { id, role: "analyst" },
      ]);
      const second = await until(async () =>
        (await api.mails(email)).map(tokenIn).find((one) => one !== token),
      );
      expect((await read(token)).body).toMatchObject(invalid);
      expect((await accept(token)).body).toMatchObject(invalid);
      expect((await read(second)).body.data.role).toBe("analyst");
      expect(await list(admin)).toHaveLength(1);
    });

    test("as one invitation, where two administrators send it at once", async () => {
      const { admin, enter } = await firm();
      const second = await enter("admin");
      const email = address();
      const answers = await Promise.all([send(admin, email), send(second, email)]);
      expect(answers.map((answer) => answer.status).sort()).toEqual([200, 429]);
      expect(await list(admin)).toHaveLength(1);
      await mailed(email);
      expect(await api.mails(email)).toHaveLength(1);
    });

    test("again with another role, of which an arrival that has read the earlier one gets none", async () => {
      const { admin } = await firm();
      const { email } = await invite(admin, "supervisor");
      const records = createInvitationRecords(api.connection, createKeyring([testSecret]));
      const earlier = await records.findOpen(admin.organizationId ?? "", email, clock.now());
      await forgetQuotas();
      expect((await send(admin, email)).status).toBe(200);
      if (earlier === null) throw new Error("no invitation");
      const now = clock.now();
      const arrival = { id: "a", userId: "u", version: 0, role: earlier.role, isMailed: false, at: now };
      expect(await records.beginArrival(earlier, arrival, now)).toBeNull();
      expect(await list(admin)).toMatchObject([{ email, role: "agent" }]);
    });

    test("at most so many of one organization", async () => {
      const { admin, organization } = await firm();
      const { organizationId } = admin;
      const now = clock.now();
      await api.connection.collection<{ _id: string }>("invitations").insertMany(
        Array.from({ length: limits.invitationsPending }, (_, at) => ({
          ...{ _id: `${organization} ${at}`, organizationId, email: address(), role: "agent" },
          ...{ senderId: admin.id, senderName: "x", language: "en", state: "pending", mailId: "m" },
          ...{ sentAt: now, expiresAt: new Date(now.getTime() + dayMs), outbox: [], audit: [] },
        })),
      );
      expect((await send(admin, address())).body).toMatchObject({
        code: "INVALID_TRANSITION",
        error: "An organization has at most 500 pending invitations. Withdraw some first.",
      });
      await withdraw(admin, `${organization} 7`);
      expect((await send(admin, address())).status).toBe(200);
    });
  });

  describe("tell a stranger nothing", () => {
    test("of the account that an invited address has, whose owner gets another mail", async () => {
      const [{ admin, organization }, elsewhere] = [await firm(), await firm()];
      const owner = await api.createUser({ organization: elsewhere.organization, firstName: "Olga" });
      const colleague = await api.createUser({ organization });
      const free = address();
      const shape = (answer: Answer) => {
        const [{ id, email, sentAt, expiresAt, ...rest }] = answer.body.data.invitations;
        return { ...answer.body, data: rest, types: [id, email, sentAt, expiresAt].map((one) => typeof one) };
      };
      const expected = shape(await send(admin, free));
      for (const { email } of [owner, colleague]) expect(shape(await send(admin, email))).toEqual(expected);
      const mail = await api.mailTo(owner.email, "invites you");
      expect(mail.text).toContain("Hello Olga,");
      expect(mail.text).toContain(organization);
      expect(mail.text).not.toContain("token=");
      await mailed(free);
      expect((await list(admin)).map(({ email }: { email: string }) => email).sort()).toEqual(
        [free, owner.email, colleague.email].sort(),
      );
    });

    test("of a link that is unknown, malformed, used, withdrawn or expired, or whose address has an account", async () => {
      const { admin } = await firm();
      const [used, withdrawn, expired, taken] = [
        await invite(admin),
        await invite(admin),
        await invite(admin),
        await invite(admin),
      ];
      await accept(used.token);
      await withdraw(admin, withdrawn.id);
      await api.createUser({ email: taken.email });
      await api.connection
        .collection<{ _id: string }>("invitations")
        .updateOne({ _id: expired.id }, { $set: { expiresAt: clock.now() } });
      const unknown = ["A".repeat(43), "x", "%00", used.token.slice(1)];
      const tokens = [used, withdrawn, expired, taken].map(({ token }) => token);
      for (const token of [...unknown, ...tokens]) {
        const answers = [await read(token), await accept(token)];
        for (const { status, body } of answers) {
          expect(status).toBe(400);
          expect(body).toEqual({ ...invalid, requestId: expect.any(String) });
        }
      }
      for (const token of [undefined, "", 7, { $ne: "" }])
        expect((await accept(token as string)).body).toMatchObject({
          code: "VALIDATION_ERROR",
          field: "token",
          error: invalid.error,
        });
    });

    test("after seven days, and an expired one is listed to be sent again", async () => {
      const { admin } = await firm();
      const { email, token } = await invite(admin);
      travel(limits.invitationValidDays * dayMs - 60_000);
      expect((await read(token)).status).toBe(200);
      travel(limits.invitationValidDays * dayMs + 60_000);
      expect((await read(token)).body).toMatchObject(invalid);
      const entered = await signIn(admin.email, testPassword);
      const late = { ...admin, token: entered.body.data.accessToken };
      const [listed] = await list(late);
      expect(Date.parse(listed.expiresAt)).toBeLessThan(clock.ms());
      expect((await send(late, email)).status).toBe(200);
      const again = await until(async () =>
        (await api.mails(email)).map(tokenIn).find((one) => one !== token),
      );
      expect((await accept(again)).status).toBe(200);
    });
  });

  describe("end", () => {
    test("with the sender's right to give the role, and do not return with it", async () => {
      const { admin, enter } = await firm();
      for (const end of [
        (id: string) => role(admin, id, "agent"),
        (id: string) => status(admin, id, "inactive"),
      ]) {
        const manager = await enter("manager");
        const { token } = await invite(manager, "supervisor");
        expect((await end(manager.id)).status).toBe(200);
        expect((await read(token)).body).toMatchObject(invalid);
        expect((await accept(token)).body).toMatchObject(invalid);
        await role(admin, manager.id, "manager");
        await status(admin, manager.id, "active");
        expect((await accept(token)).body).toMatchObject(invalid);
      }
      expect(await list(admin)).toEqual([]);
    });

    test("alone where the sender may no longer give their role", async () => {
      const { admin, enter } = await firm();
      const second = await enter("admin");
      const [toManager, toAgent] = [await invite(second, "manager"), await invite(second, "agent")];
      await role(admin, second.id, "manager");
      expect((await read(toManager.token)).body).toMatchObject(invalid);
      expect((await read(toAgent.token)).status).toBe(200);
      expect((await list(admin)).map(({ id }: { id: string }) => id)).toEqual([toAgent.id]);
    });

    test("at the next sweep, where a crash came between the sender's change and the end", async () => {
      const { admin, enter } = await firm();
      const manager = await enter("manager");
      const { id, token } = await invite(manager);
      await api.users.model.updateOne({ _id: manager.id }, { role: "agent" });
      expect((await read(token)).body).toMatchObject(invalid);
      await api.app.sweep(clock.now());
      await api.users.model.updateOne({ _id: manager.id }, { role: "manager" });
      expect((await read(token)).body).toMatchObject(invalid);
      expect((await withdraw(admin, id)).status).toBe(409);
    });

    test("when they are withdrawn: once, and before or after an acceptance at the same moment", async () => {
      const { admin, enter } = await firm();
      const second = await enter("admin");
      for (let round = 0; round < 8; round++) {
        const { email, id, token } = await invite(admin);
        const [accepted, ...withdrawals] = await Promise.all([
          accept(token),
          withdraw(admin, id),
          withdraw(second, id),
        ]);
        const ended = withdrawals.filter((answer) => answer.status === 200).length;
        expect(ended + (accepted.status === 200 ? 1 : 0)).toBe(1);
        expect((await accountOf(email)) !== null).toBe(accepted.status === 200);
        for (const { status: answered, body } of withdrawals)
          if (answered !== 200)
            expect(body.error).toBe(
              ended === 1
                ? "This invitation was withdrawn before."
                : "This invitation was accepted in the meantime.",
            );
      }
    });

    test("and are forgotten: decided ones after a day, expired ones after a month", async () => {
      const { admin } = await firm();
      const [open, accepted, withdrawn] = [await invite(admin), await invite(admin), await invite(admin)];
      await accept(accepted.token);
      await withdraw(admin, withdrawn.id);
      const invitations = api.connection.collection<{ _id: string; audit: unknown[] }>("invitations");
      const ids = [open.id, accepted.id, withdrawn.id];
      await until(async () => {
        const left = await invitations.find({ _id: { $in: ids } }).toArray();
        return left.every(({ audit }) => audit.length === 0);
      });
      const left = async () =>
        (await invitations.find({ _id: { $in: ids } }).toArray()).map(({ _id }) => _id);
      await api.app.sweep(new Date(clock.ms() + dayMs + 60_000));
      expect(await left()).toEqual([open.id]);
      await api.app.sweep(new Date(clock.ms() + 36 * dayMs));
      expect(await left()).toEqual([open.id]);
      await api.app.sweep(new Date(clock.ms() + 38 * dayMs));
      expect(await left()).toEqual([]);
    });
  });

  describe("are refused", () => {
    test("across organizations, and without a session", async () => {
      const people = await signInTeam(api, "Home of guests");
      const { id } = await invite(people.admin);
      for (const one of [id, "nobody", "$where", "%00"])
        expect((await withdraw(people.foreign, one)).body.code).toBe("NOT_FOUND");
      expect(await list(people.foreign)).toEqual([]);
      expect((await api.request("GET", path)).body.code).toBe("TOKEN_INVALID");
      expect(await list(people.admin)).toHaveLength(1);
    });

    test("to a manager who invites administrators or managers, or changes such an invitation", async () => {
      const { admin, enter } = await firm();
      const manager = await enter("manager");
      for (const given of ["admin", "manager"])
        expect((await send(manager, address(), given)).body.code).toBe("FORBIDDEN");
      const { email, id } = await invite(admin, "manager");
      await forgetQuotas();
      expect((await send(manager, email, "agent")).body.code).toBe("FORBIDDEN");
      expect((await withdraw(manager, id)).body.code).toBe("FORBIDDEN");
      expect((await list(manager))[0]).toMatchObject({ id, role: "manager" });
    });
  });

  test("names in the mail are no links, and it speaks the sender's language", async () => {
    const organization = "evil.example";
    const sender = await api.createUser({ role: "admin", organization, firstName: "www.evil.example" });
    const admin = await api.signIn(sender);
    const email = address();
    await api.request("POST", path, {
      token: admin.token,
      body: { addresses: email, role: "supervisor" },
      headers: { "Accept-Language": "fr" },
    });
    const mail = await api.mailTo(email, "vous invite sur Souffleur");
    expect(mail.text).toContain("Votre rôle : Superviseur.");
    expect(mail.text).not.toContain("evil.example");
    expect(mail.text).toContain("evil.\u200cexample");
  });
});

test("a mail server that is away delays an invitation; one that was withdrawn meanwhile, or sent again, is not sent twice", async () => {
  const port = await freePort();
  const api = await startApp({ env: { SMTP_URL: `smtp://127.0.0.1:${port}` } });
  const admin = await api.signIn(await api.createUser({ role: "admin" }));
  const post = (body: object) => api.request("POST", path, { token: admin.token, body });
  const [kept, withdrawn, again] = [address("kept"), address("withdrawn"), address("again")];
  const answer = await post({ addresses: `${kept}, ${withdrawn}, ${again}`, role: "agent" });
  const { invitations } = answer.body.data;
  expect(invitations).toHaveLength(3);
  const { id } = invitations.find(({ email }: { email: string }) => email === withdrawn);
  await api.request("DELETE", `${path}/${id}`, { token: admin.token });
  await api.connection.collection("mail_quotas").deleteMany({});
  expect((await post({ addresses: again, role: "analyst" })).status).toBe(200);
  // A mail that is on its way while another replaces it can't be recalled: all that wait have been tried in vain.
  await mailsPostponed(api.connection);
  const server = await startMailServer({}, port);
  travel(11_000);
  await until(async () => server.received.length >= 2);
  await until(
    async () =>
      (await api.connection.collection("invitations").countDocuments({ "outbox.0": { $exists: true } })) ===
      0,
  );
  expect(server.received.map(({ recipients }) => recipients[0]).sort()).toEqual([again, kept].sort());
  const text = server.received.find(({ recipients }) => recipients[0] === again)?.text ?? "";
  expect(text).toContain("Your role: Analyst.");
  const body = { token: tokenIn({ text }), firstName: "Grace", lastName: "Hopper", password: testPassword };
  expect((await api.request("POST", `${path}/accept`, { body })).status).toBe(200);
  // The server waits for its clients.
  await api.close();
  await server.close();
});
