import type { ServerEvent, ServerEventName } from "@souffleur/contracts/realtime";
import type { RevokedSessions } from "../http/guard.ts";
import type { RedisLink } from "../redis/redis-link.ts";
import type { createJoinBuffer } from "./join-buffer.ts";
import type { LiveServer } from "./live-server.ts";
import { rooms, sessionOf } from "./rooms.ts";

export type EmittedListener = (event: ServerEventName, payload: object, by: "here" | "elsewhere") => void;

/** Reads the states of the calls with these sessions. */
export type ReadStates = (sessionIds: readonly string[]) => Promise<readonly ServerEvent<"session_state">[]>;

interface FanOutDeps {
  io: LiveServer;
  joinBuffer: ReturnType<typeof createJoinBuffer>;
  redis: RedisLink | undefined;
}

/**
 * Emits to the sockets of all processes: to local ones immediately, independent of Redis, to the others through their
 * processes. The adapter's broadcasts are not used, because they wait for Redis before local sockets receive anything,
 * and skip sockets that are still joining a room.
 */
export function createFanOut({ io, joinBuffer, redis }: FanOutDeps) {
  const listeners: EmittedListener[] = [];
  let readStates: ReadStates = async () => [];

  io.on("emitted", (targets, event, payload) => {
    emitHere(targets, event, payload);
    for (const listener of listeners) listener(event, payload, "elsewhere");
  });
  io.on("cut", revokeHere);
  /** Emits to the sockets of this process, except those that are still joining. */
  function emitHere(targets: readonly string[], event: ServerEventName, payload: object): void {
    io.local
      .to([...targets])
      .except(joinBuffer.except(targets, [event, payload]))
      .emit(event, payload);
  }

  function revokeHere({ sessionId, userId }: RevokedSessions): void {
    if (sessionId !== undefined) io.local.in(rooms.login(sessionId)).disconnectSockets(true);
    if (userId !== undefined) io.local.in(rooms.user(userId)).disconnectSockets(true);
  }

  return {
    emit(targets: readonly string[], event: ServerEventName, payload: object): void {
      emitHere(targets, event, payload);
      if (redis) io.serverSideEmit("emitted", targets, event, payload);
      for (const listener of listeners) listener(event, payload, "here");
    },
    emitHere,
    /** Emits to watchers how far their calls are. */
    async emitStates(): Promise<void> {
      const watched = [...io.sockets.adapter.rooms.keys()].flatMap((room) => sessionOf(room) ?? []);
      if (watched.length === 0) return;
      for (const state of await readStates(watched))
        emitHere([rooms.session(state.sessionId)], "session_state", state);
    },
    revoke(revoked: RevokedSessions): void {
      revokeHere(revoked);
      if (redis) io.serverSideEmit("cut", revoked);
    },
    onStates(read: ReadStates): void {
      readStates = read;
    },
    onEmitted(listener: EmittedListener): void {
      listeners.push(listener);
    },
  };
}
export type FanOut = ReturnType<typeof createFanOut>;
