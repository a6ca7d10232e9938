import { type JoinAnswer, JoinCallSession } from "@souffleur/contracts";
import { type AppError, asRefusal, refusal } from "../http/errors.ts";
import type { Caller } from "../http/guard.ts";
import type { Logger } from "../http/logger.ts";
import type { createCounters } from "./counters.ts";
import { createEventLimit } from "./event-limit.ts";
import type { createFanOut } from "./fan-out.ts";
import type { createJoinBuffer, Emitted } from "./join-buffer.ts";
import type { LiveSocket } from "./live-server.ts";
import { rooms } from "./rooms.ts";

/** What a successful `join_call_session` answers. */
export type Joined = Extract<JoinAnswer, { success: true }>["data"];

export type Join = (caller: Caller, payload: { sessionId: string; after: number }) => Promise<Joined>;

type Answer = (answer: JoinAnswer) => void;

interface JoinsDeps {
  log: Logger;
  counters: ReturnType<typeof createCounters>;
  joinBuffer: ReturnType<typeof createJoinBuffer>;
  fanOut: ReturnType<typeof createFanOut>;
}

/** Answers the sockets' requests: only to join a call. */
export function createJoins({ log, counters, joinBuffer, fanOut }: JoinsDeps) {
  let join: Join = async () => {
    throw refusal("NOT_FOUND");
  };

  function listen(socket: LiveSocket): void {
    const limit = createEventLimit();
    // Joins of one socket run one after the other: each finds what the one before left.
    let running = Promise.resolve();
    socket.use(([event, ...args]) => {
      const answer = answerIn(args);
      const verdict = limit();
      if (verdict === "disconnect") socket.disconnect(true);
      else if (verdict === "refuse") {
        counters.limited.inc();
        answer?.(refused(refusal("RATE_LIMITED")));
      } else if (event !== "join_call_session") {
        answer?.(refused(refusal("NOT_FOUND")));
      } else {
        running = running.then(() => joinCall(socket, args[0], answer));
      }
    });
  }

  async function joinCall(socket: LiveSocket, given: unknown, answer: Answer | undefined): Promise<void> {
    const payload = JoinCallSession.safeParse(given);
    if (!payload.success) {
      const text = "sessionId must be the session's id, after a line number.";
      answer?.(refused(refusal("VALIDATION_ERROR", { text })));
      return;
    }
    const { sessionId } = payload.data;
    const room = rooms.session(sessionId);
    const joining = joinBuffer.begin(socket.id, room);
    try {
      const data = await join(socket.data.caller, payload.data);
      const after = Math.min(payload.data.after, data.seq);
      counters.joins.inc({ outcome: "joined" });
      // Synchronous from here to the end: no event can come between.
      answer?.({ success: true, data });
      deliver(socket, joinBuffer.complete(joining, data.lines, after));
      if (socket.connected) void socket.join(room);
      if (socket.connected) fanOut.watch(sessionId, data);
      else joinBuffer.forget(socket.id, [room]);
    } catch (thrown) {
      counters.joins.inc({ outcome: "refused" });
      answer?.(refused(asRefusal(thrown, log)));
      const missed = joinBuffer.abandon(joining);
      if (socket.rooms.has(room)) deliver(socket, missed);
    }
  }

  return {
    listen,
    onJoin(handler: Join): void {
      join = handler;
    },
  };
}

function deliver(socket: LiveSocket, events: readonly Emitted[]): void {
  for (const [event, payload] of events) socket.emit(event, payload);
}

function answerIn(args: readonly unknown[]): Answer | undefined {
  const last = args.at(-1);
  return typeof last === "function" ? (answer) => last(answer) : undefined;
}

/** A refusal as an answer. */
function refused({ code, message }: AppError) {
  return { success: false, error: message, code } as const;
}
