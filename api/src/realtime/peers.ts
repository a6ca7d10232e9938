import type { Authenticate, Caller } from "../http/guard.ts";
import type { Logger } from "../http/logger.ts";
import type { LiveSocket } from "./live-server.ts";
import { recheck } from "./recheck.ts";
import type { Emit, Peer } from "./requests.ts";

type ConnectHandler = (caller: Caller, emit: Emit, peer: Peer) => Promise<void>;

interface PeersDeps {
  authenticate: Authenticate;
  log: Logger;
}

/** Sockets as the other features see them: as connected pages. */
export function createPeers({ authenticate, log }: PeersDeps) {
  const connectHandlers: ConnectHandler[] = [];

  function of(socket: LiveSocket): Peer {
    return {
      id: socket.id,
      caller: socket.data.caller,
      emit: (event, payload) => void socket.emit(event, payload),
      onEnd(name, ended) {
        if (socket.connected) socket.data.ends.set(name, ended);
        else ended();
      },
      async recheck() {
        const refused = await recheck(socket, authenticate);
        if (refused) throw refused;
      },
    };
  }

  return {
    of,

    onConnect(handler: ConnectHandler): void {
      connectHandlers.push(handler);
    },

    /** Emits the events that a socket receives when it connects; again where they may have changed unnoticed. */
    async welcome(socket: LiveSocket): Promise<void> {
      const peer = of(socket);
      for (const handler of connectHandlers) {
        try {
          await handler(peer.caller, peer.emit, peer);
        } catch (err) {
          log.warn({ err }, "a connecting socket could not be sent all that it has missed");
        }
      }
    },
  };
}
export type Peers = ReturnType<typeof createPeers>;
