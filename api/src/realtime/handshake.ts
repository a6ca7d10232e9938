import { clock } from "../clock.ts";
import type { Config } from "../config.ts";
import { appError, toAppError } from "../http/errors.ts";
import type { Authenticate } from "../http/guard.ts";
import type { Logger } from "../http/logger.ts";
import { sourceOfMessage } from "../http/source.ts";
import type { createConnectionLimits } from "./connection-limits.ts";
import type { createCounters } from "./counters.ts";
import { languageOfPage } from "./language.ts";
import type { LiveServer, LiveSocket } from "./live-server.ts";

interface HandshakeDeps {
  config: Config;
  log: Logger;
  io: LiveServer;
  authenticate: Authenticate;
  connections: ReturnType<typeof createConnectionLimits>;
  counters: ReturnType<typeof createCounters>;
}

const tokenLengthMax = 4096;

/** Admits sockets of valid sessions within the limits of account and source, and refuses others with a code. */
export function checkHandshakes(deps: HandshakeDeps): void {
  const { config, log, io, authenticate, connections, counters } = deps;

  io.engine.on("connection", (connection: LiveSocket["conn"]) =>
    connections.wait(connection, sourceOfMessage(connection.request, config.TRUST_PROXY)),
  );

  io.use(async (socket, next) => {
    const { auth } = socket.handshake;
    try {
      if (!connections.present(socket.conn))
        throw appError("RATE_LIMITED", { text: "This connection has presented a token before." });
      const token = readToken(auth.token);
      socket.data.caller = await authenticate(token);
      // For a closed connection, `take` would wait in vain for its end.
      if (socket.conn.readyState !== "open") return next();
      const { userId } = socket.data.caller;
      if (!connections.take(userId, pageOf(auth.page) ?? socket.id, socket.conn)) {
        throw appError("RATE_LIMITED", {
          text: "This account has too many open tabs. Close some, then try again.",
        });
      }
      socket.data.token = token;
      socket.data.checkedAt = clock.ms();
      next();
    } catch (thrown) {
      const refused = toAppError(thrown, log);
      const { code } = refused;
      counters.refused.inc({ code });
      next(Object.assign(new Error(refused.messageIn(languageOfPage(socket))), { data: { code } }));
      // After the refusal is sent, because the connection has no further use.
      setImmediate(() => socket.conn.close());
    }
  });
}

/** @throws AppError TOKEN_INVALID for what cannot be a token */
function readToken(given: unknown): string {
  if (typeof given !== "string" || given === "" || given.length > tokenLengthMax) {
    throw appError("TOKEN_INVALID");
  }
  return given;
}

/** The name that the connecting page gives itself; undefined where it is missing or malformed. */
function pageOf(given: unknown): string | undefined {
  return typeof given === "string" && /^[\w-]{8,64}$/.test(given) ? `page ${given}` : undefined;
}
