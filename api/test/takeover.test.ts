import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Line } from "@souffleur/contracts";
import type { JoinAnswer } from "@souffleur/contracts/realtime";
import { io, type Socket } from "socket.io-client";
import { until } from "../testing/app.ts";
import { onLine } from "../testing/call-events.ts";
import { connected } from "../testing/connect-socket.ts";
import { testDatabase } from "../testing/database.ts";
import { readinessOf, runNode, type TestNode, type TestRedis, testRedis } from "../testing/nodes.ts";
import { createRequest } from "../testing/request.ts";
import { endProcess } from "../tools/end-process.ts";
import { freePort } from "../tools/network.ts";

const password = "Rideau-Rouge-7";
/** The time limit for the next line after a process dies. */
const takeoverMs = 5000;
/** Other load on the machine must not fail the test. */
const attempts = 3;

interface Piece {
  messageId: string;
  is_final: boolean;
}

describe("a scripted call", () => {
  let database: Awaited<ReturnType<typeof testDatabase>>;
  let redis: TestRedis;
  let folder: string;
  const running = new Set<TestNode>();
  const sockets: Socket[] = [];

  beforeAll(async () => {
    [database, redis, folder] = await Promise.all([
      testDatabase(),
      testRedis(),
      mkdtemp(join(tmpdir(), "souffleur-takeover-")),
    ]);
  });
  afterEach(async () => {
    for (const socket of sockets.splice(0)) socket.disconnect();
    await Promise.all([...running].map(({ child }) => endProcess(child, "SIGKILL")));
    running.clear();
  });
  afterAll(async () => {
    await redis.kill();
    await database.close();
    await rm(folder, { recursive: true, force: true });
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

  /** Joins a call at a process. @returns its stored lines and its live transcription */
  async function watch({ port }: TestNode, { sessionId, token }: { sessionId: string; token: string }) {
    const socket = io(`http://127.0.0.1:${port}`, {
      transports: ["websocket"],
      forceNew: true,
      auth: { token },
    });
    sockets.push(socket);
    const lines: Line[] = [];
    const pieces: Piece[] = [];
    onLine(socket, (line: Line) => lines.push(line));
    socket.on("live_transcription", (piece: Piece) => pieces.push(piece));
    await connected(socket);
    const answer: JoinAnswer = await socket.emitWithAck("join_call_session", { sessionId });
    if (!answer.success) throw new Error(answer.error);
    lines.unshift(...answer.data.lines);
    return {
      lines,
      pieces,
      more: (howMany: number, before = lines.length) => until(async () => lines.length >= before + howMany),
    };
  }

  const idsOf = ({ callId }: { callId: string }, lines: readonly Line[]) =>
    lines.map((_line, index) => `${callId}-${index + 1}`);

  test("continues at another process within five seconds of its process' death", async () => {
    const survivor = await startNode();
    const gaps: number[] = [];
    while (gaps.length < attempts && !gaps.some((gap) => gap <= takeoverMs)) {
      const dying = await startNode();
      const call = await begin(dying, "agent");
      const received = await watch(survivor, call);
      await received.more(1);
      const before = received.pieces.length;
      await until(async () => received.pieces.length > before);
      await endProcess(dying.child, "SIGKILL");
      running.delete(dying);
      const died = performance.now();
      const taken = received.pieces.length;
      await until(async () => received.pieces.length > taken);
      gaps.push(performance.now() - died);
      await received.more(1);
      await post(survivor, "/api/simulation/end", { callId: call.callId }, call.token);
      expect(received.lines.map(({ id }) => id)).toEqual(idsOf(call, received.lines));
    }
    expect(Math.min(...gaps)).toBeLessThanOrEqual(takeoverMs);
  }, 240_000);

  test("emits each line once when its process was only suspended, and when it takes the call back from another suspended one", async () => {
    const [first, second] = await Promise.all([startNode(), startNode()]);
    const call = await begin(first, "analyst");
    const [atFirst, atSecond] = [await watch(first, call), await watch(second, call)];
    await atSecond.more(1);

    first.child.kill("SIGSTOP");
    // After these the second process emits the lines.
    await atSecond.more(3);
    first.child.kill("SIGCONT");
    await atSecond.more(2);

    second.child.kill("SIGSTOP");
    await atFirst.more(2, atSecond.lines.length);
    second.child.kill("SIGCONT");
    await atFirst.more(2);
    await post(first, "/api/simulation/end", { callId: call.callId }, call.token);

    const kept = idsOf(call, atFirst.lines);
    for (const { lines, pieces } of [atFirst, atSecond]) {
      await until(async () => lines.length >= kept.length);
      expect(lines.map(({ id }) => id)).toEqual(kept);
      const finals = pieces.filter(({ is_final }) => is_final).map(({ messageId }) => messageId);
      expect(finals).toEqual([...new Set(finals)]);
    }
  }, 240_000);
});
