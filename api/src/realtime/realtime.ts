import type { Server as HttpServer } from "node:http";
import { may } from "@souffleur/contracts";
import type { ServerEvent, ServerEventName } from "@souffleur/contracts/realtime";
import type { ZodType, z } from "zod";
import type { Bus } from "../bus.ts";
import { clock } from "../clock.ts";
import type { Config } from "../config.ts";
import { appError, isAppError } from "../http/errors.ts";
import type { Authenticate } from "../http/guard.ts";
import type { Logger } from "../http/logger.ts";
import type { Metrics } from "../http/metrics.ts";
import type { RedisLink } from "../redis/redis-link.ts";
import type { Pollers } from "../scheduling/pollers.ts";
import type { ApiText } from "../texts/texts.ts";
import { type ConnectionCaps, createConnectionLimits } from "./connection-limits.ts";
import { createCounters } from "./counters.ts";
import { createFanOut } from "./fan-out.ts";
import { checkHandshakes } from "./handshake.ts";
import { createJoinBuffer } from "./join-buffer.ts";
import { createJoins } from "./joins.ts";
import { type LiveSocket, openLiveServer } from "./live-server.ts";
import { createPeers } from "./peers.ts";
import { startReconcile } from "./reconcile.ts";
import { createRequests, type Peer } from "./requests.ts";
import { rooms } from "./rooms.ts";

interface RealtimeDeps {
  config: Config;
  log: Logger;
  server: HttpServer;
  bus: Bus;
  authenticate: Authenticate;
  metrics: Metrics;
  pollers: Pick<Pollers, "add">;
  /** The connection to the other processes, where there are any. */
  redis?: RedisLink | undefined;
  /** Other limits than the product's, for tests and benchmarks. */
  caps?: Partial<ConnectionCaps>;
}

const drainMs = 2000;

/** The authenticated socket of each page: its handshake, its rooms and the order of its events. */
export function createRealtime(deps: RealtimeDeps) {
  const { config, log, server, bus, authenticate, metrics, redis, caps } = deps;
  const counters = createCounters(metrics);
  const connections = createConnectionLimits(caps);
  const joinBuffer = createJoinBuffer();
  const stopping = new AbortController();

  const io = openLiveServer({ config, log, server, redis, stopping: stopping.signal });
  const peers = createPeers({ authenticate, log });
  const fanOut = createFanOut({ io, joinBuffer, redis });
  const reconcile = startReconcile({ ...deps, redis, io, fanOut, peers });
  const joins = createJoins({ log, counters, joinBuffer, peers });
  const requests = createRequests({ log, counters });
  requests.on("join_call_session", joins.joinCall);
  requests.on("leave_call_session", joins.leaveCall);
  bus.on("sessions.ended", fanOut.revoke);
  // Its pages connect again with the new rights.
  bus.on("account.rights_changed", fanOut.revoke);
  const tell = <Name extends ServerEventName>(id: string, event: Name, payload: ServerEvent<Name>) =>
    fanOut.emit([rooms.organization(id)], event, payload);
  bus.on("organization.renamed", (named) => tell(named.id, "organization_renamed", named));
  bus.on("organization.currency_changed", (priced) => tell(priced.id, "currency_changed", priced));
  checkHandshakes({ config, log, io, authenticate, connections, counters });

  io.on("connection", (socket) => {
    const { caller, token } = socket.data;
    counters.sockets.inc();
    socket.once("disconnecting", () => joinBuffer.forget(socket.id, socket.rooms));
    socket.data.ends = new Map();
    socket.once("disconnect", () => {
      counters.sockets.dec();
      for (const ended of socket.data.ends.values()) ended();
    });
    socket.on("error", (err) => log.debug({ err }, "socket error"));
    void socket.join([rooms.everyone, rooms.user(caller.userId), rooms.login(caller.sessionId)]);
    if (caller.organizationId !== null) {
      void socket.join(rooms.organization(caller.organizationId));
      if (may(caller.role, "viewAllCalls")) void socket.join(rooms.callReaders(caller.organizationId));
    }
    closeAtExpiry(socket);
    requests.listen(socket);
    void confirm(socket, token);
  });

  /** Checks the account again, because a revocation between the first check and the rooms has missed this socket. */
  async function confirm(socket: LiveSocket, token: string): Promise<void> {
    try {
      await authenticate(token);
    } catch (thrown) {
      if (isAppError(thrown)) return void socket.disconnect(true);
      log.warn({ err: thrown }, "a connecting account could not be checked once more");
    }
    await peers.welcome(socket);
  }

  return {
    /** Emits once to every socket that is in at least one of the rooms (`rooms.…`). */
    emit<Name extends ServerEventName>(
      to: string | readonly string[],
      event: Name,
      payload: ServerEvent<Name>,
    ): void {
      fanOut.emit([to].flat(), event, payload);
    },
    /** As `emit`, but only to the sockets of this process. */
    emitHere<Name extends ServerEventName>(to: string, event: Name, payload: ServerEvent<Name>): void {
      fanOut.emitHere([to], event, payload);
    },
    /** @param read how far calls are, for watchers whose events from other processes were lost */
    onStates: fanOut.onStates,
    /** @param listener receives all events that this and other processes emit */
    onEmitted: fanOut.onEmitted,
    /** @param handler checks access and reads the lines after `after`; it refuses with an AppError */
    onJoin: joins.onJoin,
    /** @param handler receives the page that leaves a call's session */
    onLeave: joins.onLeave,
    /** @param handler may emit what a connecting socket has missed */
    onConnect: peers.onConnect,
    /**
     * @param handler answers a page's request of this name with data; it refuses with an AppError
     * @param text of the refusal where the payload does not match its schema
     */
    onRequest<Payload extends ZodType>(
      name: string,
      { payload, text }: { payload: Payload; text: ApiText },
      handler: (peer: Peer, payload: z.output<Payload>) => Promise<object>,
    ): void {
      requests.on(name, async (socket, given, answer) => {
        const parsed = payload.safeParse(given);
        if (!parsed.success) throw appError("VALIDATION_ERROR", { text });
        answer?.({ success: true, data: await handler(peers.of(socket), parsed.data) });
      });
    },
    /** Delivers emitted events, then ends all sockets; browsers reconnect by themselves. The HTTP server stays open. */
    async stop(): Promise<void> {
      stopping.abort();
      await reconcile.stop();
      await Promise.all([...io.sockets.sockets.values()].map(closeAfterDelivery));
      io.engine.close();
    },
  };
}
export type Realtime = ReturnType<typeof createRealtime>;

/**
 * Closes the transport, not the socket, when the token expires: the browser's client then reconnects by itself, with the
 * token that it has renewed two minutes before, and joins again after its last line.
 */
function closeAtExpiry(socket: LiveSocket): void {
  const { expiresAt } = socket.data.caller;
  const timer = setTimeout(
    () => socket.conn.close(),
    Math.min(Math.max(0, expiresAt - clock.ms()), 2 ** 31 - 1),
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
