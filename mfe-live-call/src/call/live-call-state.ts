import type { Call, Customer, Line, Sender } from "@souffleur/contracts";
import type { HelpRequest } from "@souffleur/contracts/desk";
import type { JoinAnswer, ServerEvent, ServerEventName } from "@souffleur/contracts/realtime";
import { changeTrigger, emptySlots, hearAgent, hearClient, type Slots } from "../suggestions/slot-state.ts";
import { withdraw } from "../suggestions/slots.ts";
import { t } from "../texts/texts.ts";
import {
  addLine,
  addStored,
  type Conversation,
  changeLines,
  emptyConversation,
  withoutInterims,
} from "../transcript/conversation.ts";
import { agentTurn } from "../transcript/turns.ts";
import { type CallEvent, type CallIds, type CallState, callReducer, initialCallState } from "./call-state.ts";
import { namesOf } from "./demo-parties.ts";

type ServiceChange = ServerEvent<"service_status_change">;

/** Everything about a call that the screen shows. */
export interface LiveCallState {
  call: CallState;
  /** The call that the lines belong to. They remain after its end: the last lines may arrive later. */
  callId: string | undefined;
  sessionId: string | undefined;
  source: Call["source"] | undefined;
  names: Readonly<Record<Sender, string>> | undefined;
  customer: Customer | undefined;
  /** The call's start on the server's clock, as the times of its lines are: in ms since the epoch. */
  startedOnServer: number | undefined;
  /** Why the call ended, if known. */
  endReason: Call["reason"];
  /** How a call from the list of calls is shown; undefined for one that was on the screen when it ended. */
  openedAs: "wrap-up" | "read-only" | undefined;
  conversation: Conversation;
  /** The id of the client's last live line, which suggestions respond to. */
  lastClientLine: string | undefined;
  suggestions: Slots;
  /** Whether suggestions appear without a press of Generate. */
  auto: boolean;
  /** Whether a request made by a press of Generate is in flight. */
  asked: boolean;
  /** Whether a request for suggestions is in flight. */
  generating: boolean;
  /** The last client line for which suggestions were requested, or have arrived. */
  requestedFor: string | undefined;
  /** Whether each telephone leg's audio is connected; absent where unknown. */
  legs: Readonly<Partial<Record<Sender, boolean>>>;
  /** The audio quality of each telephone leg. */
  health: ServerEvent<"audio_health">["legs"] | undefined;
  audioSessionId: string | undefined;
  /** The agent's request for help. */
  help: HelpRequest["help"];
  /** The last event about this call of each name without an effect of its own (`apply-server-event.ts`). */
  lastEvents: { readonly [Name in ServerEventName]?: ServerEvent<Name> };
  /** Whether this browser recognizes the call itself. */
  heardHere: boolean;
  /** Whether the lines are fetched regularly, because no socket brings them. */
  polled: boolean;
  services: Readonly<Partial<Record<ServiceChange["service"], ServiceChange>>>;
  /** A call that started while this one was on the screen. */
  next: ServerEvent<"call_started"> | undefined;
  /** The previous session: its late lines do not start a call. */
  overSessionId: string | undefined;
}

const freshCall = {
  callId: undefined,
  sessionId: undefined,
  source: undefined,
  names: undefined,
  customer: undefined,
  startedOnServer: undefined,
  endReason: undefined,
  openedAs: undefined,
  conversation: emptyConversation,
  lastClientLine: undefined,
  requestedFor: undefined,
  suggestions: emptySlots,
  legs: {},
  health: undefined,
  audioSessionId: undefined,
  help: undefined,
  lastEvents: {},
} satisfies Partial<LiveCallState>;

export const initialLiveCall: LiveCallState = {
  ...freshCall,
  call: initialCallState,
  auto: true,
  asked: false,
  generating: false,
  heardHere: false,
  polled: false,
  services: {},
  next: undefined,
  overSessionId: undefined,
};

/** Whether an event belongs to the call on the screen; an event without ids belongs to any call. */
export function concerns(state: LiveCallState, { callId, sessionId }: CallIds): boolean {
  const isOther =
    (callId !== undefined && state.callId !== undefined && callId !== state.callId) ||
    (sessionId !== undefined && state.sessionId !== undefined && sessionId !== state.sessionId);
  if (isOther) return false;
  return state.call.status === "active" || state.callId !== undefined || state.sessionId !== undefined;
}

/** Whether the call exists in this browser only, because the server could not be reached at its start. */
export function isUnknownToServer({ call, callId, sessionId }: LiveCallState): boolean {
  return call.status === "active" && callId === undefined && sessionId === undefined;
}

/** Whether somebody has spoken. */
export const isSpokenIn = ({ conversation }: LiveCallState) => conversation.bubbles.length > 0;

/** Passes an event to the call's reducer; a new call starts with an empty conversation. */
export function changeCall(state: LiveCallState, event: CallEvent): LiveCallState {
  const call = callReducer(state.call, event);
  if (call === state.call) return state;
  if (call.status !== "active") {
    const over: LiveCallState = {
      ...state,
      // Switched off for one customer, it is on again for the next.
      ...(call.status === "waiting" && { ...freshCall, auto: true }),
      call,
      overSessionId: state.sessionId ?? state.overSessionId,
      conversation: call.status === "waiting" ? emptyConversation : withoutInterims(state.conversation),
    };
    const isFree = call.status === "waiting" || call.status === "ended";
    return isFree && state.next ? callStarted({ ...over, next: undefined }, state.next) : over;
  }
  const ids = { callId: call.callId, sessionId: call.sessionId };
  const isBack = state.call.status === "error" && call.callId !== undefined && call.callId === state.callId;
  return state.call.status === "active" || isBack
    ? { ...state, ...ids, call }
    : { ...state, ...freshCall, ...ids, call, auto: state.auto || state.call.status === "ended" };
}

/** Handles `call_started`; `at` is on this browser's clock. */
export function callStarted(
  state: LiveCallState,
  started: ServerEvent<"call_started">,
  at = Date.parse(started.startedAt),
): LiveCallState {
  const { callId, sessionId, source, customer } = started;
  const next = changeCall(state, { type: "call_started", at, callId, sessionId });
  if (next.call.status !== "active") return state;
  if (next.callId !== callId) return { ...state, next: started };
  const startedOnServer = Date.parse(started.startedAt);
  return { ...next, source, names: namesOf(started), customer, startedOnServer };
}

export function callEnded(
  state: LiveCallState,
  { callId, sessionId, reason }: CallIds & { reason?: Call["reason"] },
  at: number,
): LiveCallState {
  if (state.next !== undefined && state.next.callId === callId) return { ...state, next: undefined };
  if (!concerns(state, { callId, sessionId })) return state;
  const ended = changeCall(state, { type: "call_ended", at, callId });
  const hasReason = ended.call.status === "ended" && ended.callId === state.callId && reason !== undefined;
  return hasReason ? { ...ended, endReason: reason } : ended;
}

interface Kept extends Required<Pick<LiveCallState, "openedAs">> {
  lines: readonly Line[];
  startedAt: number;
  endedAt: number;
}

/** Shows a call that is over, unless another one has started; times are on this browser's clock. */
export function showPastCall(
  state: LiveCallState,
  kept: Call,
  { lines, startedAt, endedAt, openedAs }: Kept,
): LiveCallState {
  const { callId, sessionId, source, customer, reason, seq } = kept;
  const call = callReducer(state.call, { type: "kept_call_opened", startedAt, endedAt, callId, sessionId });
  if (call === state.call) return state;
  return {
    ...state,
    ...freshCall,
    call,
    callId,
    sessionId,
    source,
    names: namesOf(kept),
    customer,
    startedOnServer: Date.parse(kept.startedAt),
    endReason: reason,
    openedAs,
    conversation: addStored(emptyConversation, lines, seq),
  };
}

/** Removes everything about a deleted call from the screen. */
export function callDeleted(state: LiveCallState, ids: CallIds): LiveCallState {
  if (state.call.status !== "ended" || !concerns(state, ids)) return state;
  return { ...changeCall(state, { type: "failed", message: t("This call was deleted.") }), ...freshCall };
}

/** Handles the answer to joining a call: its missing lines and its state. @param at its start on this browser's clock */
export function joined(
  state: LiveCallState,
  sessionId: string,
  data: Extract<JoinAnswer, { success: true }>["data"],
  at: number,
): LiveCallState {
  if (!concerns(state, { callId: data.callId, sessionId })) return state;
  const followed =
    data.status === "active"
      ? changeCall(state, { type: "call_started", at, callId: data.callId, sessionId })
      : state;
  const corrected = linesChanged(followed, data.changed ?? []);
  const conversation = addStored(withoutInterims(corrected.conversation), data.lines, data.seq);
  // The events that would have completed these drafts were missed.
  const suggestions = withdraw(corrected.suggestions, [...corrected.suggestions.drafts]);
  const startedOnServer = Date.parse(data.startedAt);
  return { ...followed, callId: data.callId, sessionId, startedOnServer, conversation, suggestions };
}

/** Shows the new texts of lines, also where suggestions quote them. */
export function linesChanged(
  state: LiveCallState,
  lines: readonly Pick<Line, "id" | "text">[],
): LiveCallState {
  const conversation = changeLines(state.conversation, lines);
  const suggestions = lines.reduce(
    (slots, { id, text }) => changeTrigger(slots, id, text),
    state.suggestions,
  );
  const isSame = conversation === state.conversation && suggestions === state.suggestions;
  return isSame ? state : { ...state, conversation, suggestions };
}

/** Adds a line that was recorded here. The server's event for it has the same id, so it is shown once. */
export function addRecordedLine(
  state: LiveCallState,
  { id, at, ...line }: Pick<Line, "sender" | "text" | "confidence"> & { id: string; at: number },
): LiveCallState {
  const conversation = addLine(state.conversation, {
    ...line,
    messageId: id,
    timestamp: at,
    isTranscription: true,
  });
  if (conversation === state.conversation) return state;
  return hearLine({ ...state, conversation }, line, Date.now());
}

/** So many words are more than a sign that one listens. */
const leastWords = 4;

/** The state after a new final line, which its conversation has: what the agent has said is dimmed when their turn is over. */
export function hearLine(
  state: LiveCallState,
  { sender, text }: Pick<Line, "sender" | "text">,
  now: number,
): LiveCallState {
  const isSpeech = text.split(/\s+/).length >= leastWords;
  if (sender === "agent" && !isSpeech) return state;
  const { suggestions: before, conversation } = state;
  const suggestions =
    sender === "client" ? hearClient(before) : hearAgent(before, agentTurn(conversation), now);
  return suggestions === before ? state : { ...state, suggestions };
}
