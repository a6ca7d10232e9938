import type { Socket } from "socket.io-client";

/** Connects a socket, unless it connects by itself already. */
export function connected<ClientSocket extends Socket>(socket: ClientSocket): Promise<ClientSocket> {
  return new Promise((resolve, reject) => {
    socket.once("connect", () => resolve(socket));
    socket.once("connect_error", reject);
    socket.connect();
  });
}
