import { once } from "node:events";
import { get } from "node:http";
import { type AddressInfo, createServer, type Server, type Socket } from "node:net";
import PostalMime, { type Email } from "postal-mime";
import { SMTPServer, type SMTPServerOptions } from "smtp-server";
import { registrationForm, startApp, type TestApp, tokenIn, travel, until } from "../../testing/app.ts";
import { userModel } from "../auth/user-model.ts";
import { shownName, writeMessage } from "./message.ts";

interface Received extends Email {
  recipients: string[];
}

/** A real mail server on a port of its own, or on a given one. */
async function mailServer(options: SMTPServerOptions = {}, port = 0) {
  const received: Received[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS", "AUTH"],
    logger: false,
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.on("end", async () => {
        const email = await PostalMime.parse(Buffer.concat(chunks));
        received.push({ ...email, recipients: session.envelope.rcptTo.map(({ address }) => address) });
        done();
      });
    },
    ...options,
  });
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  return {
    port: (server.server.address() as AddressInfo).port,
    received,
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}

describe("mail", () => {
  const apis: TestApp[] = [];
  const servers: (() => Promise<void>)[] = [];
  afterEach(async () => {
    jest.useRealTimers();
    // The servers wait for their clients, so these go first.
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
    const server = await mailServer(options, port);
    servers.push(server.close);
    return server;
  };
  const register = async (api: TestApp) => {
    const form = registrationForm();
    const answer = await api.request("POST", "/api/auth/register", { body: form });
    expect(answer.status).toBe(200);
    return form;
  };
  /** A mail's next try has its time: travelling before that would put it off for ever. */
  const postponed = (api: TestApp) =>
    until(async () => (await api.metric('souffleur_mails_total{outcome="postponed"}')) > 0);
  /** The next retry is due. */
  const later = () => travel(6000);

  test("reaches a real server, as text and as HTML, with links of the public address", async () => {
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

  test("is not lost and delays nothing while the server is down", async () => {
    const gone = await mailServer();
    await gone.close();
    const api = await start(gone.port);
    const { email } = await register(api);
    await postponed(api);
    const [waiting] = (await userModel(api.connection).findOne({ email }).lean())?.outbox ?? [];
    expect(await api.metric("souffleur_mail_queue_length")).toBe(1);
    expect(await api.metric("souffleur_mail_queue_oldest_seconds")).toBeGreaterThan(0);
    const server = await serve({}, gone.port);
    later();
    const [mail] = await until(async () => server.received.length > 0 && server.received);
    expect(mail?.recipients).toEqual([email]);
    expect(mail?.messageId).toBe(`<${waiting?.id}@app.example>`);
    await until(async () => (await api.metric("souffleur_mail_queue_length")) === 0);
  });

  test("is sent again as the same mail where a crash left it unknown whether it had gone out", async () => {
    const server = await serve();
    const api = await start(server.port);
    const { email } = await register(api);
    await until(async () => server.received.length > 0);
    const users = userModel(api.connection);
    await until(async () => (await users.findOne({ email }).lean())?.outbox.length === 0);
    const [first] = server.received;
    const id = /<(.+)@/.exec(first?.messageId ?? "")?.[1];
    const queuedAt = new Date();
    await users.updateOne(
      { email },
      {
        $push: {
          outbox: {
            id,
            kind: "verification-link",
            to: null,
            data: {},
            attempts: 1,
            dueAt: queuedAt,
            queuedAt,
          },
        },
      },
    );
    const second = await until(async () => server.received[1]);
    expect(second.messageId).toBe(first?.messageId);
    expect(tokenIn({ text: second.text ?? "" })).toBe(tokenIn({ text: first?.text ?? "" }));
  });

  test("is kept where only a newer version of the product knows how to write it", async () => {
    const server = await serve();
    const api = await start(server.port);
    const { email } = await register(api);
    await until(async () => server.received.length > 0);
    const users = userModel(api.connection);
    const now = new Date();
    const newer = { id: "newer", kind: "of-a-newer-version", to: null, data: {}, attempts: 0, dueAt: now };
    await users.updateOne({ email }, { $push: { outbox: { ...newer, queuedAt: now } } } as object);
    const kept = await until(async () => {
      const { outbox = [] } = (await users.findOne({ email }).lean()) ?? {};
      const [mail] = outbox.filter(({ id, attempts }) => id === "newer" && attempts > 0);
      // Sooner than the lease of a delivery ends: it was put off.
      const seconds = ((mail?.dueAt.getTime() ?? 0) - Date.now()) / 1000;
      return seconds > 0 && seconds < 10 && mail;
    });
    expect(kept.kind).toBe("of-a-newer-version");
    expect(server.received).toHaveLength(1);
  });

  test("delays nothing while the server hangs, and is sent after a restart", async () => {
    const sockets: Socket[] = [];
    const hanging: Server = createServer((socket) => {
      socket.on("error", () => {});
      sockets.push(socket);
    }).listen(0, "127.0.0.1");
    await once(hanging, "listening");
    servers.push(async () => {
      for (const socket of sockets) socket.destroy();
      hanging.close();
      await once(hanging, "close");
    });
    const { port } = hanging.address() as AddressInfo;
    const api = await startApp({
      env: { SMTP_URL: `smtp://127.0.0.1:${port}`, PUBLIC_URL: "https://app.example" },
    });
    apis.push(api);
    const forms = await Promise.all(Array.from({ length: 8 }, () => register(api)));
    await until(async () => sockets.length > 0);
    expect((await api.request("GET", "/health/ready")).status).toBe(200);

    const server = await serve();
    travel(16_000);
    await start(server.port, api.connection);
    await until(async () => server.received.length >= forms.length);
    const reached = server.received.flatMap(({ recipients }) => recipients).sort();
    expect(reached).toEqual(forms.map(({ email }) => email).sort());
  });

  test("is given up where the recipient is refused permanently, and retried where temporarily", async () => {
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
    const [never, soon] = [
      registrationForm({ email: "never@example.com" }),
      registrationForm({ email: "soon@example.com" }),
    ];
    for (const body of [never, soon]) await api.request("POST", "/api/auth/register", { body });
    const users = userModel(api.connection);
    await until(async () => (await users.findOne({ email: never.email }).lean())?.outbox.length === 0);
    await postponed(api);
    later();
    await until(async () => server.received.length > 0);
    expect(server.received[0]?.recipients).toEqual([soon.email]);
    expect(refused.filter((address) => address === never.email)).toHaveLength(1);
  });

  test("is given up after 24 hours", async () => {
    const gone = await mailServer();
    await gone.close();
    const api = await start(gone.port);
    const { email } = await register(api);
    const users = userModel(api.connection);
    await until(async () => ((await users.findOne({ email }).lean())?.outbox[0]?.attempts ?? 0) > 0);
    travel(25 * 60 * 60_000);
    await until(async () => (await users.findOne({ email }).lean())?.outbox.length === 0);
  });

  test("has no name in its headers, and none as markup", async () => {
    const server = await serve();
    const api = await start(server.port);
    const person = await api.createUser({ status: "pending_approval", organization: "Injection" });
    const root = await api.signIn(await api.createUser({ role: "admin", organization: null }));
    const firstName = "Eve\r\nBcc: victim@example.com\r\n\r\n<img src=x onerror=alert(1)>\u202e";
    await userModel(api.connection).updateOne({ _id: person.id }, { firstName });
    const body = { decision: "approve" };
    await api.request("PUT", `/api/auth/admin/users/${person.id}/approve`, { token: root.token, body });
    const [mail] = await until(async () => server.received.length > 0 && server.received);
    expect(mail?.recipients).toEqual([person.email]);
    expect(mail?.bcc).toBeUndefined();
    expect(mail?.subject).toBe("Your account is approved");
    expect(mail?.html).toContain("Hello Eve Bcc: victim@example.com &lt;img src=x onerror=alert(1)&gt;,");
    expect(mail?.text).toContain("Hello Eve Bcc: victim@example.com <img src=x onerror=alert(1)>,");
  });

  test("goes to every administrator that may decide, one mail each", async () => {
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
  test("shows each mail in a sandboxed frame, without a script and without running what is in it", async () => {
    const api = await startApp();
    const form = registrationForm({ organizationName: "<script>alert(1)</script> Ltd" });
    await api.request("POST", "/api/auth/register", { body: form });
    await api.mailTo(form.email);
    const page = await api.request("GET", "/dev/mail");
    expect(page.headers.get("content-security-policy")).toContain("default-src 'none'");
    expect(page.body).toContain('<iframe sandbox="allow-top-navigation-by-user-activation"');
    expect(page.body).not.toMatch(/<script|allow-scripts/);
    expect(page.body).toContain(form.email);
    await api.close();
  });

  test("is read under this machine's own names alone, so that no foreign page's name leads to it", async () => {
    const api = await startApp();
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
    await api.close();
  });

  test("is not there in production", async () => {
    const secret = "a-production-secret-0123456789-abcdefghij";
    const production = {
      NODE_ENV: "production",
      SEED_DEMO: "",
      SMTP_URL: "smtp://127.0.0.1:9",
      PUBLIC_URL: "https://app.example",
      JWT_SECRET: secret,
    };
    const api = await startApp({ env: production, secrets: [secret] });
    for (const path of ["/dev/mail", "/dev/mail.json"])
      expect((await api.request("GET", path)).status).toBe(404);
    await api.close();
  });
});

describe("the cookies of a sign-in", () => {
  const cookiesOf = async (env: Record<string, string>) => {
    const secrets = ["a-production-secret-0123456789-abcdefghij"];
    const api = await startApp({ env: { SMTP_URL: "smtp://127.0.0.1:9", ...env }, secrets });
    const user = await api.createUser();
    const body = { email: user.email, password: "Correct-Horse-7" };
    const cookies = (await api.request("POST", "/api/auth/login", { body })).headers.getSetCookie();
    await api.close();
    expect(cookies).toHaveLength(2);
    return cookies;
  };

  test("are for https only where the public address is https, independent of NODE_ENV", async () => {
    const JWT_SECRET = "a-production-secret-0123456789-abcdefghij";
    const PUBLIC_URL = "https://app.example";
    for (const env of [{ PUBLIC_URL }, { PUBLIC_URL, NODE_ENV: "production", JWT_SECRET }])
      for (const cookie of await cookiesOf(env)) expect(cookie).toMatch(/^__Secure-souffleur-.*; Secure/);
  });

  test("are kept by every browser where the public address is this machine's own without https", async () => {
    const JWT_SECRET = "a-production-secret-0123456789-abcdefghij";
    const PUBLIC_URL = "http://localhost:8080";
    for (const env of [{ PUBLIC_URL }, { PUBLIC_URL, NODE_ENV: "production", JWT_SECRET }])
      for (const cookie of await cookiesOf(env)) expect(cookie).toMatch(/^souffleur-(?!.*; Secure)/);
  });
});

describe("a message", () => {
  test("shows a code in two groups and an action's address in full", () => {
    const parts = {
      subject: "s",
      paragraphs: ["a & b"],
      code: "123456",
      action: { label: "Go", url: "https://app.example/?a=1&b=2" },
    };
    const message = writeMessage("en", { en: parts, fr: parts });
    expect(message.text).toContain("123 456");
    expect(message.text).toContain("https://app.example/?a=1&b=2");
    expect(message.html).toContain("a &amp; b");
    expect(message.html).toContain('href="https://app.example/?a=1&amp;b=2"');
  });

  test("keeps a name on one line and at a length", () => {
    expect(shownName(" a\r\nb\u2028c\u0000 ")).toBe("a b c");
    expect(shownName("x".repeat(500))).toHaveLength(120);
  });
});
