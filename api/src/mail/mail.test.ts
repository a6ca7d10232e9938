import { randomUUID } from "node:crypto";
import { get } from "node:http";
import { createServer, type Socket } from "node:net";
import { Language, limits } from "@souffleur/contracts";
import LinkifyIt from "linkify-it";
import type { SMTPServerOptions } from "smtp-server";
import {
  productionEnv,
  registrationForm,
  startApp,
  type TestApp,
  tokenIn,
  travel,
  until,
} from "../../testing/app.ts";
import { emptyDatabase } from "../../testing/database/database.ts";
import { newFirm, testPassword } from "../../testing/people/people.ts";
import { mailsPostponed, startMailServer } from "../../testing/servers/mail-server.ts";
import { freePort, listen } from "../../tools/network.ts";
import { clock } from "../clock.ts";
import { shownName, writeMessage } from "./message.ts";
import { type MailKind, queuedMail, superseded } from "./outbox.ts";
import { mailTemplates } from "./templates/templates.ts";

describe("mail", () => {
  const apis: TestApp[] = [];
  const servers: (() => unknown)[] = [];
  afterEach(async () => {
    // The servers wait for their clients, so the clients are closed first.
    for (const api of apis.splice(0).reverse()) await api.close();
    for (const close of servers.splice(0)) await close();
  });

  const start = async (port: number, connection?: TestApp["connection"]) => {
    const env = { SMTP_URL: `smtp://127.0.0.1:${port}`, PUBLIC_URL: "https://app.example" };
    const api = await startApp({ env, ...(connection && { connection }) });
    apis.push(api);
    return api;
  };
  const serve = async (options?: SMTPServerOptions, port?: number) => {
    const server = await startMailServer(options, port);
    servers.push(server.close);
    return server;
  };
  const register = async (api: TestApp) => {
    const form = registrationForm();
    const answer = await api.request("POST", "/api/auth/register", { body: form });
    expect(answer.status).toBe(200);
    return form;
  };
  const outboxOf = async (api: TestApp, email: string) =>
    (await api.users.model.findOne({ email }).lean())?.outbox ?? [];
  const failureOf = async (api: TestApp, email: string) =>
    (await api.users.model.findOne({ email }).lean())?.mailFailure;
  /** Moves the clock past the next attempt. */
  const later = () => travel(11_000);

  test("reaches a real server, as text and as HTML, with links to the public address", async () => {
    const server = await serve();
    const api = await start(server.port);
    const { email } = await register(api);
    const [mail] = await until(async () => server.received.length > 0 && server.received);
    expect(mail).toMatchObject({
      recipients: [email],
      subject: "Verify your email address",
      from: { name: "Souffleur", address: "no-reply@souffleur.example" },
      to: [{ address: email }],
      messageId: expect.stringMatching(/^<[0-9a-f-]{36}@app\.example>$/),
    });
    expect(mail?.text).toContain("https://app.example/verify-email?token=");
    expect(mail?.html).toContain('href="https://app.example/verify-email?token=');
    const token = tokenIn({ text: mail?.text ?? "" });
    expect((await api.request("POST", "/api/auth/verify-email", { body: { token } })).status).toBe(200);
    expect((await api.request("GET", "/dev/mail")).status).toBe(404);
  });

  test("is kept, and delays no request, while the server is down", async () => {
    const port = await freePort();
    const api = await start(port);
    const { email } = await register(api);
    await mailsPostponed(api.connection);
    const [waiting] = await outboxOf(api, email);
    expect(await api.metric('souffleur_jobs_waiting{kind="mails"}')).toBe(1);
    expect(await api.metric('souffleur_jobs_oldest_seconds{kind="mails"}')).toBeGreaterThan(0);
    const server = await serve({}, port);
    later();
    const [mail] = await until(async () => server.received.length > 0 && server.received);
    expect(mail?.recipients).toEqual([email]);
    expect(mail?.messageId).toBe(`<${waiting?.id}@app.example>`);
    await until(async () => (await api.metric('souffleur_jobs_waiting{kind="mails"}')) === 0);
  });

  test("is repeated as the same mail where a crash left unknown whether it was sent", async () => {
    const server = await serve();
    const api = await start(server.port);
    const { email } = await register(api);
    await until(async () => server.received.length > 0);
    await until(async () => (await outboxOf(api, email)).length === 0);
    const [first] = server.received;
    const id = /<(.+)@/.exec(first?.messageId ?? "")?.[1] ?? "";
    const registered = await api.users.model.findOne({ email }).lean();
    const data = { form: registered?.forms?.[0]?.id ?? "" };
    await api.users.queueMail(email, {
      ...queuedMail("verification-link", clock.now(), data),
      id,
      attempts: 1,
    });
    const second = await until(async () => server.received[1]);
    expect(second.messageId).toBe(first?.messageId);
    expect(tokenIn({ text: second.text ?? "" })).toBe(tokenIn({ text: first?.text ?? "" }));
  });

  test("is kept where only a newer version of the product can compose it", async () => {
    const server = await serve();
    const api = await start(server.port);
    const { email } = await register(api);
    await until(async () => server.received.length > 0);
    const newer = { ...queuedMail("of-a-newer-version" as MailKind, clock.now()), id: "newer" };
    await api.users.queueMail(email, newer);
    const kept = await until(async () => {
      const outbox = await outboxOf(api, email);
      const [mail] = outbox.filter(({ id, attempts }) => id === "newer" && attempts > 0);
      // A shorter wait than the lease of a delivery: it was postponed.
      const seconds = ((mail?.dueAt.getTime() ?? 0) - clock.ms()) / 1000;
      return seconds > 0 && seconds < 10 && mail;
    });
    expect(kept.kind).toBe("of-a-newer-version");
    expect(server.received).toHaveLength(1);
  });

  test("delays no request while the server hangs, and is sent after a restart", async () => {
    const sockets: Socket[] = [];
    const hanging = createServer((socket) => {
      socket.on("error", () => {});
      sockets.push(socket);
    });
    servers.push(() => {
      for (const socket of sockets) socket.destroy();
      hanging.close();
    });
    const { connection, close } = await emptyDatabase();
    servers.push(close);
    const api = await start(await listen(hanging), connection);
    const forms = await Promise.all(Array.from({ length: 8 }, () => register(api)));
    await until(async () => sockets.length > 0);
    expect((await api.request("GET", "/health/ready")).status).toBe(200);

    // While it runs it would renew its leases, on the clock that has been moved.
    await apis.pop()?.close();
    const server = await serve();
    travel(16_000);
    await start(server.port, connection);
    await until(async () => server.received.length >= forms.length);
    const reached = server.received.flatMap(({ recipients }) => recipients).sort();
    expect(reached).toEqual(forms.map(({ email }) => email).sort());
  });

  test("is given up after a permanent refusal of the recipient, and retried after a temporary one", async () => {
    const refused: string[] = [];
    const server = await serve({
      onRcptTo({ address }, _session, done) {
        const known = refused.filter((one) => one === address).length;
        refused.push(address);
        if (address.startsWith("never"))
          return done(Object.assign(new Error("no such user"), { responseCode: 550 }));
        if (known === 0) return done(Object.assign(new Error("greylisted"), { responseCode: 451 }));
        done();
      },
    });
    const api = await start(server.port);
    const [never, soon] = ["never@example.com", "soon@example.com"] as const;
    for (const email of [never, soon])
      await api.request("POST", "/api/auth/register", { body: registrationForm({ email }) });
    await until(async () => (await outboxOf(api, never)).length === 0);
    await mailsPostponed(api.connection);
    later();
    await until(async () => server.received.length > 0);
    expect(server.received[0]?.recipients).toEqual([soon]);
    expect(refused.filter((address) => address === never)).toHaveLength(1);
    expect(await failureOf(api, never)).toMatchObject({ state: "refused", reply: "550 no such user" });
    expect(await failureOf(api, soon)).toBeUndefined();
  });

  test.each([
    ["could not be reached", undefined, {}],
    ["refused the sender", "5.7.1 Sender address rejected", { reply: "553 5.7.1 Sender address rejected" }],
  ])("is given up after 24 hours, which the lists say, where the server %s", async (_what, said, why) => {
    const refusal = said !== undefined && Object.assign(new Error(said), { responseCode: 553 });
    const server = refusal && (await serve({ onMailFrom: (_address, _session, done) => done(refusal) }));
    const api = await start(server ? server.port : await freePort());
    const { email } = await register(api);
    const { admin, enter } = await newFirm(api);
    const agent = await enter("agent");
    const call = (token: string, method: string, path: string, body?: object) =>
      api.request(method, path, { token, ...(body && { body }) });
    await call(admin.token, "POST", "/api/invitations", { addresses: "guest@example.com", role: "agent" });
    await call(admin.token, "POST", `/api/auth/admin/users/${agent.id}/password-link`);
    await mailsPostponed(api.connection);
    travel(25 * 60 * 60_000);
    const failure = { state: "givenUp", at: expect.any(String), ...why };
    await until(async () => (await outboxOf(api, email)).length === 0);
    expect(await failureOf(api, email)).toMatchObject({
      state: "givenUp",
      mail: { kind: "verification-link" },
    });
    const { token } = await enter("admin");
    const listed = await until(async () => {
      const { invitations } = (await call(token, "GET", "/api/invitations")).body.data;
      return invitations[0].mailFailure;
    });
    expect(listed).toEqual(failure);
    const shown = await until(async () => {
      const { users } = (await call(token, "GET", "/api/auth/admin/users")).body.data;
      return users.find(({ id }: { id: string }) => id === agent.id).mailFailure;
    });
    expect(shown).toEqual({ ...failure, isRepeatable: true });
  });

  test("that was refused is shown to administrators with the reply, and is sent again as it was", async () => {
    let isFull = true;
    const server = await serve({
      onRcptTo: ({ address }, _session, done) =>
        done(
          isFull && !address.startsWith("admin")
            ? Object.assign(new Error("5.1.1 no \u202esuch\tuser"), { responseCode: 550 })
            : null,
        ),
    });
    const api = await start(server.port);
    const { admin, enter } = await newFirm(api);
    const agent = await enter("agent");
    const call = (method: string, path: string, body?: object) =>
      api.request(method, path, { token: admin.token, ...(body && { body }) });
    const shown = async () => {
      const { users } = (await call("GET", "/api/auth/admin/users")).body.data;
      return users.find(({ id }: { id: string }) => id === agent.id);
    };
    await call("POST", `/api/auth/admin/users/${agent.id}/password-link`);
    const addresses = `guest-${randomUUID()}@example.com`;
    await call("POST", "/api/invitations", { addresses, role: "agent" });
    const listed = async () => (await call("GET", "/api/invitations")).body.data.invitations[0];
    const failure = { state: "refused", reply: "550 5.1.1 no such user", at: expect.any(String) };
    await until(async () => (await listed()).mailFailure !== undefined);
    expect((await listed()).mailFailure).toEqual(failure);
    await until(async () => (await shown()).mailFailure !== undefined);
    expect((await shown()).mailFailure).toEqual({ ...failure, isRepeatable: true });
    expect((await shown()).passwordLink).toBeUndefined();
    isFull = false;
    const again = () => call("POST", `/api/auth/admin/users/${agent.id}/mail`);
    const both = await Promise.all([again(), again()]);
    expect(both.map(({ status }) => status).sort()).not.toEqual([200, 200]);
    expect(both.map(({ body }) => body.message)).toContain("Email sent again");
    await api.connection.collection("mail_quotas").deleteMany({});
    await call("POST", "/api/invitations", { addresses, role: "agent" });
    expect((await listed()).mailFailure).toBeUndefined();
    await until(async () => server.received.length === 2);
    const link = server.received.find(({ recipients }) => recipients[0] === agent.email);
    const used = await api.request("POST", "/api/auth/password", {
      body: { token: tokenIn({ text: link?.text ?? "" }), password: "Another-Horse-8" },
    });
    expect(used.status).toBe(200);
    await until(async () => (await shown()).mailFailure === undefined);
    expect((await again()).body.code).toBe("INVALID_TRANSITION");
  });

  /** An administrator who changes the role of a colleague, each time to another one. */
  const prepareRoles = async (api: TestApp) => {
    const organization = `Roles ${randomUUID()}`;
    const admin = await api.signIn(await api.createUser({ role: "admin", organization }));
    const colleague = await api.createUser({ role: "agent", organization });
    const change = async (role: string, { id } = colleague) => {
      const { token } = admin;
      const path = `/api/auth/admin/users/${id}/role`;
      expect((await api.request("PUT", path, { token, body: { role } })).status).toBe(200);
    };
    return { organization, colleague, change };
  };

  test("of a role that changes back and forth tells the last change, and holds back no registration", async () => {
    const held: (() => void)[] = [];
    const busy = new Set<string>();
    const server = await serve({
      onRcptTo({ address }, _session, done) {
        if (busy.has(address)) held.push(done);
        else done();
      },
    });
    const api = await start(server.port);
    const both = [await prepareRoles(api), await prepareRoles(api), await prepareRoles(api)];
    for (const { colleague } of both) busy.add(colleague.email);
    for (const role of ["analyst", "agent", "analyst", "agent", "supervisor"])
      for (const { change } of both) await change(role);
    await until(async () => held.length === 2);
    const { email } = await register(api);
    await until(async () => server.received.some(({ recipients }) => recipients.includes(email)));
    expect(held).toHaveLength(2);
    busy.clear();
    for (const done of held) done();
    for (const { colleague } of both) {
      await until(async () => (await outboxOf(api, colleague.email)).length === 0);
      const told = server.received.filter(({ recipients }) => recipients.includes(colleague.email));
      expect(told.length).toBeLessThanOrEqual(2);
      expect(told.at(-1)?.text).toContain("Supervisor");
    }
    expect(await api.metric('souffleur_mails_total{outcome="merged"}')).toBeGreaterThanOrEqual(6);
  });

  test("that nobody waits for comes ten times an hour to a recipient, and the last one afterwards", async () => {
    const server = await serve();
    const api = await start(server.port);
    const { colleague, change } = await prepareRoles(api);
    for (let count = 1; count <= limits.noticesPerHour; count++) {
      await change(count % 2 === 1 ? "analyst" : "agent");
      await until(async () => server.received.length === count);
    }
    for (const role of ["analyst", "agent", "supervisor"]) await change(role);
    const waiting = await until(async () => {
      const outbox = await outboxOf(api, colleague.email);
      return outbox.length === 1 && outbox[0]?.attempts === 0 && outbox[0].dueAt > clock.now() && outbox;
    });
    expect(waiting).toMatchObject([{ data: { role: "supervisor" } }]);
    expect(server.received).toHaveLength(limits.noticesPerHour);
    travel(60 * 60_000);
    await until(async () => server.received.length > limits.noticesPerHour);
    expect(server.received.at(-1)?.text).toContain("Supervisor");
  });

  test("that nobody waits for comes a thousand times an hour from an organization; others are not held back", async () => {
    const server = await serve();
    const api = await start(server.port);
    const { organization, change } = await prepareRoles(api);
    const another = await api.createUser({ role: "agent", organization });
    await change("analyst");
    await until(async () => server.received.length === 1);
    const granted = Array.from({ length: limits.organizationNoticesPerHour }, () => clock.now());
    await api.connection.collection("mail_quotas").updateMany({}, { $set: { granted } });
    await change("analyst", another);
    const waiting = await until(async () => {
      const [mail] = await outboxOf(api, another.email);
      return mail !== undefined && mail.dueAt > clock.now() && mail;
    });
    expect(waiting).toMatchObject({ kind: "role-changed" });
    const other = await prepareRoles(api);
    await other.change("analyst");
    await until(async () => server.received.length === 2);
    expect(server.received.at(-1)?.recipients).toEqual([other.colleague.email]);
    travel(60 * 60_000);
    await until(async () => server.received.some(({ recipients }) => recipients.includes(another.email)));
  });

  test("is replaced by a later one about the same alone", () => {
    const now = clock.now();
    const of = (kind: MailKind, data = {}) => queuedMail(kind, now, data);
    const outbox = [
      of("role-changed", { role: "agent" }),
      of("account-changed", { change: "profile", source: "192.0.2.1" }),
      of("account-changed", { change: "password", source: "192.0.2.1" }),
      of("account-changed", { source: "192.0.2.1", change: "profile" }),
      of("account-changed", { change: "profile", source: "192.0.2.9" }),
      of("member-joined", { decider: "one" }),
      of("member-joined", { decider: "other" }),
      of("people-waiting"),
      of("people-waiting"),
      of("role-changed", { role: "analyst" }),
    ];
    expect(superseded(outbox)).toEqual([outbox[0], outbox[1]]);
  });

  test("has names neither in its headers nor as markup", async () => {
    const server = await serve();
    const api = await start(server.port);
    const person = await api.createUser({ status: "pending_approval", organization: "Injection" });
    const root = await api.signIn(await api.createUser({ role: "admin", organization: null }));
    const firstName = "Eve\r\nBcc: victim@example.com\r\n\r\n<img src=x onerror=alert(1)>\u202e";
    await api.users.model.updateOne({ _id: person.id }, { firstName });
    const body = { decision: "approve" };
    await api.request("PUT", `/api/auth/admin/users/${person.id}/approve`, { token: root.token, body });
    const [mail] = await until(async () => server.received.length > 0 && server.received);
    expect(mail?.recipients).toEqual([person.email]);
    expect(mail?.bcc).toBeUndefined();
    expect(mail?.subject).toBe("Your account is approved");
    const seen = (body: string | undefined) => body?.replaceAll("\u200c", "");
    expect(seen(mail?.html)).toContain(
      "Hello Eve Bcc: victim@example.com &lt;img src=x onerror=alert(1)&gt;,",
    );
    expect(seen(mail?.text)).toContain("Hello Eve Bcc: victim@example.com <img src=x onerror=alert(1)>,");
  });

  test("about a waiting person goes to every administrator that may decide", async () => {
    const server = await serve();
    const api = await start(server.port);
    const deciders = [];
    for (const role of ["admin", "admin", "manager"] as const)
      deciders.push(await api.createUser({ role, organization: "Analytical Engines" }));
    await api.createUser({ role: "admin", organization: null });
    await api.createUser({ role: "agent", organization: "Analytical Engines" });
    await register(api);
    const [mail] = await until(async () => server.received.length > 0 && server.received);
    await api.request("POST", "/api/auth/verify-email", {
      body: { token: tokenIn({ text: mail?.text ?? "" }) },
    });
    await until(async () => server.received.length === 4);
    const notices = server.received.slice(1);
    expect(notices.map(({ recipients }) => recipients.join()).sort()).toEqual(
      deciders.map(({ email }) => email).sort(),
    );
    expect(new Set(notices.map(({ subject }) => subject))).toEqual(
      new Set(["An account is waiting for your approval"]),
    );
    expect(notices[0]?.text).toContain("https://app.example/admin/users");
  });
});

describe("the development mailbox", () => {
  let api: TestApp;
  beforeAll(async () => {
    api = await startApp();
  });
  afterAll(() => api.close());

  test("shows each mail in a sandboxed frame, where no script runs", async () => {
    const form = registrationForm({ organizationName: "<script>alert(1)</script> Ltd" });
    await api.request("POST", "/api/auth/register", { body: form });
    await api.mailTo(form.email);
    const page = await api.request("GET", "/dev/mail");
    expect(page.headers.get("content-security-policy")).toContain("default-src 'none'");
    expect(page.body).toContain('<iframe sandbox="allow-top-navigation-by-user-activation"');
    expect(page.body).not.toMatch(/<script|allow-scripts/);
    expect(page.body).toContain(form.email);
  });

  test("shows each mail that the product sends in both languages, with example values", async () => {
    const { body } = await api.request("GET", "/dev/mail");
    for (const subject of [
      "Your account is approved",
      "Votre compte est approuvé",
      "Vérifiez votre adresse e-mail",
    ])
      expect(body).toContain(`<b>${subject}</b>`);
    for (const [kind, template] of Object.entries(mailTemplates))
      for (const language of Language.options) {
        expect(body).toContain(`id="example-${kind}-${language}"`);
        const { subject, text, html } = template.showExample(language);
        expect(subject + text).not.toMatch(/undefined|\[object|NaN/);
        expect(html).toContain(`<html lang="${language}">`);
      }
  });

  test("answers only under loopback names, so that DNS rebinding does not reach it", async () => {
    const answer = (path: string, headers: Record<string, string>) =>
      new Promise<{ status: number | undefined; text: string }>((resolve, reject) => {
        get(`${api.url}${path}`, { headers }, async (response) => {
          let text = "";
          for await (const chunk of response.setEncoding("utf8")) text += chunk;
          resolve({ status: response.statusCode, text });
        }).once("error", reject);
      });
    for (const path of ["/dev/mail", "/dev/mail.json"]) {
      for (const host of [
        "evil.example",
        "evil.example:3000",
        "localhost.evil.example",
        "127.0.0.1.nip.io",
      ]) {
        const { status, text } = await answer(path, { Host: host, "X-Forwarded-Host": "localhost" });
        expect([host, status, JSON.parse(text).code]).toEqual([host, 403, "FORBIDDEN"]);
      }
      for (const host of ["localhost", "localhost:3000", "LOCALHOST", "127.0.0.1:3000", "[::1]:3000"])
        expect([host, (await answer(path, { Host: host })).status]).toEqual([host, 200]);
    }
  });

  test("is not served in production", async () => {
    const production = await startApp({ env: productionEnv });
    for (const path of ["/dev/mail", "/dev/mail.json"])
      expect((await production.request("GET", path)).status).toBe(404);
    await production.close();
  });
});

test("the cookies of a sign-in require https where the public address is https", async () => {
  const api = await startApp({ env: { SMTP_URL: "smtp://127.0.0.1:9", PUBLIC_URL: "https://app.example" } });
  const body = { email: (await api.createUser()).email, password: testPassword };
  const cookies = (await api.request("POST", "/api/auth/login", { body })).headers.getSetCookie();
  expect(cookies).toEqual(Array(2).fill(expect.stringMatching(/^__Secure-souffleur-.*; Secure/)));
  await api.close();
});

describe("a message", () => {
  test("shows a code in two groups and an action's address in full", () => {
    const parts = {
      subject: "s",
      paragraphs: ["a & b"],
      code: "123456",
      action: { label: "Go", url: "https://app.example/?a=1&b=2" },
    };
    const message = writeMessage("en", parts);
    expect(message.text).toContain("123 456");
    expect(message.text).toContain("https://app.example/?a=1&b=2");
    expect(message.html).toContain("a &amp; b");
    expect(message.html).toContain('href="https://app.example/?a=1&amp;b=2"');
  });

  test("shows a name on one line, at most 120 characters", () => {
    expect(shownName(" a\r\nb\u2028c\u0000 ")).toBe("a b c");
    expect(shownName("x".repeat(500))).toHaveLength(120);
    expect(shownName("😀".repeat(500))).toBe("😀".repeat(120));
    expect(shownName("نیک\u200cنام")).toBe("نیک\u200cنام");
  });

  test.each([
    "Booking.com",
    "www.evil.com",
    "evil.co.uk/path",
    "https://evil.example",
    "https:\\\\evil.com",
    "//localhost/x",
    "mailto:a@evil.example",
    "a@b.co",
    "10.0.0.1",
    "evil。com",
    "evil．com",
    "a.b.c.d.e.io",
    "St.John",
  ])("has no link in a name: %s", (name) => {
    const linkify = new LinkifyIt({ fuzzyIP: true });
    if (name !== "St.John") expect(linkify.test(name.normalize("NFKC").replaceAll("。", "."))).toBe(true);
    const parts = { subject: "s", paragraphs: [`Hello ${shownName(name)},`] };
    const { text, html } = writeMessage("en", parts);
    const inHtml = /<p[^>]*>(Hello .*?)<\/p>/s.exec(html)?.[1] ?? "";
    for (const shown of [text, inHtml, text.normalize("NFKC")]) {
      expect(linkify.match(shown)).toBeNull();
      expect(shown).not.toMatch(/[\w-][.。．](?:[a-z]{2,}|\d)|\/\/\w|\w@\w/i);
    }
    // What a person reads is the name.
    expect(text.replaceAll("\u200c", "")).toContain(`Hello ${name},`);
  });
});
