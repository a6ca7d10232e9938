import type { Server as HttpServer, IncomingMessage } from "node:http";
import { createShardedAdapter } from "@socket.io/redis-adapter";
import type { ServerEventName } from "@souffleur/contracts/realtime";
import { type DefaultEventsMap, Server, type Socket } from "socket.io";
import type { Config } from "../config.ts";
import type { Caller, RevokedSessions } from "../http/guard.ts";
import type { Logger } from "../http/logger.ts";
import type { RedisLink } from "../redis/redis-link.ts";

/** The events between API processes. */
interface BetweenNodes {
  emitted: (targets: readonly string[], event: ServerEventName, payload: object) => void;
  /** The event keeps its name: processes of two versions run side by side during an update. */
  cut: (revoked: RevokedSessions) => void;
}

interface SocketData {
  caller: Caller;
  token: string;
  /** When its session was last checked. */
  checkedAt: number;
  /** Listeners of the socket's end, by name. */
  ends: Map<string, () => void>;
}
export type LiveServer = Server<DefaultEventsMap, DefaultEventsMap, BetweenNodes, SocketData>;
export type LiveSocket = Socket<DefaultEventsMap, DefaultEventsMap, BetweenNodes, SocketData>;

const eventBytesMax = 16_000;
/** A browser presents its token as soon as it is connected. */
const silenceMs = 5000;

interface LiveServerDeps {
  config: Config;
  log: Logger;
  server: HttpServer;
  /** The connection to the other processes, where there are any. */
  redis: RedisLink | undefined;
  /** Once it is aborted, new connections are refused. */
  stopping: AbortSignal;
}

/** Socket.IO on the HTTP server, for browsers of the allowed origins. */
export function openLiveServer({ config, log, server, redis, stopping }: LiveServerDeps): LiveServer {
  // Node passes on an upgraded connection without an error listener, and an unhandled error ends the process. Any
  // connection that breaks before its answer would be enough.
  server.on("upgrade", (_request, connection) =>
    connection.on("error", (err) => log.debug({ err }, "connection error")),
  );
  return new Server(server, {
    serveClient: false,
    // Long polling would need a load balancer with sticky sessions.
    transports: ["websocket"],
    ...(redis && { adapter: nodesAdapter(redis) }),
    maxHttpBufferSize: eventBytesMax,
    connectTimeout: silenceMs,
    // The `cors` option does not stop a WebSocket of a foreign origin; this does, for both transports.
    allowRequest: (req, decide) => decide(null, !stopping.aborted && isAllowed(req, config)),
  });
}

/** Connects the sockets of all processes through Redis' sharded channels. */
function nodesAdapter({ commands, subscriptions }: RedisLink) {
  return createShardedAdapter(commands, subscriptions, {
    channelPrefix: "souffleur",
    subscriptionMode: "static",
  });
}

/** Allows clients without an origin, because a browser always sends its origin when it opens a socket. */
function isAllowed(req: IncomingMessage, config: Config): boolean {
  const { origin } = req.headers;
  return origin === undefined || config.allowedOrigins.includes(origin);
}
