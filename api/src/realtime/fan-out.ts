import { finalTranscription, type JoinAnswer, type ServerEventName } from "@souffleur/contracts/realtime";
import type { Authenticate, RevokedSessions } from "../http/guard.ts";
import type { Logger } from "../http/logger.ts";
import type { RedisLink } from "../redis/redis-link.ts";
import { createCatchUp } from "./catch-up.ts";
import { type createJoinBuffer, seqOf } from "./join-buffer.ts";
import type { LiveServer, LiveSocket } from "./live-server.ts";
import { startReconcile } from "./reconcile.ts";
import { rooms, sessionOf } from "./rooms.ts";

export type EmittedListener = (event: ServerEventName, payload: object, by: "here" | "elsewhere") => void;

interface FanOutDeps {
  io: LiveServer;
  joinBuffer: ReturnType<typeof createJoinBuffer>;
  authenticate: Authenticate;
  log: Logger;
  redis: RedisLink | undefined;
  /** Emits the events again that a socket receives when it connects. */
  welcome(socket: LiveSocket): Promise<void>;
}

/**
 * Emits to the sockets of all processes: to local ones immediately, independent of Redis, to the others through their
 * processes. The adapter's broadcasts are not used, because they wait for Redis before local sockets receive anything,
 * and skip sockets that are still joining a room.
 */
export function createFanOut({ io, joinBuffer, authenticate, log, redis, welcome }: FanOutDeps) {
  const listeners: EmittedListener[] = [];
  const catchUp = createCatchUp({
    log,
    deliver: (line) =>
      emitHere([rooms.session(line.sessionId)], "live_transcription", finalTranscription(line)),
    deliverChanged: (line) => {
      const { callId, sessionId } = line;
      emitHere([rooms.session(sessionId)], "line_changed", { callId, sessionId, line });
    },
    deliverEnd: (payload) => emitHere([rooms.session(payload.sessionId)], "call_ended", payload),
  });
  const reconcile = startReconcile({
    log,
    redis,
    catchUp,
    authenticate,
    sockets: () => io.sockets.sockets.values(),
    welcome,
  });

  io.on("emitted", (targets, event, payload) => {
    deliver(targets, event, payload);
    for (const listener of listeners) listener(event, payload, "elsewhere");
  });
  io.on("cut", revokeHere);
  io.sockets.adapter.on("delete-room", (room: string) => {
    const sessionId = sessionOf(room);
    if (sessionId !== undefined) catchUp.unwatch(sessionId);
  });

  /** Emits to the sockets of this process, except those that are still joining. */
  function emitHere(targets: readonly string[], event: ServerEventName, payload: object): void {
    io.local
      .to([...targets])
      .except(joinBuffer.except(targets, [event, payload]))
      .emit(event, payload);
  }

  /** As `emitHere`, unless earlier lines are missing. */
  function deliver(targets: readonly string[], event: ServerEventName, payload: object): void {
    if (redis && "sessionId" in payload && typeof payload.sessionId === "string") {
      const seq = seqOf(payload);
      if (seq !== undefined && !catchUp.mayPass(payload.sessionId, seq)) return;
      if (event === "call_ended") catchUp.ended(payload.sessionId);
    }
    emitHere(targets, event, payload);
  }

  function revokeHere({ sessionId, userId }: RevokedSessions): void {
    if (sessionId !== undefined) io.local.in(rooms.login(sessionId)).disconnectSockets(true);
    if (userId !== undefined) io.local.in(rooms.user(userId)).disconnectSockets(true);
  }

  return {
    emit(targets: readonly string[], event: ServerEventName, payload: object): void {
      deliver(targets, event, payload);
      if (redis) io.serverSideEmit("emitted", targets, event, payload);
      for (const listener of listeners) listener(event, payload, "here");
    },
    emitHere,
    revoke(revoked: RevokedSessions): void {
      revokeHere(revoked);
      if (redis) io.serverSideEmit("cut", revoked);
    },
    onMissed: catchUp.from,
    onEmitted(listener: EmittedListener): void {
      listeners.push(listener);
    },
    /** A socket has joined a session, and has the answer's lines. */
    watch(sessionId: string, { seq, status }: Extract<JoinAnswer, { success: true }>["data"]): void {
      if (redis) catchUp.watch(sessionId, seq, status === "ended");
    },
    stop: reconcile.stop,
  };
}
