import {
  JoinAnswer,
  JoinCallSession,
  type ServerEventName,
  serverEvents,
  socketAnswers,
} from "@souffleur/contracts/realtime";
import fc from "fast-check";
import { io, type Socket } from "socket.io-client";
import { connected } from "../../testing/calls/call-events.ts";
import { hostileText, hostileValue, spoiled } from "./hostile-values.ts";
import { type Foreign, leak } from "./judge.ts";
import { inputOf, type Known } from "./schema-values.ts";

/** One message of a client on its socket: an event, or bytes that are no packet. */
export type FuzzEvent = { event: string; args: unknown[]; answered: boolean } | { raw: string };

const answerMs = 15_000;
/** Below the server's limit of events of one socket. */
const perSocket = 18;
/** Near the server's limit of a message, which ends the connection. */
const tooLarge = 15_000;

/** Names that the client library refuses to send. */
const reserved = new Set([
  "connect",
  "connect_error",
  "disconnect",
  "disconnecting",
  "newListener",
  "removeListener",
]);

export function eventsOf(known: Known): fc.Arbitrary<FuzzEvent> {
  const valid = inputOf(JoinCallSession, known);
  const join = fc.oneof(
    { weight: 2, arbitrary: valid.map((payload): unknown[] => [payload]) },
    { weight: 3, arbitrary: spoiled(valid).map((payload): unknown[] => [payload]) },
    { weight: 1, arbitrary: fc.array(hostileValue, { maxLength: 4 }) },
    { weight: 1, arbitrary: fc.constant<unknown[]>([Buffer.from([1, 2, 3])]) },
  );
  const answered = fc.boolean();
  const strange = fc
    .oneof(hostileText, fc.constantFrom(...Object.keys(socketAnswers), ...Object.keys(serverEvents)))
    .filter((name) => !reserved.has(name));
  const raw = fc.constantFrom(
    "4",
    "42",
    "42[",
    "42{}",
    '42["disconnect"]',
    "43[]",
    "40/admin,",
    "9",
    '451-["a"]',
    "4\u0000",
  );
  return fc.oneof(
    { weight: 8, arbitrary: fc.record({ event: fc.constant("join_call_session"), args: join, answered }) },
    {
      weight: 2,
      arbitrary: fc.record({ event: strange, args: fc.array(hostileValue, { maxLength: 3 }), answered }),
    },
    { weight: 1, arbitrary: fc.record({ raw }) },
  );
}

/** Sends the events one after the other on sockets of this session. @returns the fault of each answer, if any */
export async function sendAll(
  url: string,
  token: string,
  events: readonly FuzzEvent[],
  foreign: Foreign,
): Promise<(string | undefined)[]> {
  const faults: (string | undefined)[] = [];
  let socket: Socket | undefined;
  let emittedFault: string | undefined;
  for (const [at, event] of events.entries()) {
    if (at % perSocket === 0 || !socket?.connected) {
      socket?.disconnect();
      socket = await connect(url, token);
      socket.onAny((name: string, payload: unknown) => {
        const contract = serverEvents[name as ServerEventName];
        emittedFault ??= contract?.safeParse(payload).success
          ? leak(JSON.stringify(payload), [...foreign.words, ...foreign.ids])
          : `it receives ${name} ${JSON.stringify(payload)}, which the contract does not allow`;
      });
    }
    faults.push((await send(socket, event, foreign)) ?? emittedFault);
    emittedFault = undefined;
    // Otherwise the server might end it after the next message, which would get the blame.
    if ("raw" in event || isTooLarge(event)) socket.disconnect();
  }
  socket?.disconnect();
  return faults;
}

function isTooLarge(message: FuzzEvent): boolean {
  return (
    !("raw" in message) && Buffer.byteLength(JSON.stringify([message.event, ...message.args])) > tooLarge
  );
}

function connect(url: string, token: string): Promise<Socket> {
  return connected(
    io(url, { transports: ["websocket"], forceNew: true, reconnection: false, auth: { token } }),
  );
}

async function send(socket: Socket, message: FuzzEvent, foreign: Foreign): Promise<string | undefined> {
  if ("raw" in message) {
    // The server may end such a connection or not; the next one shows that it keeps running.
    const ended = new Promise<void>((resolve) => socket.once("disconnect", () => resolve()));
    socket.io.engine.write(message.raw, undefined, () => socket.disconnect());
    await ended;
    return undefined;
  }
  const { event, args, answered } = message;
  if (!answered) {
    socket.emit(event, ...args);
    return undefined;
  }
  const ended = new Promise<"ended">((resolve) => socket.once("disconnect", () => resolve("ended")));
  const answer: unknown = await Promise.race([
    socket
      .timeout(answerMs)
      .emitWithAck(event, ...args)
      .catch(() => "nothing"),
    ended,
  ]);
  if (answer === "ended") return isTooLarge(message) ? undefined : "it ends the socket";
  const parsed = answerOf(event).safeParse(answer);
  if (!parsed.success) return `the contract does not allow the answer ${JSON.stringify(answer)}`;
  if (parsed.data.success) return leak(JSON.stringify(answer), [...foreign.words, ...foreign.ids]);
  return parsed.data.code === "INTERNAL" ? "INTERNAL" : leak(parsed.data.error, foreign.words);
}

/** The schema of the answer to a request; unknown requests are refused like any other. */
function answerOf(event: string) {
  return Object.hasOwn(socketAnswers, event)
    ? socketAnswers[event as keyof typeof socketAnswers]
    : JoinAnswer;
}
