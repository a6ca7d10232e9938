import { once } from "node:events";
import WebSocket from "ws";
import { until } from "../../testing/app.ts";
import { next } from "../../testing/calls/call-events.ts";
import { startCalls, type TestCalls } from "../../testing/calls/calls.ts";
import { agent, colleague, type Person, tokenOf } from "../../testing/people/call-people.ts";

const socketsOfAccount = 20;
const silentOfSource = 3;

describe("connections", () => {
  let server: TestCalls;
  const raw: WebSocket[] = [];

  beforeEach(async () => {
    server = await startCalls({ tuning: { caps: { ofAccount: socketsOfAccount, silentOfSource } } });
  });
  afterEach(async () => {
    for (const socket of raw.splice(0)) socket.terminate();
    await server.close();
  });

  const pageOf = (person: Person, page: string) =>
    server.socket(person, { auth: { token: tokenOf(person), page }, reconnection: false });

  /** The result of connecting: "connected", or the refusal's code and message. */
  function outcome(socket: ReturnType<typeof pageOf>): Promise<string> {
    return new Promise((resolve) => {
      socket.once("connect", () => resolve("connected"));
      socket.once("connect_error", (error: Error & { data?: { code: string } }) =>
        resolve(`${error.data?.code}: ${error.message}`),
      );
      socket.connect();
    });
  }

  const open = (howMany: number) =>
    Promise.all(Array.from({ length: howMany }, (_, at) => outcome(pageOf(agent, `page-of-agent-${at}`))));

  /** Opens a connection that presents no token. */
  async function dial(): Promise<WebSocket> {
    const url = `${server.url.replace("http", "ws")}/socket.io/?EIO=4&transport=websocket`;
    const socket = new WebSocket(url);
    raw.push(socket);
    await once(socket, "message");
    return socket;
  }

  test("of one account are limited to twenty, also where many are opened at the same moment", async () => {
    const outcomes = await open(30);
    expect(outcomes.filter((each) => each === "connected")).toHaveLength(socketsOfAccount);
    expect(new Set(outcomes.filter((each) => each !== "connected"))).toEqual(
      new Set(["RATE_LIMITED: This account has too many open tabs. Close some, then try again."]),
    );
    expect(await outcome(pageOf(colleague, "page-of-colleague"))).toBe("connected");
  });

  test("of one account leave room for another when one of them ends", async () => {
    const [first = pageOf(agent, ""), ...others] = Array.from({ length: socketsOfAccount }, (_, at) =>
      pageOf(agent, `page-of-agent-${at}`),
    );
    await Promise.all([first, ...others].map(outcome));
    expect(await outcome(pageOf(agent, "one-too-many"))).toMatch(/^RATE_LIMITED/);
    first.disconnect();
    await until(async () => (await outcome(pageOf(agent, "one-too-many"))) === "connected");
  });

  test("of a page replace its previous one, which the server may still consider alive", async () => {
    await open(socketsOfAccount - 1);
    const before = pageOf(agent, "page-that-was-cut-off");
    expect(await outcome(before)).toBe("connected");
    const replaced = next(before, "disconnect");
    expect(await outcome(pageOf(agent, "page-that-was-cut-off"))).toBe("connected");
    await replaced;
    // Another account's page of the same name is another page.
    expect(await outcome(pageOf(colleague, "page-of-agent-0"))).toBe("connected");
    expect(await outcome(pageOf(agent, "one-too-many"))).toMatch(/^RATE_LIMITED/);
  });

  test("without a token are refused and closed at once", async () => {
    const socket = await dial();
    const began = performance.now();
    socket.send("40");
    const [refusal] = await once(socket, "message");
    expect(String(refusal)).toContain("TOKEN_INVALID");
    await once(socket, "close");
    // Well before a silent connection times out.
    expect(performance.now() - began).toBeLessThan(4000);
  });

  test("without a token are replaced by newer ones of their source, and prevent no page from connecting", async () => {
    const began = performance.now();
    const silent = [await dial(), await dial(), await dial()];
    const [oldest] = silent;
    const closed = oldest && once(oldest, "close");
    expect(await outcome(pageOf(agent, "page-of-agent"))).toBe("connected");
    await closed;
    expect(performance.now() - began).toBeLessThan(4000);
    expect(silent.slice(1).map(({ readyState }) => readyState)).toEqual([WebSocket.OPEN, WebSocket.OPEN]);
    // The page is not replaced, because it has presented its token.
    for (let more = 0; more < 5; more++) await dial();
    expect(await outcome(pageOf(agent, "another-page"))).toBe("connected");
    expect(await server.metric("souffleur_sockets")).toBe(2);
  });

  test("are closed after a second token", async () => {
    const socket = await dial();
    const closed = once(socket, "close");
    const hello = `40${JSON.stringify({ token: tokenOf(agent) })}`;
    for (let sent = 0; sent < 50; sent++) socket.send(hello);
    await closed;
    await until(async () => (await server.metric("souffleur_sockets")) === 0);
    expect(new Set(await open(socketsOfAccount))).toEqual(new Set(["connected"]));
  });
});
