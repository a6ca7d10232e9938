import { once } from "node:events";
import { connect, type Socket } from "node:net";
import fc from "fast-check";
import { registrationForm, startApp, type TestApp, until } from "../testing/app.ts";
import { runDocumentedNginx } from "../testing/servers/nginx.ts";
import { freePort } from "../tools/network.ts";
import { findNginx, runNginx } from "../tools/programs/nginx.ts";

const closing: (() => unknown)[] = [];
afterAll(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

/** What an operator writes to end TLS before it; TLS itself changes no header. */
const inFront = (port: number, behind: number) => `server {
  listen 127.0.0.1:${port};
  large_client_header_buffers 4 64k;
  location / {
    proxy_pass http://127.0.0.1:${behind};
    proxy_set_header Host $http_host;
    proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;
  }
}`;

/** So many failures of an address lock their source out. */
const failures = 5;
const sources: string[] = [];

describe("nginx.conf", () => {
  let api: TestApp;
  let port: number;
  let frontPort: number;
  let logged: () => string;
  beforeAll(async () => {
    // Two proxies, of which the one in front adds 127.0.0.1 as the client.
    api = await startApp({ env: { TRUST_PROXY: "2" } });
    closing.push(() => api.close());
    api.app.server.prependListener("request", (req) => sources.push(String(req.headers["x-forwarded-for"])));
    const nginx = await findNginx();
    [port, frontPort] = [await freePort(), await freePort()];
    const host = await runDocumentedNginx(nginx, port, api.url);
    logged = host.logged;
    closing.push(() => host.stop());
    const front = await runNginx(nginx, frontPort, () => inFront(frontPort, port));
    closing.push(() => front.stop());
  });

  const signIn = (at: number, from: string, email: string) =>
    fetch(`http://127.0.0.1:${at}/api/auth/login`, {
      method: "POST",
      headers: {
        "Content-Type": "application/json",
        Origin: String(api.config.allowedOrigins[0]),
        ...(from && { "X-Forwarded-For": from }),
      },
      body: JSON.stringify({ email, password: "Wrong-Password-7" }),
    }).then(async (answer) => ((await answer.json()) as { code: string }).code);

  test("names every proxy's client, the real one last but the proxies'", async () => {
    sources.length = 0;
    await signIn(frontPort, "203.0.113.9", "nobody@example.com");
    expect(sources).toEqual(["203.0.113.9, 127.0.0.1, 127.0.0.1"]);
  });

  test("tells visitors behind a proxy apart, so that a stranger locks nobody out", async () => {
    const { email } = await api.createUser();
    // The proxy in front is played by the client here: what it adds is the visitor's address.
    for (let tries = 0; tries < failures; tries++) await signIn(port, "198.51.100.7", email);
    expect(await signIn(port, "198.51.100.7", email)).toBe("ACCOUNT_LOCKED");
    expect(await signIn(port, "198.51.100.8", email)).toBe("INVALID_CREDENTIALS");
  });

  test("counts a visitor whose proxy writes the port, too, as one source and not as the proxy", async () => {
    const { email } = await api.createUser();
    for (let tries = 0; tries < failures; tries++)
      await signIn(port, `198.51.100.9:${50_000 + tries}`, email);
    expect(await signIn(port, "198.51.100.9:60000", email)).toBe("ACCOUNT_LOCKED");
    expect(await signIn(port, "198.51.100.10:60000", email)).toBe("INVALID_CREDENTIALS");
  });

  test("believes nothing that a client has forged", async () => {
    const { email } = await api.createUser();
    const forged = fc.sample(fc.oneof(fc.ipV4(), fc.ipV6(), fc.constant("127.0.0.1, 127.0.0.1")), failures);
    for (const from of forged) await signIn(frontPort, from, email);
    expect(await signIn(frontPort, "192.0.2.77", email)).toBe("ACCOUNT_LOCKED");
  });

  test("logs no token and no secret of an address, however it is written", async () => {
    const secret = "a-secret-of-an-address";
    const paths = [
      `/verify-email?token=${secret}`,
      `/api/calendars/${secret}.ics`,
      `/API//Calendars/${secret}.ics`,
      `//api/%63alendars/${secret}.ics`,
    ];
    for (const path of paths)
      await fetch(`http://127.0.0.1:${port}${path}`, { headers: { Referer: `http://a/?token=${secret}` } });
    const lines = await until(async () => {
      const written = logged().match(/"GET [^"]*(?:verify|calendars)[^"]*"/gi) ?? [];
      return written.length === paths.length && written;
    });
    expect(lines).toEqual(['"GET /verify-email"', ...Array(3).fill('"GET /api/calendars/-"')]);
    expect(logged()).not.toContain(secret);
  });

  test.each([20_000, 60_000, 200_000])("says what to do about %i bytes of cookies", async (bytes) => {
    const answer = await raw(
      port,
      `GET /api/auth/me HTTP/1.1\r\nHost: a\r\nAccept: */*\r\nConnection: close\r\nCookie: a=${"x".repeat(bytes)}\r\n\r\n`,
    );
    expect(answer).toMatch(/^HTTP\/1\.1 431 /);
    expect(answer).toContain("Clear the cookies and site data of this site");
  });
});

describe("the API itself", () => {
  let api: TestApp;
  beforeAll(async () => {
    api = await startApp();
    closing.push(() => api.close());
  });

  test.each([
    ["/login", "text/html", "text/html"],
    ["/api/auth/me", "*/*", "application/json"],
  ])(
    "answers 20 kB of cookies at %s with what to do, in the caller's language",
    async (path, accept, type) => {
      const ask = (language: string, bytes: number) =>
        raw(
          Number(new URL(api.url).port),
          `GET ${path} HTTP/1.1\r\nHost: a\r\nAccept: ${accept}\r\nAccept-Language: ${language}\r\nConnection: close\r\nCookie: a=${"x".repeat(bytes)}\r\n\r\n`,
        );
      for (const [language, said] of [
        ["en", "Clear the cookies"],
        ["fr", "Effacez les cookies"],
      ] as const) {
        const answer = await ask(language, 20_000);
        expect(answer).toMatch(/^HTTP\/1\.1 431 /);
        expect(answer.toLowerCase()).toContain(`content-type: ${type}`);
        expect(answer).toContain(said);
      }
      // More than it reads.
      expect(await ask("fr", 90_000)).toMatch(
        /^HTTP\/1\.1 431 [\s\S]*Clear the cookies[\s\S]*Effacez les cookies/,
      );
      expect(await ask("en", 12_000)).not.toMatch(/^HTTP\/1\.1 431/);
    },
  );

  test("a request that is no HTTP gets 400", async () => {
    expect(await raw(Number(new URL(api.url).port), "no HTTP\r\n\r\n")).toMatch(
      /^HTTP\/1\.1 400 Bad Request\r\n/,
    );
  });

  test("keeps idle connections longer than a load balancer does", () => {
    expect(api.app.server.keepAliveTimeout).toBeGreaterThanOrEqual(65_000);
    expect(api.app.server.headersTimeout).toBeGreaterThan(0);
  });

  test("serves two registrations over one connection that was idle for longer than Node.js' default", async () => {
    const body = JSON.stringify(registrationForm());
    const request = `POST /api/auth/register HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
    const socket = connect(Number(new URL(api.url).port), "127.0.0.1").setEncoding("utf8");
    socket.write(request);
    const [first] = await once(socket, "data");
    // The server tells how long it keeps the connection.
    const [, seconds] = /^Keep-Alive: timeout=(\d+)/im.exec(first) ?? [];
    expect(Number(seconds)).toBeGreaterThanOrEqual(65);
    socket.write(request);
    const [second] = await once(socket, "data");
    expect(second).toMatch(/^HTTP\/1\.1 200 /);
    socket.destroy();
  });
});

/** Sends bytes and returns what comes back until the connection ends. */
async function raw(port: number, text: string): Promise<string> {
  const socket: Socket = connect(port, "127.0.0.1").setEncoding("utf8");
  socket.on("error", () => {});
  socket.write(text);
  let answer = "";
  socket.on("data", (chunk) => {
    answer += chunk;
  });
  await once(socket, "close");
  return answer;
}
