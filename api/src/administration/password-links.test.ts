import { randomUUID } from "node:crypto";
import { startApp, type TestApp, tokenIn, travel, until } from "../../testing/app.ts";
import { audited } from "../../testing/database/audit-log.ts";
import { newFirm, type SignedInUser, testPassword } from "../../testing/people/people.ts";
import { freshSource } from "../../testing/request.ts";
import { mailsPostponed, startMailServer } from "../../testing/servers/mail-server.ts";
import { freePort } from "../../tools/network.ts";
import { clock } from "../clock.ts";

const password = "Another-Horse-8";
const minuteMs = 60_000;

describe("a password link", () => {
  let api: TestApp;
  beforeAll(async () => {
    api = await startApp();
  });
  afterAll(() => api.close());

  const firm = async () => {
    const made = await newFirm(api);
    return { ...made, agent: await made.enter("agent") };
  };
  const send = (by: Pick<SignedInUser, "token">, id: string) =>
    api.request("POST", `/api/auth/admin/users/${id}/password-link`, { token: by.token });
  const choose = (token: string, over: object = {}, options: object = {}) =>
    api.request("POST", "/api/auth/password", { body: { token, password, ...over }, ...options });
  const mailed = async (email: string, not: readonly string[] = []) =>
    until(async () => {
      const mails = (await api.mails(email)).filter(({ subject }) => subject === "Choose a new password");
      return mails.map(tokenIn).find((token) => !not.includes(token));
    });
  const logIn = (email: string, typed = password, options: object = {}) =>
    api.request("POST", "/api/auth/login", { body: { email, password: typed }, ...options });
  const shown = async (by: SignedInUser, id: string) => {
    const { body } = await api.request("GET", "/api/auth/admin/users", { token: by.token });
    return body.data.users.find((user: { id: string }) => user.id === id)?.passwordLink;
  };
  const isSignedIn = async ({ token }: SignedInUser) =>
    (await api.request("GET", "/api/account/sessions", { token })).status === 200;
  const forgetQuotas = () => api.connection.collection("mail_quotas").deleteMany({});

  test("goes to the owner alone, gives a new password once and ends all sessions, and the administrator sees both", async () => {
    const { admin, agent } = await firm();
    const time = expect.stringMatching(/^\d{4}-.*Z$/);
    const answer = await send(admin, agent.id);
    expect(answer.body).toMatchObject({
      message: "Password link sent",
      data: { user: { id: agent.id, passwordLink: { state: "waiting", at: time } } },
    });
    const token = await mailed(agent.email);
    expect(JSON.stringify(answer.body)).not.toContain(token);
    expect(await until(async () => (await shown(admin, agent.id))?.state === "sent")).toBe(true);
    const list = await api.request("GET", "/api/auth/admin/users", { token: admin.token });
    expect(JSON.stringify(list.body)).not.toMatch(/hash|outbox|mailId/);
    // Until then the old password and the sessions stay.
    expect(await isSignedIn(agent)).toBe(true);
    expect((await choose(token)).body).toEqual({
      success: true,
      message: "Your new password is set. You can now sign in.",
    });
    expect(await isSignedIn(agent)).toBe(false);
    expect((await logIn(agent.email, testPassword)).body.code).toBe("INVALID_CREDENTIALS");
    expect((await logIn(agent.email)).status).toBe(200);
    expect(await shown(admin, agent.id)).toEqual({ state: "used", at: time });
    await api.mailTo(agent.email, "password was changed");
    expect((await choose(token, { password: "Third-Horse-9" })).body.code).toBe("LINK_INVALID");
    const events = await audited(api, { subjectId: agent.id, action: /^password/ }, 2);
    expect(events).toMatchObject([
      { action: "password.link_sent", actorId: admin.id },
      { action: "password.reset", actorId: agent.id },
    ]);
    expect(JSON.stringify(events)).not.toContain(token);
  });

  test("works once, of 8 uses at the same moment", async () => {
    const { admin, agent } = await firm();
    await send(admin, agent.id);
    const token = await mailed(agent.email);
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, at) => choose(token, { password: `Another-Horse-${at}` })),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ body }) => body.code === "LINK_INVALID")).toHaveLength(7);
    const winner = answers.findIndex(({ status }) => status === 200);
    expect((await logIn(agent.email, `Another-Horse-${winner}`)).status).toBe(200);
  });

  test("ends after 30 minutes, with the next one, with a change of the password and with the account", async () => {
    const { admin, agent } = await firm();
    await send(admin, agent.id);
    const first = await mailed(agent.email);
    await forgetQuotas();
    await send(admin, agent.id);
    expect((await choose(first)).body.code).toBe("LINK_INVALID");
    const second = await mailed(agent.email, [first]);
    travel(31 * minuteMs);
    expect((await choose(second)).body.code).toBe("LINK_EXPIRED");
    const again = await api.signIn(admin);
    expect((await shown(again, agent.id))?.state).toBe("expired");
    clock.reset();
    await forgetQuotas();
    await send(admin, agent.id);
    const third = await mailed(agent.email, [first, second]);
    await api.request("PUT", "/api/account/password", {
      token: agent.token,
      body: { currentPassword: testPassword, newPassword: password },
    });
    expect((await choose(third)).body.code).toBe("LINK_INVALID");
    await forgetQuotas();
    await send(admin, agent.id);
    const fourth = await mailed(agent.email, [first, second, third]);
    const setStatus = (status: string) =>
      api.request("PUT", `/api/auth/admin/users/${agent.id}/status`, {
        token: admin.token,
        body: { status },
      });
    await setStatus("inactive");
    expect((await choose(fourth)).body.code).toBe("LINK_INVALID");
    expect((await send(admin, agent.id)).body.code).toMatch(/INVALID_TRANSITION/);
  });

  test("is sent by those who manage the account alone, and for active accounts", async () => {
    const [{ admin, agent, enter, organization }, other] = [await firm(), await firm()];
    const [manager, equal] = [await enter("manager"), await enter("manager")];
    expect((await send(manager, agent.id)).status).toBe(200);
    for (const id of [admin.id, equal.id, manager.id])
      expect((await send(manager, id)).body.code).toBe("FORBIDDEN");
    for (const id of [other.agent.id, randomUUID(), "$where", "%00"])
      expect((await send(admin, id)).body.code).toBe("NOT_FOUND");
    const waiting = await api.createUser({ organization, status: "pending_approval" });
    expect((await send(admin, waiting.id)).body.code).toBe("INVALID_TRANSITION");
    const root = await api.signIn(await api.createUser({ role: "admin", organization: null }));
    expect((await send(root, other.admin.id)).status).toBe(200);
    expect((await api.request("POST", `/api/auth/admin/users/${agent.id}/password-link`)).status).toBe(401);
  });

  test("is not sent twice within a minute, also by two at once", async () => {
    const { admin, agent, enter } = await firm();
    const second = await enter("admin");
    const answers = await Promise.all([send(admin, agent.id), send(second, agent.id)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 429]);
    expect((await send(admin, agent.id)).headers.get("retry-after")).toMatch(/^\d+$/);
    await mailed(agent.email);
  });

  test.each([
    [{ password: "Password1" }, "password"],
    [{ password: undefined }, "password"],
  ])("stays usable after a refused password: %j", async (over, field) => {
    const { admin, agent } = await firm();
    await send(admin, agent.id);
    const token = await mailed(agent.email);
    expect((await choose(token, over)).body).toMatchObject({ code: "VALIDATION_ERROR", field });
    expect((await choose(token)).status).toBe(200);
  });

  test.each(["A".repeat(43), "", "$where", "x".repeat(300)])(
    "that is unknown is refused: %s",
    async (token) => {
      const { body } = await choose(token);
      expect(["LINK_INVALID", "VALIDATION_ERROR"]).toContain(body.code);
      expect(body.error).toBe("This link is invalid or was replaced by a newer one.");
    },
  );

  test("lets its browser sign in where five tries at the forgotten password have locked the network out", async () => {
    const { admin, agent } = await firm();
    const source = freshSource();
    for (let guess = 0; guess < 6; guess++) await logIn(agent.email, `Forgotten-${guess}`, { source });
    expect((await logIn(agent.email, testPassword, { source })).body.code).toBe("ACCOUNT_LOCKED");
    await send(admin, agent.id);
    const { cookies } = await choose(await mailed(agent.email), {}, { source });
    expect((await logIn(agent.email, password, { source })).body.code).toBe("ACCOUNT_LOCKED");
    expect((await logIn(agent.email, password, { source, cookies })).status).toBe(200);
  });
});

test("a password link waits while the mail server is down, in the owner's language", async () => {
  const port = await freePort();
  const api = await startApp({ env: { SMTP_URL: `smtp://127.0.0.1:${port}` } });
  const admin = await api.signIn(await api.createUser({ role: "admin" }));
  const agent = await api.signIn(await api.createUser());
  await api.request("PUT", "/api/account/language", { token: agent.token, body: { language: "fr" } });
  await api.request("POST", `/api/auth/admin/users/${agent.id}/password-link`, { token: admin.token });
  const state = async () => {
    const { body } = await api.request("GET", "/api/auth/admin/users", { token: admin.token });
    return body.data.users.find(({ id }: { id: string }) => id === agent.id).passwordLink.state;
  };
  expect(await state()).toBe("waiting");
  await mailsPostponed(api.connection);
  const server = await startMailServer({}, port);
  travel(11_000);
  try {
    const mail = await until(async () => server.received[0]);
    expect(mail.subject).toBe("Choisissez un nouveau mot de passe");
    expect(await until(async () => (await state()) === "sent")).toBe(true);
    const body = { token: tokenIn({ text: mail.text ?? "" }), password };
    expect((await api.request("POST", "/api/auth/password", { body })).status).toBe(200);
  } finally {
    await api.close();
    await server.close();
  }
});
