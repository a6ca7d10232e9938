import type { Line } from "@souffleur/contracts";
import {
  type JoinAnswer,
  type JoinCallSession,
  lineOf,
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
