import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Server, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { connectDatabase } from "../src/database/connect.ts";
import { createLogger } from "../src/http/logger.ts";
import { registrationForm, startApp, tokenIn, until } from "../testing/app.ts";
import { impatient, testDatabase } from "../testing/database/database.ts";
import { createRequest } from "../testing/request.ts";
import { temporaryFolder } from "../testing/temporary-folder.ts";
import { launchProduct } from "../tools/launch-product.ts";

/** A mail that a killed server was sending is claimed again after 15 s. */
const leaseMs = 40_000;

interface Person {
  id: string;
  email: string;
  status: string;
  role: string;
  organizationName: string;
}

/** The built server in a process of its own, with its own database engine, on a folder that outlives it. */
async function startProcess(dataDir: string) {
  const { url, kill, stop } = await launchProduct({ NODE_ENV: "test", TRUST_PROXY: "1" }, dataDir);
  const request = createRequest(url);
  return {
    request,
    mailTo: (email: string, subject: string) =>
      until(async () => {
        const { mails } = (await request("GET", `/dev/mail.json?to=${email}`)).body.data;
        return (mails as { subject: string; text: string }[]).find((mail) => mail.subject.includes(subject));
      }, leaseMs),
    async platformToken(): Promise<string> {
      const body = { email: "platform@souffleur.example", password: "Rideau-Rouge-7" };
      return (await request("POST", "/api/auth/login", { body })).body.data.accessToken;
    },
    async users(token: string, path = "users"): Promise<Person[]> {
      return (await request("GET", `/api/auth/admin/${path}`, { token })).body.data.users;
    },
    kill,
    stop,
  };
}

describe("a killed server", () => {
  const dataDir = temporaryFolder();

  test("loses no acknowledged registration and none of its mails", async () => {
    const acknowledged: string[] = [];
    for (let round = 0; round < 2; round++) {
      const server = await startProcess(dataDir);
      const before = acknowledged.length;
      let killed: Promise<unknown> | undefined;
      const clients = Array.from({ length: 24 }, async () => {
        while (killed === undefined) {
          const form = registrationForm();
          const sent = server.request("POST", "/api/auth/register", { body: form });
          const answer = await sent.catch(() => undefined);
          if (answer?.status === 200) acknowledged.push(form.email);
          // While other requests are running.
          if (acknowledged.length - before >= 25) killed ??= server.kill();
        }
      });
      await Promise.all(clients);
      await killed;
    }
    const server = await startProcess(dataDir);
    for (const email of acknowledged) await server.mailTo(email, "Verify your email address");
    const stored = new Set((await server.users(await server.platformToken())).map(({ email }) => email));
    expect(acknowledged.filter((email) => !stored.has(email))).toEqual([]);
    await server.stop();
  }, 120_000);

  test("completes every approval after its restart", async () => {
    let server = await startProcess(dataDir);
    const forms = Array.from({ length: 12 }, (_, n) =>
      registrationForm({ organizationName: `Founded ${Math.floor(n / 2)}` }),
    );
    /** Sent again where the database of a busy machine takes too long: the answer is then 503 with `Retry-After`. */
    const post = (path: string, body: object) =>
      until(async () => (await server.request("POST", path, { body })).status !== 503);
    await Promise.all(forms.map((form) => post("/api/auth/register", form)));
    const ours = new Set(forms.map(({ email }) => email));
    for (const email of ours) {
      const token = tokenIn(await server.mailTo(email, "Verify your email address"));
      await post("/api/auth/verify-email", { token });
    }

    const approved: string[] = [];
    for (let rounds = 0; rounds < 20; rounds++) {
      const token = await server.platformToken();
      const waiting = await server.users(token, "pending-users");
      if (waiting.length === 0) break;
      let killed: Promise<unknown> | undefined;
      const answers = waiting.map(async ({ id }) => {
        const path = `/api/auth/admin/users/${id}/approve`;
        const sent = server.request("PUT", path, { token, body: { decision: "approve" } });
        const answer = await sent.catch(() => undefined);
        if (answer?.status === 200) approved.push(id);
        killed ??= server.kill();
      });
      await Promise.all(answers);
      await killed;
      server = await startProcess(dataDir);
    }
    const all = await server.users(await server.platformToken());
    const people = all.filter(({ email }) => ours.has(email));
    expect(people.map(({ status }) => status)).toEqual(forms.map(() => "active"));
    expect(approved.filter((id) => !people.some((person) => person.id === id))).toEqual([]);
    for (const name of new Set(people.map(({ organizationName }) => organizationName))) {
      const roles = people
        .filter(({ organizationName }) => organizationName === name)
        .map(({ role }) => role);
      expect(roles.sort()).toEqual(["admin", "agent"]);
    }
    for (const email of ours) await server.mailTo(email, "Your account is approved");
    await server.stop();
  }, 180_000);
});

/** A proxy between the application and the database, which can be closed and frozen. */
async function databaseProxy(socketPath: string) {
  const sockets = new Set<Socket>();
  let frozen = false;
  const relay = (socket: Socket) => {
    if (frozen) {
      sockets.add(socket.on("error", () => {}));
      return;
    }
    const onward = connect(socketPath);
    for (const one of [socket, onward]) {
      sockets.add(one);
      one.on("error", () => {}).on("close", () => sockets.delete(one));
    }
    socket.pipe(onward).pipe(socket);
  };
  let server: Server = createServer(relay).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const close = async () => {
    server.close();
    for (const socket of sockets) socket.destroy();
    if (server.listening) await once(server, "close");
  };
  return {
    port,
    close,
    async reopen() {
      frozen = false;
      server = createServer(relay).listen(port, "127.0.0.1");
      await once(server, "listening");
    },
    /** Keeps all connections open without passing data on. */
    freeze() {
      frozen = true;
      for (const socket of sockets) socket.unpipe().pause();
    },
  };
}

describe("an unavailable database", () => {
  const outageMs = 10_000;

  test("is reported while it lasts, whether it refuses or hangs, and used again after its return, without a restart", async () => {
    // Both at once, because each waits for ten seconds.
    await Promise.all([endure("refuses connections"), endure("does not answer any more")]);
  }, 120_000);

  async function endure(kind: "refuses connections" | "does not answer any more"): Promise<void> {
    const database = await testDatabase();
    const socketPath = decodeURIComponent(/^mongodb:\/\/([^/]+)\//.exec(database.uri)?.[1] ?? "");
    const proxy = await databaseProxy(socketPath);
    const uri = impatient(database.uri).replace(/^mongodb:\/\/[^/]+\//, `mongodb://127.0.0.1:${proxy.port}/`);
    const connection = await connectDatabase(uri, createLogger("silent"));
    const api = await startApp({ connection });
    const user = await api.signIn(await api.createUser());
    const ask = () => api.request("GET", "/api/stt/language", { token: user.token });
    expect((await ask()).status).toBe(200);

    const gone = performance.now();
    if (kind === "refuses connections") await proxy.close();
    else proxy.freeze();
    while (performance.now() - gone < outageMs) {
      const answers = await Promise.all([
        ask(),
        api.request("POST", "/api/auth/login", { body: { email: user.email, password: "x" } }),
        api.request("POST", "/api/auth/register", { body: registrationForm() }),
      ]);
      for (const { status, body, headers } of answers) {
        expect(`${status} ${body.code}`).toBe("503 DATABASE_UNAVAILABLE");
        expect(headers.get("retry-after")).toBe("2");
      }
      expect((await api.request("GET", "/health/ready")).status).toBe(503);
      expect((await api.request("GET", "/health/live")).status).toBe(200);
      // One person may send 600 requests a minute, which refusals at once would exceed.
      await sleep(50);
    }

    if (kind !== "refuses connections") await proxy.close();
    await proxy.reopen();
    await until(async () => (await ask()).status === 200);
    const form = registrationForm();
    expect((await api.request("POST", "/api/auth/register", { body: form })).status).toBe(200);
    await api.mailTo(form.email);
    await api.close();
    await connection.close();
    await proxy.close();
    await database.close();
  }
});
