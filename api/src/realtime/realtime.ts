import type { Server as HttpServer } from "node:http";
import { may, type ServerEvent, type ServerEventName } from "@souffleur/contracts";
import type { Config } from "../config.ts";
import { isRefusal } from "../http/errors.ts";
import type { Authenticate, Caller, RevokedSessions } from "../http/guard.ts";
import type { Logger } from "../http/logger.ts";
import type { Metrics } from "../http/metrics.ts";
import type { RedisLink } from "../redis/redis-link.ts";
import type { Missed } from "./catch-up.ts";
import { type ConnectionCaps, createConnectionLimits } from "./connection-limits.ts";
import { createCounters } from "./counters.ts";
import { createFanOut } from "./fan-out.ts";
import { checkHandshakes } from "./handshake.ts";
import { createJoinBuffer } from "./join-buffer.ts";
import { createJoins, type Join } from "./joins.ts";
import { type LiveSocket, openLiveServer } from "./live-server.ts";
import { rooms } from "./rooms.ts";

/** Emits to one socket. */
export type Emit = <Name extends ServerEventName>(event: Name, payload: ServerEvent<Name>) => void;

export interface Realtime {
  /** To every socket that is in one of the rooms (`rooms.…`), once. */
  emit<Name extends ServerEventName>(
    to: string | readonly string[],
    event: Name,
    payload: ServerEvent<Name>,
  ): void;
  /** @param handler checks access and reads the lines after `after`; it refuses with an AppError. */
  onJoin(handler: Join): void;
  /** @param handler may emit what a socket that has just connected has missed. */
  onConnect(handler: (caller: Caller, emit: Emit) => Promise<void>): void;
  /** @param source where lines can be read that another process stored and could not emit */
  onMissed(source: Missed): void;
  /** @param listener receives what other processes emitted */
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
  /** The connection to the other processes, where there are any. */
  redis?: RedisLink | undefined;
  /** Other limits than the product's, for tests and benchmarks. */
  caps?: Partial<ConnectionCaps> | undefined;
}

const drainMs = 2000;

/** The one authenticated socket of each page: its handshake, its rooms and the order of its events. */
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
  const welcomes: Parameters<Realtime["onConnect"]>[0][] = [];

  const io = openLiveServer({ config, log, server, redis, isClosing: () => closing });
  const fanOut = createFanOut({
    io,
    joinBuffer,
    authenticate,
    log,
    redis,
    onBack: (socket) => void emitMissed(socket),
  });
  const joins = createJoins({ log, counters, joinBuffer, fanOut });
  checkHandshakes({ config, log, io, authenticate, connections, counters });

  io.on("connection", (socket) => {
    const { caller, token } = socket.data;
    counters.sockets.inc();
    socket.once("disconnecting", () => joinBuffer.forget(socket.id, socket.rooms));
    socket.once("disconnect", () => counters.sockets.dec());
    socket.on("error", (err) => log.debug({ err }, "socket error"));
    void socket.join([rooms.everyone, rooms.user(caller.userId), rooms.login(caller.sessionId)]);
    if (caller.organizationId !== null) {
      void socket.join(rooms.organization(caller.organizationId));
      if (may(caller.role, "viewAllCalls")) void socket.join(rooms.callReaders(caller.organizationId));
    }
    endWithToken(socket);
    joins.listen(socket);
    void settle(socket, token);
  });

  /** The account is checked once more: a revocation between its check and the rooms would have missed this socket. */
  async function settle(socket: LiveSocket, token: string): Promise<void> {
    try {
      await authenticate(token);
    } catch (thrown) {
      if (isRefusal(thrown)) socket.disconnect(true);
      return;
    }
    await emitMissed(socket);
  }

  async function emitMissed(socket: LiveSocket): Promise<void> {
    try {
      for (const welcome of welcomes) {
        await welcome(socket.data.caller, (event, payload) => void socket.emit(event, payload));
      }
    } catch (err) {
      log.warn({ err }, "a connecting socket could not be sent its calls");
    }
  }

  return {
    emit(to, event, payload) {
      fanOut.emit(typeof to === "string" ? [to] : to, event, payload);
    },
    onMissed: fanOut.onMissed,
    onEmittedElsewhere: fanOut.onEmittedElsewhere,
    revoke: fanOut.revoke,
    onJoin: joins.onJoin,
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
function endWithToken(socket: LiveSocket): void {
  const { expiresAt } = socket.data.caller;
  const timer = setTimeout(
    () => socket.conn.close(),
    Math.min(Math.max(0, expiresAt - Date.now()), 2 ** 31 - 1),
  );
  timer.unref();
  socket.once("disconnect", () => clearTimeout(timer));
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
