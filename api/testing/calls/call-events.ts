import type { Line } from "@souffleur/contracts";
import {
  type JoinAnswer,
  type JoinCallSession,
  lineOf,
  type ServerEvent,
  type TranscriptionEvent,
} from "@souffleur/contracts/realtime";
import type { DefaultEventsMap } from "socket.io";
import type { Socket } from "socket.io-client";

/** A client that may send events that no browser sends. */
export type TestSocket = Socket<DefaultEventsMap, DefaultEventsMap>;

/** Joins a call's session; rejects if the connection is lost first. */
export function join(socket: TestSocket, sessionId: string, after = 0): Promise<JoinAnswer> {
  const payload: JoinCallSession = { sessionId, after };
  return socket.timeout(60_000).emitWithAck("join_call_session", payload);
}

/** Resolves with the next payload of an event that satisfies `fits`. */
export function next<T = Record<string, unknown>>(
  socket: TestSocket,
  event: string,
  fits: (payload: T) => boolean = () => true,
): Promise<T> {
  return new Promise((resolve) => {
    const listener = (payload: T) => {
      if (!fits(payload)) return;
      socket.off(event, listener);
      resolve(payload);
    };
    socket.on(event, listener);
  });
}

const transcriptionEvents = ["live_transcription", "bridge_transcription"];

/** Calls the listener with each final line that a socket receives. @returns a function that stops it */
export function onLine(socket: Pick<Socket, "onAny" | "offAny">, listener: (line: Line) => void): () => void {
  const heard = (event: string, payload: TranscriptionEvent) => {
    const line = transcriptionEvents.includes(event) ? lineOf(payload) : undefined;
    if (line) listener(line);
  };
  socket.onAny(heard);
  return () => socket.offAny(heard);
}

/** Resolves with the next final line that satisfies `fits`. */
export function nextLine(socket: TestSocket, fits: (line: Line) => boolean = () => true): Promise<Line> {
  return new Promise((resolve) => {
    const stop = onLine(socket, (line) => {
      if (!fits(line)) return;
      stop();
      resolve(line);
    });
  });
}

/**
 * Receives a session's lines as a screen does: joins after the last line at each connection, and where the server has more.
 * The socket may still be connecting.
 */
export function followLines(socket: Socket, sessionId: string) {
  const received = new Map<number, Line>();
  let hasEnded = false;
  const take = (line: Line) => {
    if (line.sessionId === sessionId) received.set(line.seq, line);
  };
  const joinAgain = () =>
    socket.emit(
      "join_call_session",
      { sessionId, after: Math.max(0, ...received.keys()) },
      (answer: JoinAnswer) => {
        if (!answer.success) return;
        answer.data.lines.forEach(take);
        hasEnded ||= answer.data.status === "ended";
      },
    );
  onLine(socket, take);
  socket.on("call_ended", (ended: ServerEvent<"call_ended">) => {
    hasEnded ||= ended.sessionId === sessionId;
  });
  socket.on("session_state", (state: ServerEvent<"session_state">) => {
    const isBehind = state.lastLine > received.size || (state.status === "ended" && !hasEnded);
    if (state.sessionId === sessionId && isBehind) joinAgain();
  });
  socket.on("connect", joinAgain);
  if (socket.connected) joinAgain();
  return {
    /** The number of received lines. */
    count: () => received.size,
    lines: () => [...received.values()].sort((a, b) => a.seq - b.seq),
    hasEnded: () => hasEnded,
  };
}

/** A piece of speech, as a socket receives it. */
export interface SpeechEvent {
  messageId: string;
  transcript: string;
  is_final: boolean;
  speaker: 0 | 1;
  confidence: number;
  seq?: number;
}

/** The fields of a line that tests compare. */
export interface Kept {
  id: string;
  seq: number;
  text: string;
  sender: string;
}

/** Records all events that a socket receives from now on. */
export function record(socket: TestSocket) {
  const events: { event: string; payload: SpeechEvent & Kept & { callId: string; text: string } }[] = [];
  socket.onAny((event, payload) => events.push({ event, payload }));
  const lines: Line[] = [];
  onLine(socket, (line) => lines.push(line));
  return {
    events,
    lines: () => lines,
    of: (name: string) => events.filter(({ event }) => event === name).map(({ payload }) => payload),
  };
}

/** Connects a socket, unless it connects by itself already. */
export function connected<ClientSocket extends Socket>(socket: ClientSocket): Promise<ClientSocket> {
  return new Promise((resolve, reject) => {
    socket.once("connect", () => resolve(socket));
    socket.once("connect_error", reject);
    socket.connect();
  });
}
