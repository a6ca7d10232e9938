import type { ServerEvent, ServerEventName } from "@souffleur/contracts/realtime";
import { type AppError, appError, toAppError } from "../http/errors.ts";
import type { Caller } from "../http/guard.ts";
import type { Logger } from "../http/logger.ts";
import type { createCounters } from "./counters.ts";
import { createEventLimit } from "./event-limit.ts";
import { languageOfPage } from "./language.ts";
import type { LiveSocket } from "./live-server.ts";

/** Emits to one socket. */
export type Emit = <Name extends ServerEventName>(event: Name, payload: ServerEvent<Name>) => void;

/** A connected page. */
export interface Peer {
  id: string;
  caller: Caller;
  emit: Emit;
  /** Registers a listener of the connection's end, which replaces one with the same name; it runs now if it has ended. */
  onEnd(name: string, ended: () => void): void;
  /**
   * Ends the connection where its session, account or role is no longer valid.
   * @throws AppError where it has ended the connection
   */
  recheck(): Promise<void>;
}

export type Answer = (answer: object) => void;
/** Handles a request of a socket. */
export type SocketRequest = (socket: LiveSocket, given: unknown, answer: Answer | undefined) => Promise<void>;

interface RequestsDeps {
  log: Logger;
  counters: ReturnType<typeof createCounters>;
}

/** Handles the sockets' requests within a limit, those of one socket in sequence. */
export function createRequests({ log, counters }: RequestsDeps) {
  const requests = new Map<string, SocketRequest>();
  return {
    on(name: string, request: SocketRequest): void {
      requests.set(name, request);
    },
    listen(socket: LiveSocket): void {
      const limit = createEventLimit();
      let running = Promise.resolve();
      socket.use(([event, ...args]) => {
        const answer = answerIn(args);
        const decision = limit();
        const request = requests.get(String(event));
        if (decision === "disconnect") socket.disconnect(true);
        else if (decision === "refuse") {
          counters.limited.inc();
          answer?.(refused(appError("RATE_LIMITED"), socket));
        } else if (event === "heartbeat") {
          // Not after the requests that still run: it asks for the connection, not for the database.
          answer?.({ success: true, data: {} });
        } else if (request === undefined) {
          answer?.(refused(appError("NOT_FOUND"), socket));
        } else {
          running = running
            .then(() => request(socket, args[0], answer))
            .catch((thrown) => answer?.(refused(toAppError(thrown, log), socket)));
        }
      });
    },
  };
}

function answerIn(args: readonly unknown[]): Answer | undefined {
  const last = args.at(-1);
  return typeof last === "function" ? (answer) => last(answer) : undefined;
}

/** A refusal as an answer, in the page's language. */
export function refused(error: AppError, socket: LiveSocket) {
  return { success: false, error: error.messageIn(languageOfPage(socket)), code: error.code } as const;
}
