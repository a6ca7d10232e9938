import { type JoinAnswer, JoinCallSession, LeaveCallSession } from "@souffleur/contracts/realtime";
import { appError, toAppError } from "../http/errors.ts";
import type { Caller } from "../http/guard.ts";
import type { Logger } from "../http/logger.ts";
import type { createCounters } from "./counters.ts";
import type { createJoinBuffer, Emitted } from "./join-buffer.ts";
import type { LiveSocket } from "./live-server.ts";
import type { Peers } from "./peers.ts";
import { type Answer, type Peer, refused } from "./requests.ts";
import { rooms } from "./rooms.ts";

/** What a successful `join_call_session` answers. */
export type Joined = Extract<JoinAnswer, { success: true }>["data"];

/** @param peer the page that joins */
export type Join = (
  caller: Caller,
  payload: { sessionId: string; after: number },
  peer: Peer,
) => Promise<Joined>;

interface JoinsDeps {
  log: Logger;
  counters: ReturnType<typeof createCounters>;
  joinBuffer: ReturnType<typeof createJoinBuffer>;
  peers: Pick<Peers, "of">;
}

type Leave = (peer: Peer, sessionId: string) => void;

/** Lets sockets join the room of a call, continuing after the last line that they have, and leave it. */
export function createJoins({ log, counters, joinBuffer, peers }: JoinsDeps) {
  let join: Join = async () => {
    throw appError("NOT_FOUND");
  };
  let leave: Leave = () => {};
  return {
    onJoin(handler: Join): void {
      join = handler;
    },
    onLeave(handler: Leave): void {
      leave = handler;
    },

    async joinCall(socket: LiveSocket, given: unknown, answer: Answer | undefined): Promise<void> {
      const payload = JoinCallSession.safeParse(given);
      if (!payload.success) {
        const text = "sessionId must be the session's id, after a line number.";
        throw appError("VALIDATION_ERROR", { text });
      }
      const { sessionId } = payload.data;
      const room = rooms.session(sessionId);
      const joining = joinBuffer.begin(socket.id, room);
      try {
        const data = await join(socket.data.caller, payload.data, peers.of(socket));
        const after = Math.min(payload.data.after, data.seq);
        counters.joins.inc({ outcome: "joined" });
        // Synchronous from here to the end, so that no event is emitted in between.
        answer?.({ success: true, data });
        deliver(socket, joinBuffer.complete(joining, data.lines, after));
        if (socket.connected) void socket.join(room);
        else joinBuffer.forget(socket.id, [room]);
      } catch (thrown) {
        counters.joins.inc({ outcome: "refused" });
        answer?.(refused(toAppError(thrown, log), socket));
        const missed = joinBuffer.abandon(joining);
        if (socket.rooms.has(room)) deliver(socket, missed);
      }
    },

    async leaveCall(socket: LiveSocket, given: unknown, answer: Answer | undefined): Promise<void> {
      const payload = LeaveCallSession.safeParse(given);
      if (!payload.success)
        throw appError("VALIDATION_ERROR", { text: "sessionId must be the session's id." });
      const { sessionId } = payload.data;
      joinBuffer.forget(socket.id, [rooms.session(sessionId)]);
      await socket.leave(rooms.session(sessionId));
      leave(peers.of(socket), sessionId);
      answer?.({ success: true, data: {} });
    },
  };
}

function deliver(socket: LiveSocket, events: readonly Emitted[]): void {
  for (const [event, payload] of events) socket.emit(event, payload);
}
