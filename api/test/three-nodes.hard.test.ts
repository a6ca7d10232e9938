import type { ChildProcess } from "node:child_process";
import { randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import type { Line, Suggestion } from "@souffleur/contracts";
import type { DeskChange, HelpRequest, Presence } from "@souffleur/contracts/desk";
import type { DeskAnswer, ServerEvent } from "@souffleur/contracts/realtime";
import { io, type Socket } from "socket.io-client";
import { registrationForm, until } from "../testing/app.ts";
import { followLines } from "../testing/calls/call-events.ts";
import { testDatabase } from "../testing/database/database.ts";
import {
  readinessOf,
  runNode,
  startBalancer,
  type TestNode,
  type TestRedis,
  testRedis,
} from "../testing/processes/nodes.ts";
import { type Answer, createRequest, freshSource, type RequestOptions } from "../testing/request.ts";
import { startMailServer } from "../testing/servers/mail-server.ts";
import { temporaryFolder } from "../testing/temporary-folder.ts";
import { endProcess } from "../tools/child-process.ts";
import { freePort } from "../tools/network.ts";

/** An agent has two calls at most. */
const callsOfEach = 2;
const password = "Rideau-Rouge-7";

describe("three processes behind a balancer", () => {
  let database: Awaited<ReturnType<typeof testDatabase>>;
  let redis: TestRedis;
  let balancer: ChildProcess;
  let mails: Awaited<ReturnType<typeof startMailServer>>;
  const dataDir = temporaryFolder();
  let url: string;
  let nodes: TestNode[];
  const sockets: Socket[] = [];
  /** Recipients of delivered mails, each Message-ID once. */
  const delivered = () => [
    ...new Map(mails.received.map(({ messageId, recipients }) => [messageId, recipients[0]])).values(),
  ];

  const run = (port: number) =>
    runNode(port, dataDir, {
      PUBLIC_URL: url,
      MONGODB_URI: database.uri,
      REDIS_URL: redis.url,
      SMTP_URL: `smtp://127.0.0.1:${mails.port}`,
    });
  const isReady = (port: number) => until(async () => (await readinessOf(port)) === "ready");

  async function restart(index: number, signal: "SIGKILL" | "SIGTERM"): Promise<number | string> {
    const node = nodes[index];
    if (!node) throw new Error(`no process ${index}`);
    const how = await endProcess(node.child, signal);
    nodes[index] = run(node.port);
    return how;
  }

  beforeAll(async () => {
    [database, redis, mails] = await Promise.all([testDatabase(), testRedis(), startMailServer()]);
    const [port, ...ports] = await Promise.all([freePort(), freePort(), freePort(), freePort()]);
    url = `http://127.0.0.1:${port}`;
    // All start at once, with an empty database.
    nodes = ports.map(run);
    balancer = await startBalancer(dataDir, Number(port), ports);
    await Promise.all(ports.map(isReady));
    await until(async () => (await request("GET", "/health/ready")).status === 200);
  }, 240_000);

  afterAll(async () => {
    for (const socket of sockets) socket.disconnect();
    await endProcess(balancer, "SIGKILL");
    await Promise.all(nodes.map(({ child }) => endProcess(child, "SIGKILL")));
    await redis.kill();
    await mails.close();
    await database.close();
  });

  /** Repeats a request whose process dies behind the balancer. */
  async function request(
    method: string,
    path: string,
    options: RequestOptions = {},
  ): Promise<Answer & { tries: number }> {
    const sent = { source: freshSource(), ...options };
    const deadline = Date.now() + 60_000;
    for (let tries = 1; ; tries++) {
      const answer = await createRequest(url)(method, path, sent).catch((error: Error) => {
        // The connection failed; by its name, since jest has a TypeError of its own.
        if (error.name !== "TypeError") throw error;
      });
      // Without a request id it comes from the balancer.
      if (answer && (answer.status < 502 || answer.headers.has("x-request-id"))) return { ...answer, tries };
      if (Date.now() > deadline) throw new Error(`${path} is not answered`);
      await delay(100);
    }
  }

  async function signIn(email: string) {
    const { status, body, cookies } = await request("POST", "/api/auth/login", { body: { email, password } });
    if (status !== 200) throw new Error(`${email} cannot sign in: ${JSON.stringify(body)}`);
    return { token: body.data.accessToken as string, cookies };
  }

  const connect = (token: string) => {
    const socket = io(url, {
      transports: ["websocket"],
      forceNew: true,
      auth: { token },
      reconnectionDelay: 100,
      reconnectionDelayMax: 500,
    });
    sockets.push(socket);
    return socket;
  };

  /** Follows the wall. @returns the calls and presences that a screen shows */
  function followWall(token: string) {
    const shown = new Set<string>();
    const presences = new Map<string, Presence>();
    const take = ({ calls, gone, team = [] }: DeskChange) => {
      for (const { callId } of calls) shown.add(callId);
      for (const callId of gone) shown.delete(callId);
      for (const { role, presence } of team) presences.set(role, presence);
    };
    const socket = connect(token);
    socket.on("desk_changed", take);
    socket.on("connect", () =>
      socket.emit("follow_desk", { callIds: [] }, (answer: DeskAnswer) => {
        if (!answer.success) return;
        shown.clear();
        presences.clear();
        take(answer.data);
      }),
    );
    return { shown, presences };
  }

  /** Opens an agent's page. @returns the whispers, watchers' names and helpers that it receives, by call */
  function beAgent(token: string) {
    const whispers = new Map<string, string>();
    const watching = new Map<string, readonly string[]>();
    const helped = new Map<string, string | undefined>();
    const socket = connect(token);
    socket.on("suggestion", ({ provider, id, callId, text }: Suggestion) => {
      if (provider !== "coach" || whispers.has(id)) return;
      whispers.set(id, text);
      void request("PUT", `/api/calls/${callId}/suggestions/${id}`, { token, body: { state: "delivered" } });
    });
    socket.on("call_watchers", ({ callId, names }: ServerEvent<"call_watchers">) =>
      watching.set(callId, names),
    );
    socket.on("help_changed", ({ callId, help }: HelpRequest) => helped.set(callId, help?.takenBy?.name));
    return { whispers, watching, helped };
  }

  test("lose nothing while they and Redis are killed and restarted one after the other", async () => {
    const [agent, analyst, manager] = await Promise.all(
      (["agent", "analyst", "manager"] as const).map((role) => signIn(`${role}@lumiere.example`)),
    );
    if (!agent || !analyst || !manager) throw new Error("somebody is missing");
    const supervisor = await signIn("supervisor@lumiere.example");
    const watchers = [manager, supervisor, supervisor].map(({ token }) => connect(token));
    async function begin(token: string) {
      const { status, body } = await request("POST", "/api/simulation/start", { token, body: {} });
      if (status !== 200) return undefined;
      const { callId, sessionId } = body.data as { callId: string; sessionId: string };
      return { callId, token, watched: watchers.map((socket) => followLines(socket, sessionId)) };
    }
    type Begun = NonNullable<Awaited<ReturnType<typeof begin>>>;
    const hasEnded = ({ watched }: Begun) => watched.every((received) => received.hasEnded());
    /** All calls, the ended ones too. */
    const calls: Begun[] = [];
    const running = () => calls.filter((call) => !hasEnded(call));
    /** A scripted call ends with its process: its agent begins another one. */
    async function keepCalling() {
      for (const { token } of [agent, analyst, manager].flatMap((who) => Array(callsOfEach).fill(who))) {
        if (running().filter((call) => call.token === token).length === callsOfEach) continue;
        const call = await begin(token);
        if (call) calls.push(call);
      }
    }
    const allReceivedMore = async () => {
      await until(async () => {
        await keepCalling();
        return running().length === callsOfEach * 3;
      });
      const before = running().map((call) => ({ ...call, counts: call.watched.map(({ count }) => count()) }));
      await until(async () =>
        before.every(({ watched, counts }) =>
          watched.every((received, at) => received.hasEnded() || received.count() > (counts[at] ?? 0)),
        ),
      );
    };

    /** How often the registration of each address was sent until it was acknowledged. */
    const registered = new Map<string, number>();
    let over = false;
    const visitors = (async () => {
      while (!over) {
        const form = registrationForm();
        const { status, tries } = await request("POST", "/api/auth/register", { body: form });
        if (status < 300) registered.set(form.email, tries);
        // Nobody of those at work: an account has a hundred sessions, and its first ones end.
        await signIn("admin@lumiere.example");
        await delay(150);
      }
    })();

    const walls = [manager, supervisor].map(({ token }) => followWall(token));
    const page = beAgent(agent.token);
    const ownCall = () => running().find(({ token }) => token === agent.token)?.callId ?? "none";
    /** Waits until both walls show both people as present, and the agent has the names of both watchers. */
    const allPresent = async () => {
      await until(async () => {
        // The end of a killed process's call may come after its lines were waited for.
        await keepCalling();
        return walls.every(
          ({ presences }) =>
            presences.get("supervisor") === "available" && presences.get("agent") === "in-call",
        );
      });
      await until(async () => page.watching.get(ownCall())?.length === 2);
    };
    const comesToHelp = async (name: string, token: string) => {
      const callId = ownCall();
      const path = `/api/calls/${callId}/help`;
      expect((await request("DELETE", path, { token: agent.token })).status).toBe(200);
      expect((await request("POST", path, { token: agent.token })).status).toBe(200);
      expect((await request("PUT", `${path}/taken`, { token })).status).toBe(200);
      await until(async () => page.helped.get(callId) === name);
    };
    /** The calls of acknowledged whispers, by the whispers' ids. */
    const sent = new Map<string, string>();
    const coach = (async () => {
      for (let number = 1; !over; number++) {
        const body = { id: randomUUID(), text: `Conseil ${number}` };
        const callId = ownCall();
        const path = `/api/calls/${callId}/whispers`;
        const { status } = await request("POST", path, { token: supervisor.token, body });
        if (status === 200) sent.set(body.id, callId);
        // Thirty a minute are allowed.
        await delay(2100);
      }
    })();

    await allReceivedMore();
    await allPresent();
    expect(await restart(0, "SIGKILL")).toBe("SIGKILL");
    await allReceivedMore();
    await allPresent();
    await isReady(nodes[0]?.port ?? 0);
    expect(await restart(1, "SIGTERM")).toBe(0);
    await isReady(nodes[1]?.port ?? 0);
    await redis.kill();
    expect(await restart(2, "SIGKILL")).toBe("SIGKILL");
    await until(async () => (await readinessOf(nodes[0]?.port ?? 0)) === "degraded");
    await allReceivedMore();
    await allPresent();
    await comesToHelp("Sophie Girard", supervisor.token);
    await redis.start();
    await Promise.all(nodes.map(({ port }) => isReady(port)));
    over = true;
    await Promise.all([visitors, coach]);
    expect(sent.size).toBeGreaterThan(3);
    const active = new Set(running().map(({ callId }) => callId));
    const whispered = [...sent].filter(([, callId]) => active.has(callId)).map(([id]) => id);
    await until(async () => whispered.every((id) => page.whispers.has(id)));
    const path = `/api/calls/${ownCall()}/whispers`;
    const { body: kept } = await request("GET", path, { token: supervisor.token });
    expect(kept.data.whispers.map(({ id }: Suggestion) => id).toSorted()).toEqual(whispered.toSorted());
    await until(async () => walls.every(({ shown }) => [...active].every((callId) => shown.has(callId))));

    for (const { callId, token } of running()) {
      const body = { callId, reason: "user_ended" };
      expect((await request("POST", "/api/simulation/end", { token, body })).status).toBe(200);
    }
    for (const { callId, token, watched } of calls) {
      const { body } = await request("GET", `/api/calls/${callId}/transcript`, { token });
      const lines: Line[] = body.data.lines;
      expect(lines.map(({ seq }) => seq)).toEqual(lines.map((_line, index) => index + 1));
      expect(lines.map(({ id }) => id)).toEqual(lines.map((_line, index) => `${callId}-${index + 1}`));
      for (const received of watched) {
        await until(async () => received.hasEnded() && received.count() === lines.length);
        expect(received.lines()).toEqual(lines);
      }
    }
    expect(calls.length).toBeGreaterThan(callsOfEach * 3);
    await until(async () => walls.every(({ shown }) => ![...active].some((callId) => shown.has(callId))));
    expect(registered.size).toBeGreaterThan(10);
    await until(async () => {
      const recipients = new Set(delivered());
      return [...registered.keys()].every((email) => recipients.has(email));
    });
    // A process that takes over a mail sends it under the same Message-ID. A registration whose process died before its
    // answer is sent again, and its address gets another mail about that.
    const mailsTo = (email: string) => delivered().filter((to) => to === email).length;
    expect([...registered].filter(([email, tries]) => mailsTo(email) > tries)).toEqual([]);
    expect(delivered().filter((to) => to === undefined || !registered.has(to))).toEqual([]);
    // The first token is valid at each process until it is signed out.
    const atEach = () =>
      Promise.all(
        nodes.map(({ port }) =>
          fetch(`http://127.0.0.1:${port}/api/calls/none`, {
            headers: { authorization: `Bearer ${agent.token}` },
          }).then(({ status }) => status),
        ),
      );
    expect(await atEach()).toEqual([404, 404, 404]);
    await request("POST", "/api/auth/logout", { token: agent.token, cookies: agent.cookies });
    expect(await atEach()).toEqual([401, 401, 401]);
  }, 300_000);
});
