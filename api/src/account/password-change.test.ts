import { io } from "socket.io-client";
import { registrationForm, startApp, type TestApp, tokenIn, until } from "../../testing/app.ts";
import { connected } from "../../testing/calls/call-events.ts";
import { audited } from "../../testing/database/audit-log.ts";
import { type SignedInUser, testPassword } from "../../testing/people/people.ts";

const path = "/api/account/password";
const newPassword = "Another-Horse-8";
const common = "This is one of the most common passwords. Choose another one.";

describe("an owner's password", () => {
  let api: TestApp;
  beforeAll(async () => {
    api = await startApp();
  });
  afterAll(() => api.close());

  const enter = async () => api.signIn(await api.createUser());
  const change = ({ token }: Pick<SignedInUser, "token">, over: object = {}) =>
    api.request("PUT", path, { token, body: { currentPassword: testPassword, newPassword, ...over } });
  const logIn = (email: string, password: string) =>
    api.request("POST", "/api/auth/login", { body: { email, password } });
  const sessions = ({ token }: Pick<SignedInUser, "token">) =>
    api.request("GET", "/api/account/sessions", { token });
  const setStatus = (by: SignedInUser, id: string, status: string) =>
    api.request("PUT", `/api/auth/admin/users/${id}/status`, { token: by.token, body: { status } });

  test("is changed: all other sessions and their sockets end, with a mail and an audit event", async () => {
    const user = await enter();
    const other = await api.signIn(user);
    const socket = io(api.url, { transports: ["websocket"], forceNew: true, auth: { token: other.token } });
    const gone = connected(socket).then(() => new Promise((resolve) => socket.once("disconnect", resolve)));
    await until(async () => socket.connected);
    expect((await change(user)).body).toEqual({
      success: true,
      message: "Your password was changed. Your other sessions have ended.",
    });
    expect(await gone).toBe("io server disconnect");
    socket.disconnect();
    expect((await sessions(other)).body.code).toBe("TOKEN_INVALID");
    const renewal = (cookies: Record<string, string>) =>
      api.request("POST", "/api/auth/refresh", { cookies });
    expect((await renewal(other.cookies)).body.code).toBe("SESSION_EXPIRED");
    expect((await sessions(user)).body.data.sessions).toHaveLength(1);
    expect((await renewal(user.cookies)).status).toBe(200);
    expect((await logIn(user.email, testPassword)).body.code).toBe("INVALID_CREDENTIALS");
    expect((await logIn(user.email, newPassword)).status).toBe(200);
    expect((await api.mailTo(user.email, "password was changed")).text).toContain("If it was not you");
    const rows = await audited(api, { subjectId: user.id, action: "password.changed" });
    expect(rows).toHaveLength(1);
    expect(JSON.stringify(rows)).not.toMatch(/argon2|Horse/);
  });

  test("is changed again from the session that stayed, and from a later one, which ends the first", async () => {
    const user = await enter();
    await change(user);
    expect((await change(user, { currentPassword: newPassword, newPassword: "Third-Horse-9" })).status).toBe(
      200,
    );
    const later = await api.signIn(user);
    expect((await change(later, { currentPassword: "Third-Horse-9" })).status).toBe(200);
    expect((await sessions(user)).body.code).toBe("TOKEN_INVALID");
    expect((await sessions(later)).status).toBe(200);
  });

  test("once, of several changes at once; the others are told that theirs is not the current one", async () => {
    const user = await enter();
    const others = await Promise.all(Array.from({ length: 4 }, () => api.signIn(user)));
    const answers = await Promise.all(
      [user, ...others].map((session, at) => change(session, { newPassword: `Another-Horse-${at}` })),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const codes = answers.map(({ body }) => body.code).filter((code) => code !== undefined);
    for (const code of codes)
      expect(["VALIDATION_ERROR", "INVALID_TRANSITION", "TOKEN_INVALID"]).toContain(code);
    const winner = answers.findIndex(({ status }) => status === 200);
    expect((await logIn(user.email, `Another-Horse-${winner}`)).status).toBe(200);
    const live = await Promise.all([user, ...others].map(sessions));
    expect(live.filter(({ status }) => status === 200)).toHaveLength(1);
    await api.mailTo(user.email, "password was changed");
    expect(await api.mails(user.email)).toHaveLength(1);
  });

  test("ends the session that stayed, too, where the account is deactivated later", async () => {
    const [user, root] = [
      await enter(),
      await api.signIn(await api.createUser({ role: "admin", organization: null })),
    ];
    await change(user);
    await setStatus(root, user.id, "inactive");
    expect((await sessions(user)).status).toBe(401);
    await setStatus(root, user.id, "active");
    expect((await sessions(user)).body.code).toBe("TOKEN_INVALID");
  });

  test.each([
    [{ currentPassword: "Wrong-Horse-7" }, "currentPassword", "This is not your current password."],
    [{ newPassword: testPassword }, "newPassword", "Choose a password that differs from the current one."],
    [{ newPassword: "Password1" }, "newPassword", common],
    [{ newPassword: "short" }, "newPassword", "Minimum 8 characters required"],
    [{ currentPassword: undefined }, "currentPassword", "Password is required"],
  ])("is not changed with %j", async (over, field, error) => {
    const user = await enter();
    const answer = await change(user, over);
    expect(answer.body).toMatchObject({ code: "VALIDATION_ERROR", field, error });
    expect((await logIn(user.email, testPassword)).status).toBe(200);
  });

  test("is not guessed by a session's thief: after five tries its owner can still change it elsewhere", async () => {
    const user = await enter();
    for (let guess = 0; guess < 5; guess++) await change(user, { currentPassword: `Wrong-Horse-${guess}` });
    expect((await change(user)).body.code).toBe("TOO_MANY_ATTEMPTS");
    const elsewhere = await logIn(user.email, testPassword);
    expect((await change({ token: elsewhere.body.data.accessToken })).status).toBe(200);
    expect((await sessions(user)).body.code).toBe("TOKEN_INVALID");
  });

  test("leaves others' registrations of the address as they were: their password is answered alike", async () => {
    const user = await enter();
    const rival = registrationForm({
      email: user.email,
      password: "Rival-Horse-1",
      confirmPassword: "Rival-Horse-1",
    });
    await api.request("POST", "/api/auth/register", { body: rival });
    await change(user);
    expect((await logIn(user.email, "Rival-Horse-1")).body.code).toBe("EMAIL_NOT_VERIFIED");
    expect((await logIn(user.email, newPassword)).status).toBe(200);
  });

  test("that is one of the commonest is also refused at registration and for an invitation, with or without an account", async () => {
    const weak = { password: "Password123!", confirmPassword: "Password123!" };
    const known = await enter();
    for (const form of [registrationForm(weak), registrationForm({ ...weak, email: known.email })]) {
      const answer = await api.request("POST", "/api/auth/register", { body: form });
      expect(answer.body).toMatchObject({ code: "VALIDATION_ERROR", field: "password", error: common });
    }
    const admin = await api.signIn(await api.createUser({ role: "admin", organization: "Guessing" }));
    const invited = registrationForm().email;
    const body = { addresses: invited, role: "agent" };
    await api.request("POST", "/api/invitations", { token: admin.token, body });
    const token = tokenIn(await api.mailTo(invited, "invites you"));
    const accept = (password: string) =>
      api.request("POST", "/api/invitations/accept", {
        body: { token, firstName: "Grace", lastName: "Hopper", password },
      });
    expect((await accept(weak.password)).body).toMatchObject({ field: "password", error: common });
    expect((await accept(newPassword)).status).toBe(200);
  });
});
