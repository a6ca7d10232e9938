import { once } from "node:events";
import { createServer as createHttp, type Server as HttpServer, type RequestListener } from "node:http";
import { type AddressInfo, createServer, type Server } from "node:net";
import { quoted } from "../../config/quoted.ts";
import { type Config, ConfigError } from "../../config.ts";
import { answerUnreadableRequests, headerBytesRead } from "./large-headers.ts";
import { type BodyPace, cutSlowBodies } from "./slow-bodies.ts";

/** Load balancers keep idle connections for 60 s; one that this side closes first loses the request sent at that moment. */
const keepAliveMs = 75_000;

/** A server with short limits for clients that stall; it does not listen yet. */
export function createHttpServer(listener: RequestListener, pace?: BodyPace): HttpServer {
  const server = createHttp({
    connectionsCheckingInterval: 1000,
    headersTimeout: 5000,
    // Bodies are limited by their progress.
    requestTimeout: 0,
    keepAliveTimeout: keepAliveMs,
    maxHeaderSize: headerBytesRead,
  });
  answerUnreadableRequests(server);
  cutSlowBodies(server, pace);
  return server.on("request", listener);
}

/**
 * Listens on the configured host and port.
 * @returns the port, which the system chooses where 0 is configured
 * @throws ConfigError naming the variable, where the port or the host is not available
 */
export async function listen(server: Server, { HOST, PORT }: Pick<Config, "HOST" | "PORT">): Promise<number> {
  try {
    server.listen(PORT, HOST);
    await once(server, "listening");
  } catch (error) {
    throw new ConfigError(appError((error as NodeJS.ErrnoException).code, HOST, PORT));
  }
  return (server.address() as AddressInfo).port;
}

/**
 * Checks that the port is free before anything else is opened or logged.
 * @throws ConfigError as `listen` does
 */
export async function requireFreePort(config: Pick<Config, "HOST" | "PORT">): Promise<void> {
  const probe = createServer();
  await listen(probe, config);
  probe.close();
  await once(probe, "close");
}

const drainMs = 10_000;

/** Closes idle keep-alive connections at once, and the others when their requests are done, at the latest after 10 s. */
export async function closeServer(server: HttpServer): Promise<void> {
  if (!server.listening) return;
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  server.closeIdleConnections();
  const force = setTimeout(() => server.closeAllConnections(), drainMs);
  await closed;
  clearTimeout(force);
}

function appError(code: string | undefined, host: string, port: number): string {
  if (code === "EADDRINUSE") {
    return `PORT ${port} is taken on ${host}. Stop what uses it, or set PORT to another one.`;
  }
  if (code === "EACCES") return `PORT ${port} may not be used by this user. Set PORT to one above 1023.`;
  return `HOST ${quoted(host)} is no address of this machine that can be listened on (${code}).`;
}
