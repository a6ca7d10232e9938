import { elapsed } from "@souffleur/shared-ui/transcript";

export interface CallIds {
  callId?: string | undefined;
  sessionId?: string | undefined;
}

/** The previous call: its late events must not affect the next call. */
interface Past {
  endedCallId?: string | undefined;
}

/** The state of the call on the screen; times in milliseconds since the epoch. */
export type CallState = Past &
  (
    | { status: "waiting" }
    | { status: "connecting" }
    | ({ status: "active"; startedAt: number } & CallIds)
    | ({ status: "ended"; startedAt: number; endedAt: number } & CallIds)
    | { status: "error"; message: string }
  );

export type CallEvent =
  /** The agent has started the browser test call; the microphone and the server are being prepared. */
  | { type: "test_call_requested" }
  /**
   * `call_started` from the socket, and the answer to joining a running call; also the start of the browser test call, even
   * when the server's simulation could not be started.
   */
  | ({ type: "call_started"; at: number } & CallIds)
  /** A final line of the telephony bridge. */
  | ({ type: "bridge_final"; at: number } & CallIds)
  /** `call_ended` from the socket. */
  | { type: "call_ended"; at: number; callId?: string | undefined }
  /** End Call was pressed. The call ends at once, so a failed end request changes nothing. */
  | { type: "end_call"; at: number }
  /** The microphone could not be recorded. */
  | { type: "recording_failed" }
  /** A call that is over was opened from the list of calls. */
  | { type: "kept_call_opened"; startedAt: number; endedAt: number; callId: string; sessionId: string }
  /** The call cannot be followed, for instance because joining it was refused. */
  | { type: "failed"; message: string }
  /** The agent closes a call that is over, and waits for the next one. */
  | { type: "reset" };

export const initialCallState: CallState = { status: "waiting" };

function past(state: CallState): Past {
  return { endedCallId: ("callId" in state ? state.callId : undefined) ?? state.endedCallId };
}

// A late or repeated event must not restart a call that is over.
function isOver(state: CallState, callId: string | undefined): boolean {
  if (callId === undefined) return false;
  return callId === (state.status === "active" ? state.endedCallId : past(state).endedCallId);
}

function start(state: CallState, event: { at: number } & CallIds): CallState {
  const { at, callId, sessionId } = event;
  if (isOver(state, callId)) return state;
  if (state.status !== "active")
    return { status: "active", startedAt: at, callId, sessionId, ...past(state) };
  // A second event of the same call only adds missing ids. Another call does not replace the one on the screen: it is
  // shown once that one is over.
  if (state.callId !== undefined && callId !== undefined && state.callId !== callId) return state;
  const known = { callId: state.callId ?? callId, sessionId: state.sessionId ?? sessionId };
  const isChanged = known.callId !== state.callId || known.sessionId !== state.sessionId;
  return isChanged ? { ...state, ...known } : state;
}

function end(state: CallState, at: number): CallState {
  if (state.status === "connecting") return { status: "waiting", ...past(state) };
  if (state.status !== "active") return state;
  return { ...state, status: "ended", endedAt: Math.max(at, state.startedAt) };
}

/** The call's state after an event; the same object where the event changes nothing. */
export function callReducer(state: CallState, event: CallEvent): CallState {
  switch (event.type) {
    case "test_call_requested":
      return state.status === "active" || state.status === "connecting"
        ? state
        : { status: "connecting", ...past(state) };
    case "call_started":
      return start(state, event);
    case "bridge_final":
      return state.status === "waiting" || state.status === "connecting" ? start(state, event) : state;
    case "call_ended": {
      if (state.status !== "active" || isOver(state, event.callId)) return state;
      const isOther =
        event.callId !== undefined && state.callId !== undefined && event.callId !== state.callId;
      return isOther ? state : end(state, event.at);
    }
    case "end_call":
      return end(state, event.at);
    case "recording_failed":
      return state.status === "active" || state.status === "connecting"
        ? { status: "waiting", ...past(state) }
        : state;
    case "kept_call_opened": {
      if (state.status !== "waiting") return state;
      const { startedAt, endedAt, callId, sessionId } = event;
      return { status: "ended", startedAt, endedAt: Math.max(endedAt, startedAt), callId, sessionId };
    }
    case "failed":
      // The call itself may continue: a later successful join shows it again.
      return { status: "error", message: event.message, endedCallId: state.endedCallId };
    case "reset":
      return state.status === "ended" || state.status === "error"
        ? { status: "waiting", ...past(state) }
        : state;
  }
}

/** The seconds that the timer shows: it runs only while the call is active. */
export function callSeconds(state: CallState, now: number): number {
  if (state.status === "active") return elapsed(state.startedAt, now);
  return state.status === "ended" ? elapsed(state.startedAt, state.endedAt) : 0;
}
