import { type Call, getCall, limits, listCalls, refresh } from "@souffleur/contracts";
import {
  type JoinAnswer,
  type ServerEvent,
  type ServerEventName,
  serverEvents,
} from "@souffleur/contracts/realtime";
import { act, render, screen, waitFor } from "@testing-library/react";
import { Server, type Socket } from "socket.io";
import { readSavedRecord, writeSavedRecord } from "../session/saved-record.ts";
import { signOut, startSession } from "../session/session.ts";
import { refused, saveSession, someUser, startApi, tokenFor } from "../testing/render-app.tsx";
import { startHeartbeat } from "./heartbeat.ts";
import { useConnectionStatus, useRunningCall } from "./hooks.ts";
import { onServerEvent, reconnect, startRealtime } from "./socket.ts";
import { joinCallSession } from "./socket-requests.ts";

const user = someUser();
const line: ServerEvent<"conversation_message"> = {
  id: "line-1",
  callId: "call-1",
  sessionId: "1d9b6a9e-6a0e-4a53-8a25-6f9b2c2d2f10",
  seq: 1,
  sender: "client",
  text: "Bonjour",
  timestamp: "2026-01-05T09:00:00.000Z",
  confidence: 0.9,
  isTranscription: true,
};

const started: ServerEvent<"call_started"> = {
  callId: line.callId,
  sessionId: line.sessionId,
  startedAt: line.timestamp,
  source: "telephony",
  agentName: "Ana Ruiz",
  customer: { name: "Lina Roy" },
};

let api: Awaited<ReturnType<typeof startApi>>;
let io: Server;
/** The tokens of the handshakes, in order. */
let tokens: unknown[];
let accept: (token: unknown) => Error | undefined;
let stops: (() => void)[];

// One server for all tests, because the page's socket keeps the address of its first connection.
beforeAll(async () => {
  api = await startApi();
  api.servePage();
  io = new Server(api.server, { transports: ["websocket"] });
  io.use((socket, next) => {
    tokens.push(socket.handshake.auth.token);
    next(accept(socket.handshake.auth.token));
  });
});
beforeEach(() => {
  tokens = [];
  accept = () => undefined;
  stops = [];
  api.on(refresh, () => refused("SESSION_EXPIRED", "Session expired."));
});
afterEach(async () => {
  writeSavedRecord(undefined);
  await act(async () => {
    for (const stop of stops) stop();
  });
  io.disconnectSockets(true);
});
afterAll(async () => {
  await io.close();
  await api.close();
});

function refusal(code: string): Error {
  return Object.assign(new Error(code), { data: { code } });
}

function Watcher() {
  const status = useConnectionStatus();
  const call = useRunningCall();
  return (
    <>
      <p>{status}</p>
      {call !== undefined && <p>In a call with {call.customer.name}</p>}
    </>
  );
}

/** Shortens a wait of the page's to so many ms, since the connection is a real one. */
function shorten(wait: keyof typeof limits, ms: number): void {
  const shortened = jest.replaceProperty(limits as Record<string, unknown>, wait, ms);
  stops.push(() => shortened.restore());
}

/** Adds a handler for this test only. */
function onConnection(handler: (socket: Socket) => void): void {
  io.on("connection", handler);
  stops.push(() => void io.off("connection", handler));
}

async function open() {
  saveSession(user);
  render(<Watcher />);
  await act(async () => {
    stops.push(startSession(), startRealtime());
  });
}

async function openConnected() {
  await open();
  expect(await screen.findByText("connected")).toBeVisible();
}

function closeConnections() {
  for (const socket of io.sockets.sockets.values()) socket.conn.close();
}

test("the socket opens with the session's token and closes at sign-out", async () => {
  await openConnected();
  expect(tokens).toEqual([readSavedRecord()?.accessToken]);
  await act(() => signOut());
  expect(screen.getByText("offline")).toBeVisible();
  await waitFor(() => expect(io.sockets.sockets.size).toBe(0));
});

describe("a connection on which nothing is answered", () => {
  const connectionsOf = () => {
    const ids = new Set<string>();
    onConnection(({ id }) => void ids.add(id));
    return ids;
  };

  test("is shown as lost in a call until it is answered, and is then the same connection", async () => {
    const connections = connectionsOf();
    let answer: ((data: object) => void) | undefined;
    onConnection((socket) =>
      socket.on("heartbeat", (_payload, acknowledge) => {
        answer = acknowledge;
      }),
    );
    await openConnected();
    stops.push(startHeartbeat());
    act(() => void io.emit("call_started", started));
    expect(await screen.findByText("connecting")).toBeVisible();
    act(() => answer?.({ success: true, data: {} }));
    expect(await screen.findByText("connected")).toBeVisible();
    expect(connections.size).toBe(1);
  }, 40_000);

  test("is replaced when it is silent for too long", async () => {
    shorten("silentMaxMs", limits.silentMs + limits.heartbeatMs);
    const connections = connectionsOf();
    await openConnected();
    stops.push(startHeartbeat());
    act(() => void io.emit("call_started", started));
    await waitFor(() => expect(connections.size).toBe(2), { timeout: 30_000 });
  }, 40_000);

  test("is left alone without a call", async () => {
    const connections = connectionsOf();
    let beats = 0;
    onConnection((socket) => socket.onAny(() => (beats += 1)));
    await openConnected();
    jest.useFakeTimers();
    stops.push(startHeartbeat(), () => void jest.useRealTimers());
    await act(() => jest.advanceTimersByTimeAsync(20_000));
    expect([connections.size, beats]).toEqual([1, 0]);
  });
});

test("the page identifies itself by the same id at each connection", async () => {
  const pages: unknown[] = [];
  onConnection((socket) => pages.push(socket.handshake.auth.page));
  await open();
  await waitFor(() => expect(pages).toHaveLength(1));
  closeConnections();
  await waitFor(() => expect(pages).toHaveLength(2));
  expect(pages[0]).toMatch(/^[\w-]{8,64}$/);
  expect(pages[1]).toBe(pages[0]);
});

test("without a session no socket is opened", async () => {
  render(<Watcher />);
  await act(async () => {
    stops.push(startSession(), startRealtime());
    reconnect();
  });
  expect(screen.getByText("offline")).toBeVisible();
  expect(tokens).toEqual([]);
});

test("a token that is refused as expired is renewed, and the socket opens with the new one", async () => {
  const renewed = tokenFor(user, 1800);
  api.answer(refresh, () => ({ data: { accessToken: renewed } }));
  accept = (token) => (token === renewed ? undefined : refusal("TOKEN_EXPIRED"));
  await openConnected();
  expect(tokens.at(-1)).toBe(renewed);
});

test("a token that is refused again right after its renewal is not renewed again", async () => {
  let renewals = 0;
  api.answer(refresh, () => ({ data: { accessToken: tokenFor(user, 1000 + ++renewals) } }));
  accept = () => refusal("TOKEN_INVALID");
  await open();
  await waitFor(() => expect(tokens).toHaveLength(2));
  await waitFor(() => expect(screen.getByText("offline")).toBeVisible());
  expect(renewals).toBe(1);
});

test("a refusal that is not about the token is tried again slowly, and at once when the page is looked at", async () => {
  accept = () => refusal("DATABASE_UNAVAILABLE");
  shorten("socketSlowReconnectMs", 2 * limits.socketReconnectDelayMs);
  await open();
  await waitFor(() => expect(tokens).toHaveLength(1));
  const before = performance.now();
  await waitFor(() => expect(tokens).toHaveLength(2));
  expect(performance.now() - before).toBeGreaterThan(limits.socketSlowReconnectMs - 500);
  expect(screen.getByText("offline")).toBeVisible();
  accept = () => undefined;
  act(() => void window.dispatchEvent(new Event("focus")));
  expect(await screen.findByText("connected")).toBeVisible();

  // The connection is lost again: the specified attempts come first.
  const lost = performance.now();
  closeConnections();
  await waitFor(() => expect(tokens).toHaveLength(4));
  expect(performance.now() - lost).toBeLessThan(5000);
}, 40_000);

test("a session that the server has ended also ends in this page", async () => {
  await openConnected();
  await act(async () => {
    io.disconnectSockets(true);
    await waitFor(() => expect(readSavedRecord()).toBeUndefined());
  });
  expect(screen.getByText("offline")).toBeVisible();
});

test("an event that matches its contract is received, and any other is dropped", async () => {
  const warn = jest.spyOn(console, "warn").mockImplementation(() => {});
  await openConnected();
  const names = Object.keys(serverEvents) as ServerEventName[];
  const received: string[] = [];
  for (const name of names) stops.push(onServerEvent(name, () => received.push(name)));
  const oddities = [{}, { text: 7 }, [], "text", null, undefined];
  for (const name of names) for (const payload of oddities) io.emit(name, payload);
  stops.push(onServerEvent("*", (_event, name) => received.push(`any: ${name}`)));
  io.emit("conversation_message", line);
  await waitFor(() => expect(received).toEqual(["conversation_message", "any: conversation_message"]));
  expect(warn.mock.calls.length).toBeGreaterThanOrEqual(names.length * oddities.length);
  warn.mockRestore();
});

test("the first reconnection comes after a full second, without random jitter", async () => {
  // The value for which the library's jitter would give the shortest delay.
  const random = jest.spyOn(Math, "random").mockReturnValue(0.89);
  let lostAt = Number.POSITIVE_INFINITY;
  const waits: number[] = [];
  accept = () => {
    waits.push(performance.now() - lostAt);
    return undefined;
  };
  await openConnected();
  lostAt = performance.now();
  closeConnections();
  await waitFor(() => expect(waits).toHaveLength(2));
  random.mockRestore();
  // A timer may fire up to a millisecond early.
  expect(waits[1]).toBeGreaterThanOrEqual(limits.socketReconnectDelayMs - 1);
});

test("the running call is known until it ends, even if it ends while the connection is lost", async () => {
  const { callId, sessionId, timestamp } = line;
  const ended = { sessionId, endedAt: timestamp, durationSeconds: 1 };
  await openConnected();
  io.emit("call_started", { ...started, customer: { name: "Paul Mercier" } });
  expect(await screen.findByText("In a call with Paul Mercier")).toBeVisible();
  io.emit("call_ended", { ...ended, callId: "another" });
  io.emit("call_started", started);
  expect(await screen.findByText("In a call with Lina Roy")).toBeVisible();
  io.emit("call_ended", { ...ended, callId });
  await waitFor(() => expect(screen.queryByText(/In a call/)).not.toBeInTheDocument());

  io.emit("call_started", started);
  await screen.findByText("In a call with Lina Roy");
  closeConnections();
  await waitFor(() => expect(screen.queryByText(/In a call/)).not.toBeInTheDocument());
  expect(screen.getByText("connected")).toBeVisible();
});

test("without a socket the running call is found, announced once, and known to be over", async () => {
  accept = () => new Error("no socket here");
  shorten("runningCallPollMs", 1000);
  const counts = { seq: 0, notes: "", notesRevision: 0, outcomeRevision: 0 };
  const running: Call = { ...started, ...counts, status: "active" };
  const listed = { ...started, status: "active", agentId: user.id, lines: 0, suggestionsUsed: 0 } as const;
  let isRunning = true;
  const asked: string[] = [];
  api.answer(listCalls, ({ query }) => {
    asked.push(query.toString());
    return { data: { calls: isRunning ? [listed] : [] } };
  });
  api.answer(getCall, () => ({ data: { call: running } }));
  const announced: unknown[] = [];
  stops.push(onServerEvent("call_started", (event) => announced.push(event)));
  await open();
  expect(await screen.findByText("In a call with Lina Roy")).toBeVisible();
  await waitFor(() => expect(asked.length).toBeGreaterThan(1));
  expect(announced).toEqual([started]);
  expect(asked[0]).toBe(`status=active&agentId=${user.id}&limit=1`);
  isRunning = false;
  await waitFor(() => expect(screen.queryByText(/In a call/)).not.toBeInTheDocument());
});

describe("the answer to joining", () => {
  type Join = { sessionId: string; after?: number };
  const joinedData = { callId: "call-1", status: "active", startedAt: line.timestamp, seq: 1, lines: [line] };
  const answerJoins = (reply: (asked: Join) => object) =>
    onConnection((socket) => socket.on("join_call_session", (asked, answer) => answer(reply(asked))));
  const { sessionId } = line;

  test("has the call's lines, or the refusal", async () => {
    answerJoins(({ after }) =>
      after === 0 ? { success: true, data: joinedData } : { success: false, error: "No.", code: "NOT_FOUND" },
    );
    await openConnected();
    const answers: JoinAnswer[] = [];
    for (const after of [0, 5]) await joinCallSession({ sessionId, after }, (answer) => answers.push(answer));
    expect(answers).toMatchObject([
      { success: true, data: { lines: [line] } },
      { success: false, code: "NOT_FOUND" },
    ]);
  });

  test("is handled before the events that follow it", async () => {
    onConnection((socket) =>
      socket.on("join_call_session", (_asked, answer) => {
        answer({ success: true, data: joinedData });
        socket.emit("conversation_message", line);
      }),
    );
    await openConnected();
    const order: string[] = [];
    stops.push(onServerEvent("conversation_message", ({ text }) => order.push(text)));
    await joinCallSession({ sessionId }, () => order.push("joined"));
    await waitFor(() => expect(order).toEqual(["joined", line.text]));
  });

  test("that does not match its contract is an error", async () => {
    answerJoins(() => ({ success: true }));
    await openConnected();
    const take = jest.fn();
    await expect(joinCallSession({ sessionId }, take)).rejects.toThrow();
    expect(take).not.toHaveBeenCalled();
  });
});

test("an event that this shell does not know, which a newer remote subscribes to, is dropped", async () => {
  const received: unknown[] = [];
  const warned = jest.spyOn(console, "warn").mockImplementation(() => {});
  stops.push(onServerEvent("event_of_later" as "call_watchers", (event) => received.push(event)));
  await openConnected();
  io.emit("event_of_later", { callId: "call-1" });
  await waitFor(() => expect(warned).toHaveBeenCalledTimes(1));
  expect(warned.mock.calls[0]?.[0]).toContain("event_of_later");
  expect(received).toEqual([]);
  warned.mockRestore();
});
