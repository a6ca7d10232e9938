import type { Server as HttpServer } from "node:http";
import {
  type JoinAnswer,
  JoinCallSession,
  limits,
  type ServerEvent,
  type ServerEventName,
} from "@souffleur/contracts";
import { Server } from "socket.io";
import type { Config } from "../config.ts";
import { asRefusal, isRefusal, refusal } from "../http/errors.ts";
import type { Authenticate, Caller, RevokedSessions } from "../http/guard.ts";
import type { Logger } from "../http/logger.ts";
import type { Metrics } from "../http/metrics.ts";
import type { RedisLink } from "../redis/redis-link.ts";
import { sourceOfMessage } from "../throttle/source.ts";
import type { Missed } from "./catch-up.ts";
import { type ConnectionCaps, createConnectionLimits } from "./connection-limits.ts";
import { createCounters } from "./counters.ts";
import { createEventLimit } from "./event-limit.ts";
import { createFanOut, type LiveServer, type LiveSocket, nodesAdapter } from "./fan-out.ts";
import { isAllowed, pageOf, readToken, refused } from "./handshake.ts";
import { createJoinBuffer, type Emitted } from "./join-buffer.ts";
import { rooms } from "./rooms.ts";
import { tokenExpiry } from "./token-expiry.ts";

/** What a successful `join_call_session` answers. */
export type Joined = Extract<JoinAnswer, { success: true }>["data"];

/** Says something to one socket. */
export type Emit = <Name extends ServerEventName>(event: Name, payload: ServerEvent<Name>) => void;

export interface Realtime {
  /** To every socket that is in one of the rooms (`rooms.…`), once. */
  emit<Name extends ServerEventName>(
    to: string | readonly string[],
    event: Name,
    payload: ServerEvent<Name>,
  ): void;
  /** @param handler decides who may join and reads the lines after `after`; it refuses with an AppError. */
  onJoin(handler: (caller: Caller, payload: { sessionId: string; after: number }) => Promise<Joined>): void;
  /** @param handler may emit what a socket that has just connected has missed. */
  onConnect(handler: (caller: Caller, emit: Emit) => Promise<void>): void;
  /** @param source where lines can be read that another process kept and could not tell */
  onMissed(source: Missed): void;
  /** @param listener hears what other processes emitted */
  onEmittedElsewhere(listener: (event: ServerEventName, payload: object) => void): void;
  /** Ends the sockets of a signed-in session, or of a user, now, at every process. */
  revoke(revoked: RevokedSessions): void;
  /** Delivers what was emitted, then ends all sockets; browsers try again by themselves. The HTTP server goes on. */
  stop(): Promise<void>;
}

export interface RealtimeDeps {
  config: Config;
  log: Logger;
  server: HttpServer;
  authenticate: Authenticate;
  metrics: Metrics;
  /** The way to the other processes, where there are any. */
  redis?: RedisLink | undefined;
  /** Other limits than the product's, for tests and benchmarks. */
  caps?: Partial<ConnectionCaps> | undefined;
}

type Answer = (answer: JoinAnswer) => void;

const eventBytesMax = 16_000;
const drainMs = 2000;
/** A browser presents its token as soon as it is connected. */
const silenceMs = 5000;

/** The one authenticated socket of each page: who may connect, who hears what, in which order. */
export function createRealtime({
  config,
  log,
  server,
  authenticate,
  metrics,
  redis,
  caps,
}: RealtimeDeps): Realtime {
  const counters = createCounters(metrics);
  const connections = createConnectionLimits(caps);
  const joinBuffer = createJoinBuffer();
  let closing = false;
  let join: Parameters<Realtime["onJoin"]>[0] = async () => {
    throw refusal("NOT_FOUND");
  };
  const welcomes: Parameters<Realtime["onConnect"]>[0][] = [];

  // Node hands an upgraded connection over with nobody to hear its errors, and an error that nobody hears ends the
  // process: a connection to any path, broken before it was answered, would do.
  server.on("upgrade", (_request, connection) =>
    connection.on("error", (err) => log.debug({ err }, "connection error")),
  );
  const io: LiveServer = new Server(server, {
    serveClient: false,
    // Long polling would need a balancer that sends a client's every request to the same process.
    transports: ["websocket"],
    ...(redis && { adapter: nodesAdapter(redis) }),
    maxHttpBufferSize: eventBytesMax,
    connectTimeout: silenceMs,
    // The `cors` option does not stop a WebSocket of a foreign origin; this does, for both transports.
    allowRequest: (req, decide) => decide(null, !closing && isAllowed(req, config)),
  });
  const fanOut = createFanOut({
    io,
    joinBuffer,
    authenticate,
    log,
    redis,
    onBack: (socket) => void tellMissed(socket),
  });

  io.engine.on("connection", (connection: LiveSocket["conn"]) =>
    connections.wait(connection, sourceOfMessage(connection.request, config.TRUST_PROXY)),
  );

  io.use(async (socket, next) => {
    const { auth } = socket.handshake;
    try {
      if (!connections.present(socket.conn))
        throw refusal("RATE_LIMITED", { text: "This connection has presented a token before." });
      const token = readToken(auth.token);
      socket.data.caller = await authenticate(token);
      // Nobody would hear of the end of a connection that has ended meanwhile.
      if (socket.conn.readyState !== "open") return next();
      const { userId } = socket.data.caller;
      if (!connections.take(userId, pageOf(auth.page) ?? socket.id, socket.conn)) {
        throw refusal("RATE_LIMITED", {
          text: "Too many pages of this account are connected. Close some of them, then try again.",
        });
      }
      socket.data.token = token;
      socket.data.checkedAt = Date.now();
      next();
    } catch (thrown) {
      const { code, message } = asRefusal(thrown, log);
      counters.refused.inc({ code });
      next(Object.assign(new Error(message), { data: { code } }));
      // After the refusal is on its way: who was refused has no use for the connection.
      setImmediate(() => socket.conn.close());
    }
  });

  io.on("connection", (socket) => {
    const { caller, token } = socket.data;
    counters.sockets.inc();
    socket.once("disconnecting", () => joinBuffer.forget(socket.id, socket.rooms));
    socket.once("disconnect", () => counters.sockets.dec());
    socket.on("error", (err) => log.debug({ err }, "socket error"));
    void socket.join([
      rooms.everyone,
      rooms.user(caller.userId),
      rooms.login(caller.sessionId),
      ...(caller.organizationId === null ? [] : [rooms.organization(caller.organizationId)]),
    ]);
    endWithToken(socket, token);
    listen(socket, caller);
    void settle(socket, token);
  });

  /** The account is looked at once more: a revocation between its check and the rooms would have missed this socket. */
  async function settle(socket: LiveSocket, token: string): Promise<void> {
    try {
      await authenticate(token);
    } catch (thrown) {
      if (isRefusal(thrown)) socket.disconnect(true);
      return;
    }
    await tellMissed(socket);
  }

  async function tellMissed(socket: LiveSocket): Promise<void> {
    try {
      for (const welcome of welcomes) {
        await welcome(socket.data.caller, (event, payload) => void socket.emit(event, payload));
      }
    } catch (err) {
      log.warn({ err }, "a connecting socket could not be told its calls");
    }
  }

  function listen(socket: LiveSocket, caller: Caller): void {
    const limit = createEventLimit();
    // Joins of one socket run one after the other: each finds what the one before left.
    let running = Promise.resolve();
    socket.use(([event, ...args]) => {
      const answer = answerIn(args);
      const verdict = limit();
      if (verdict === "cut") socket.disconnect(true);
      else if (verdict === "refuse") {
        counters.limited.inc();
        answer?.(refused(refusal("RATE_LIMITED")));
      } else if (event !== "join_call_session") {
        answer?.(refused(refusal("NOT_FOUND")));
      } else {
        running = running.then(() => letIn(socket, caller, args[0], answer));
      }
    });
  }

  async function letIn(
    socket: LiveSocket,
    caller: Caller,
    given: unknown,
    answer: Answer | undefined,
  ): Promise<void> {
    const payload = JoinCallSession.safeParse(given);
    if (!payload.success) {
      const text = "sessionId must be the session's id, after a line number.";
      answer?.(refused(refusal("VALIDATION_ERROR", { text })));
      return;
    }
    const { sessionId } = payload.data;
    const room = rooms.session(sessionId);
    const joining = joinBuffer.begin(socket.id, room);
    try {
      const data = await join(caller, payload.data);
      const after = Math.min(payload.data.after, data.seq);
      counters.joins.inc({ outcome: "joined" });
      // From here to the end nothing else runs: no event can come between.
      answer?.({ success: true, data });
      deliver(socket, joinBuffer.complete(joining, data.lines, after));
      if (socket.connected) void socket.join(room);
      if (socket.connected) fanOut.watch(sessionId, data);
      else joinBuffer.forget(socket.id, [room]);
    } catch (thrown) {
      counters.joins.inc({ outcome: "refused" });
      answer?.(refused(asRefusal(thrown, log)));
      const missed = joinBuffer.abandon(joining);
      if (socket.rooms.has(room)) deliver(socket, missed);
    }
  }

  return {
    emit(to, event, payload) {
      fanOut.emit(typeof to === "string" ? [to] : to, event, payload);
    },
    onMissed: fanOut.onMissed,
    onEmittedElsewhere: fanOut.onEmittedElsewhere,
    revoke: fanOut.revoke,
    onJoin(handler) {
      join = handler;
    },
    onConnect(handler) {
      welcomes.push(handler);
    },
    async stop() {
      closing = true;
      await fanOut.stop();
      await Promise.all([...io.sockets.sockets.values()].map(closeAfterDelivery));
      io.engine.close();
    },
  };
}

/**
 * The transport is closed at the token's end, not the socket: the browser's client then connects again by
 * itself, with the token that it has renewed two minutes before, and joins again after its last line.
 */
function endWithToken(socket: LiveSocket, token: string): void {
  const expiry = tokenExpiry(token) ?? Date.now() + limits.accessTokenSeconds * 1000;
  const timer = setTimeout(
    () => socket.conn.close(),
    Math.min(Math.max(0, expiry - Date.now()), 2 ** 31 - 1),
  );
  timer.unref();
  socket.once("disconnect", () => clearTimeout(timer));
}

function deliver(socket: LiveSocket, events: readonly Emitted[]): void {
  for (const [event, payload] of events) socket.emit(event, payload);
}

function answerIn(args: readonly unknown[]): Answer | undefined {
  const last = args.at(-1);
  return typeof last === "function" ? (answer) => last(answer) : undefined;
}

function closeAfterDelivery(socket: LiveSocket): Promise<void> {
  return new Promise((resolve) => {
    const force = setTimeout(resolve, drainMs);
    socket.once("disconnect", () => {
      clearTimeout(force);
      resolve();
    });
    socket.conn.close();
  });
}
