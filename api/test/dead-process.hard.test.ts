import type { Line } from "@souffleur/contracts";
import { io, type Socket } from "socket.io-client";
import { until } from "../testing/app.ts";
import { connected, followLines } from "../testing/calls/call-events.ts";
import { testDatabase } from "../testing/database/database.ts";
import {
  readinessOf,
  runNode,
  type TestNode,
  type TestRedis,
  testRedis,
} from "../testing/processes/nodes.ts";
import { createRequest } from "../testing/request.ts";
import { temporaryFolder } from "../testing/temporary-folder.ts";
import { endProcess } from "../tools/child-process.ts";
import { freePort } from "../tools/network.ts";

const password = "Rideau-Rouge-7";
describe("a scripted call", () => {
  let database: Awaited<ReturnType<typeof testDatabase>>;
  let redis: TestRedis;
  const folder = temporaryFolder();
  const running = new Set<TestNode>();
  const sockets: Socket[] = [];

  beforeAll(async () => {
    [database, redis] = await Promise.all([testDatabase(), testRedis()]);
  });
  afterEach(async () => {
    for (const socket of sockets.splice(0)) socket.disconnect();
    await Promise.all([...running].map(({ child }) => endProcess(child, "SIGKILL")));
    running.clear();
  });
  afterAll(async () => {
    await redis.kill();
    await database.close();
  });

  async function startNode(): Promise<TestNode> {
    const env = { MONGODB_URI: database.uri, REDIS_URL: redis.url };
    const node = runNode(await freePort(), folder, env);
    running.add(node);
    await until(async () => (await readinessOf(node.port)) === "ready");
    return node;
  }

  async function post({ port }: TestNode, path: string, body: object, token?: string) {
    const answer = await createRequest(`http://127.0.0.1:${port}`)("POST", path, { body, token });
    if (answer.status !== 200) throw new Error(`${path} answers ${answer.status}`);
    return answer.body.data;
  }

  async function begin(node: TestNode, role: string) {
    const { accessToken } = await post(node, "/api/auth/login", {
      email: `${role}@lumiere.example`,
      password,
    });
    const call = await post(node, "/api/simulation/start", {}, accessToken);
    return { ...(call as { callId: string; sessionId: string }), token: accessToken as string };
  }

  async function watch({ port }: TestNode, { sessionId, token }: { sessionId: string; token: string }) {
    const options = { transports: ["websocket"], forceNew: true, auth: { token } };
    const socket = await connected(io(`http://127.0.0.1:${port}`, options));
    sockets.push(socket);
    return followLines(socket, sessionId);
  }

  async function stored({ port }: TestNode, { callId, token }: { callId: string; token: string }) {
    const get = createRequest(`http://127.0.0.1:${port}`);
    const { body } = await get("GET", `/api/calls/${callId}`, { token });
    const { lines } = (await get("GET", `/api/calls/${callId}/transcript`, { token })).body.data;
    return { call: body.data.call, lines: lines as Line[] };
  }

  test("gets no further line from its process once another has ended it", async () => {
    const [first, second] = await Promise.all([startNode(), startNode()]);
    const call = await begin(first, "analyst");
    const [atFirst, atSecond] = [await watch(first, call), await watch(second, call)];
    await until(async () => atSecond.count() > 0);
    first.child.kill("SIGSTOP");
    await until(async () => atSecond.hasEnded());
    const { lines } = await stored(second, call);
    first.child.kill("SIGCONT");
    // The script's line that was due while the process was suspended is played, and refused, before this call begins.
    const again = await begin(first, "analyst");
    const next = await watch(first, again);
    await until(async () => next.count() > 0 && atFirst.hasEnded());
    expect(await stored(first, call)).toMatchObject({ call: { status: "ended", seq: lines.length }, lines });
    for (const received of [atFirst, atSecond]) {
      await until(async () => received.count() >= lines.length);
      expect(received.lines()).toEqual(lines);
    }
  }, 240_000);
});
