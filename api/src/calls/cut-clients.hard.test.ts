import type { Duplex } from "node:stream";
import { type Line, scenarioNames } from "@souffleur/contracts";
import type { JoinAnswer } from "@souffleur/contracts/realtime";
import { join, next, onLine, type TestSocket } from "../../testing/calls/call-events.ts";
import { startCalls, type TestCalls } from "../../testing/calls/calls.ts";
import { agent, supervisor } from "../../testing/people/call-people.ts";
import { scenarios } from "./simulation/scenarios.ts";

const callCount = 40;
/** Calls that begin at once; with more, the clients on a slow machine would connect after the end of their calls. */
const atOnce = 10;
/** Over all clients. At an interval of time, a slow machine would cut most clients before they are back. */
const linesBetweenCuts = 5;

/**
 * A client like the screen: it joins after its last line whenever it connects, and keeps the lines that it receives.
 * It neither sorts nor drops lines: the server must send each line once and in order.
 */
async function watch(server: TestCalls, person: typeof agent, sessionId: string, counted: () => void) {
  const received: Line[] = [];
  const socket = server.socket(person, { reconnectionAttempts: Number.POSITIVE_INFINITY });
  socket.on("connect", rejoin);
  // A refusal (the database of a busy machine does not answer in time) ends the library's own attempts.
  socket.on("connect_error", () => {
    if (!socket.active) setTimeout(() => socket.connect(), 100);
  });
  onLine(socket, (line: Line) => {
    if (line.sessionId === sessionId) received.push(line);
    counted();
  });
  const ended = next<{ sessionId: string }>(socket, "call_ended", (call) => call.sessionId === sessionId);

  /** Uses a callback, because the next event after the answer would be handled before a promise continues. */
  function rejoin(): void {
    const payload = { sessionId, after: received.at(-1)?.seq };
    socket.emit("join_call_session", payload, (answer: JoinAnswer) => {
      // As the screen does where the database of a busy machine does not answer in time.
      if (!answer.success) return void setTimeout(rejoin, 100);
      received.push(...answer.data.lines);
      if (answer.data.status === "ended") finished();
    });
  }
  let finished = () => {};
  const done = new Promise<void>((resolve) => {
    finished = resolve;
    void ended.then(() => resolve());
  });
  const connected = next(socket, "connect");
  socket.connect();
  await connected;
  return { socket, received, done };
}

test("sends each line once to clients whose connections are cut at random moments during 40 calls", async () => {
  const server = await startCalls({ tuning: { speed: 60 } });
  const wires = new Set<Duplex>();
  server.server.on("upgrade", (_req, wire) => {
    wires.add(wire);
    wire.once("close", () => wires.delete(wire));
  });
  let lines = 0;
  let cuts = 0;
  const cut = () => {
    lines++;
    const wire = [...wires][Math.floor(Math.random() * wires.size)];
    if (wire === undefined || lines % linesBetweenCuts > 0) return;
    wire.destroy();
    cuts++;
  };

  const begin = async (index: number) => {
    const scenario = scenarioNames[index % scenarioNames.length] ?? "discovery";
    // Each call has its own agent: all events of one agent's calls go to all of the agent's pages.
    const caller = { ...agent, id: `${agent.id}-${index}` };
    const call = await server.begin(caller, { scenario });
    // Every tenth call has a second watcher.
    const people = index % 10 === 0 ? [caller, supervisor] : [caller];
    const watching = people.map((person) => watch(server, person, call.sessionId, cut));
    return (await Promise.all(watching)).map((watcher) => ({ scenario, call, caller, ...watcher }));
  };
  const watchers: Awaited<ReturnType<typeof begin>> = [];
  for (let first = 0; first < callCount; first += atOnce) {
    const begun = await Promise.all(Array.from({ length: atOnce }, (_, index) => begin(first + index)));
    watchers.push(...begun.flat());
  }

  await Promise.all(watchers.map(({ done }) => done));
  const reconnected = (socket: TestSocket) => (socket.connected ? undefined : next(socket, "connect"));
  await Promise.all(watchers.map(({ socket }) => reconnected(socket)));
  for (const { socket, call, received } of watchers) {
    const rest = await join(socket, call.sessionId, received.at(-1)?.seq);
    if (rest.success) received.push(...rest.data.lines);
  }

  expect(cuts).toBeGreaterThan(callCount);
  for (const { scenario, call, caller, received } of watchers) {
    const { body } = await server.api(caller, "GET", `/api/calls/${call.callId}/transcript`);
    expect(received.map(({ seq }) => seq)).toEqual(scenarios[scenario].lines.map((_, index) => index + 1));
    expect(received).toEqual(body.data.lines);
  }
  await server.close();
}, 480_000);
