import { type AppError, isRefusal } from "../http/errors.ts";
import type { Authenticate } from "../http/guard.ts";
import type { LiveSocket } from "./live-server.ts";

/**
 * Ends a socket whose session, account or role is no longer what it was when it connected.
 * @returns the refusal for which it has ended
 */
export async function recheck(socket: LiveSocket, authenticate: Authenticate): Promise<AppError | undefined> {
  try {
    await authenticate(socket.data.token);
    socket.data.checkedAt = Date.now();
    return undefined;
  } catch (thrown) {
    // Any other error means that the database is away: the session may still be valid.
    if (!isRefusal(thrown)) return undefined;
    // After the transport's end alone a browser connects again, with the token that it has renewed.
    if (thrown.code === "TOKEN_EXPIRED") socket.conn.close();
    else socket.disconnect(true);
    return thrown;
  }
}
