import type { Server, Socket } from "node:net";
import { listen } from "../../tools/network.ts";

/** Listens on the loopback interface; `close` also ends all connections, including WebSockets. */
export async function fakeListen(server: Server, port = 0) {
  const connections = new Set<Socket>();
  server.on("connection", (socket) => {
    connections.add(socket);
    socket.once("close", () => connections.delete(socket));
  });
  const listening = await listen(server, "127.0.0.1", port);
  return {
    url: `http://127.0.0.1:${listening}`,
    port: listening,
    async close(): Promise<void> {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      for (const socket of connections) socket.destroy();
      await closed;
    },
  };
}
