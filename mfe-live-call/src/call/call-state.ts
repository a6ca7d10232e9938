import { elapsed } from "@souffleur/shared-ui/transcript";

interface CallIds {
  callId?: string;
  sessionId?: string;
}

/** The call before this one: its late events must not touch the next call. */
interface Past {
  endedCallId?: string;
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
  /** The browser test call runs, even when the server's simulation could not be started. */
  | ({ type: "test_call_started"; at: number } & CallIds)
  /** `call_started` from the socket; also the answer of joining a running call. */
  | ({ type: "call_started"; at: number } & CallIds)
  /** A final line of the telephony bridge. */
  | ({ type: "bridge_final"; at: number } & CallIds)
  /** `call_ended` from the socket. */
  | { type: "call_ended"; at: number; callId?: string }
  /** End Call was pressed. The call ends at once, so a failed end request changes nothing. */
  | { type: "end_call"; at: number }
  /** The microphone could not be recorded. */
  | { type: "recording_failed" }
  /** A call that is over was opened from the list of calls. */
  | { type: "kept_call_opened"; startedAt: number; endedAt: number; callId: string; sessionId: string }
  /** The call cannot be followed, for instance because joining it was refused. */
  | { type: "failed"; message: string }
  /** Next call: back to waiting from a call that is over. */
  | { type: "reset" };

export const initialCallState: CallState = { status: "waiting" };

const idsOf = ({ callId, sessionId }: CallIds): CallIds => ({
  ...(callId !== undefined && { callId }),
  ...(sessionId !== undefined && { sessionId }),
});

function past(state: CallState): Past {
  const callId = "callId" in state ? (state.callId ?? state.endedCallId) : state.endedCallId;
  return callId === undefined ? {} : { endedCallId: callId };
}

// A late or repeated event must not restart a call that is over.
function isOver(state: CallState, callId: string | undefined): boolean {
  if (callId === undefined) return false;
  return callId === (state.status === "active" ? state.endedCallId : past(state).endedCallId);
}

function start(state: CallState, event: { at: number } & CallIds): CallState {
  if (isOver(state, event.callId)) return state;
  if (state.status !== "active")
    return { status: "active", startedAt: event.at, ...idsOf(event), ...past(state) };
  // A second event of the same call only adds missing ids. Another call does not replace the one on the screen: it
  // follows when that one is over.
  if (state.callId !== undefined && event.callId !== undefined && state.callId !== event.callId) return state;
  const known = { ...idsOf(event), ...idsOf(state) };
  const isNews = known.callId !== state.callId || known.sessionId !== state.sessionId;
  return isNews ? { ...state, ...known } : state;
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
    case "test_call_started":
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
      const { startedAt, endedAt } = event;
      return { status: "ended", startedAt, endedAt: Math.max(endedAt, startedAt), ...idsOf(event) };
    }
    case "failed":
      // The call itself may go on: a join that works later brings it back.
      return {
        status: "error",
        message: event.message,
        ...(state.endedCallId !== undefined && { endedCallId: state.endedCallId }),
      };
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
