import { clock } from "../clock.ts";
import { type AppError, isAppError } from "../http/errors.ts";
import type { Authenticate } from "../http/guard.ts";
import type { LiveSocket } from "./live-server.ts";

/**
 * Ends a socket whose session, account or role is no longer valid.
 * @returns the reason for the end; undefined where the socket stays open
 */
export async function recheck(socket: LiveSocket, authenticate: Authenticate): Promise<AppError | undefined> {
  try {
    await authenticate(socket.data.token);
    socket.data.checkedAt = clock.ms();
    return undefined;
  } catch (thrown) {
    // Any other error means that the database is unavailable, and the session may still be valid.
    if (!isAppError(thrown)) return undefined;
    // A browser reconnects, with a renewed token, only after the end of its transport.
    if (thrown.code === "TOKEN_EXPIRED") socket.conn.close();
    else socket.disconnect(true);
    return thrown;
  }
}
