import type { ServerEvent, ServerEventName, TranscriptionEvent } from "@souffleur/contracts/realtime";
import { onServerEvent } from "@souffleur/shared-ui";
import { storedLine } from "@souffleur/shared-ui/transcript";
import type { Store } from "../lib/store.ts";
import { withdraw } from "../suggestions/slots.ts";
import { addLine, lineId, showInterim } from "../transcript/conversation.ts";
import type { CallIds } from "./call-state.ts";
import { localTime } from "./follow-call.ts";
import {
  callDeleted,
  callEnded,
  callStarted,
  changeCall,
  concerns,
  hearLine,
  type LiveCallState,
  linesChanged,
} from "./live-call-state.ts";
import { addDraft, addSuggestions, addWhisper, changeSuggestions } from "./suggestion-state.ts";

/** The current time, and the conversion of a server time to this browser's clock; both in ms since the epoch. */
export interface Clock {
  now: () => number;
  local: (iso: string) => number;
}

type Apply<Name extends ServerEventName> = (
  state: LiveCallState,
  event: ServerEvent<Name>,
  clock: Clock,
) => LiveCallState;

const transcriptionNames = [
  "live_transcription",
  "transcription",
  "real_time_transcription",
  "bridge_transcription",
  "transcript_received",
] as const satisfies ServerEventName[];
type TranscriptionName = (typeof transcriptionNames)[number];

/** Normalizes a transcription event: speaker 0 is the client, speaker 1 and a `caller` are the agent. */
function readTranscription(event: TranscriptionEvent) {
  const agent = event.speaker === undefined ? event.speakerType === "caller" : event.speaker === 1;
  return {
    text: event.transcript ?? event.text ?? "",
    isFinal: event.is_final ?? event.isFinal ?? false,
    sender: agent ? ("agent" as const) : ("client" as const),
    confidence: event.confidence,
    at: event.timestamp === undefined ? undefined : new Date(event.timestamp).getTime(),
    messageId: event.messageId,
    sessionId: event.sessionId,
    seq: event.seq,
  };
}

function applyTranscription(
  state: LiveCallState,
  event: ServerEvent<TranscriptionName>,
  { now }: Clock,
): LiveCallState {
  const { isFinal, at = now(), sessionId, ...transcription } = readTranscription(event);
  if (!concerns(state, { sessionId })) return state;
  if (!isFinal) {
    if (state.call.status !== "active") return state;
    return { ...state, conversation: showInterim(state.conversation, transcription) };
  }
  const { sender, text, confidence = 0, messageId, seq } = transcription;
  const line = { sender, text, timestamp: at, confidence, isTranscription: true };
  const numbered = seq === undefined ? line : { ...line, seq };
  return withLine(state, { ...numbered, messageId: lineId({ ...numbered, messageId }) }, now());
}

function withLine(state: LiveCallState, line: Parameters<typeof addLine>[1], now: number): LiveCallState {
  const conversation = addLine(state.conversation, line);
  if (conversation === state.conversation) return state;
  const lastClientLine = line.sender === "client" ? line.messageId : state.lastClientLine;
  return hearLine({ ...state, conversation, lastClientLine }, line, now);
}

/** The specification's other way to an active call: the first final line of the telephony bridge. */
const applyBridgeTranscription: Apply<"bridge_transcription"> = (state, event, clock) => {
  const { isFinal, sessionId } = readTranscription(event);
  const isLate = sessionId !== undefined && sessionId === state.overSessionId;
  if (!isFinal || isLate) return applyTranscription(state, event, clock);
  const started = changeCall(state, { type: "bridge_final", at: clock.now(), sessionId });
  // The names are not known until `call_started`, but only telephone calls have a bridge.
  const phoned: LiveCallState = started === state ? state : { ...started, source: "telephony" };
  return applyTranscription(phoned, event, clock);
};

function applyLeg(connected: boolean) {
  return (state: LiveCallState, event: ServerEvent<"asterisk_audio_connected">): LiveCallState => {
    if (!concerns(state, event)) return state;
    const { leg } = event;
    const changed = leg === undefined ? { client: connected, agent: connected } : { [leg]: connected };
    return { ...state, legs: { ...state.legs, ...changed } };
  };
}

const only = (state: LiveCallState, ids: CallIds, change: Partial<LiveCallState>) =>
  concerns(state, ids) ? { ...state, ...change } : state;

const applyHealth: Apply<"audio_health"> = (state, event) => {
  const { client, agent } = event.legs;
  const { recognizer } = event;
  // A page that is opened during a call has missed the events about its legs and the recognizer.
  return only(state, event, {
    health: event.legs,
    legs: { client: client.connected, agent: agent.connected },
    ...(recognizer && {
      services: { ...state.services, recognizer: { service: "recognizer", ...recognizer } },
    }),
  });
};

const transcriptions: ReadonlySet<ServerEventName> = new Set(transcriptionNames);

/** Whether an event carries interim text, which the next event of the same kind replaces. */
function isInterim<Name extends ServerEventName>(name: Name, event: ServerEvent<Name>): boolean {
  return transcriptions.has(name) && !readTranscription(event as ServerEvent<TranscriptionName>).isFinal;
}

/** The effect of each event that changes more than the last events. */
export const effects: { readonly [Name in ServerEventName]?: Apply<Name> } = {
  conversation_message: (state, line, { now }) =>
    concerns(state, line) ? withLine(state, storedLine(line), now()) : state,
  line_changed: (state, { callId, sessionId, line }) =>
    concerns(state, { callId, sessionId }) ? linesChanged(state, [line]) : state,
  live_transcription: applyTranscription,
  transcription: applyTranscription,
  real_time_transcription: applyTranscription,
  transcript_received: applyTranscription,
  bridge_transcription: applyBridgeTranscription,
  // Requested by another page, or part of a script: this page's own requests get their answers over HTTP.
  suggestion: (state, suggestion, { now }) =>
    suggestion.provider === "coach"
      ? addWhisper(state, suggestion, now())
      : state.auto || state.suggestions.drafts.has(suggestion.id)
        ? addSuggestions(state, [suggestion], now())
        : state,
  suggestion_draft: (state, partial, { now }) => addDraft(state, partial, now()),
  suggestion_withdrawn: (state, { id }) => changeSuggestions(state, (slots) => withdraw(slots, [id])),
  call_started: (state, started, { local }) => callStarted(state, started, local(started.startedAt)),
  call_ended: (state, ended, { local }) => callEnded(state, ended, local(ended.endedAt)),
  call_deleted: callDeleted,
  help_changed: (state, { callId, help }) => only(state, { callId }, { help }),
  asterisk_audio_connected: applyLeg(true),
  asterisk_audio_disconnected: applyLeg(false),
  audio_health: applyHealth,
  audio_session_started: (state, event) => only(state, event, { audioSessionId: event.sessionId }),
  audio_session_ended: (state, event) => only(state, event, { audioSessionId: undefined }),
  // By its contract it may name no call.
  sip_call_event: (state, event) =>
    only(state, event, { lastEvents: { ...state.lastEvents, sip_call_event: event } }),
  service_status_change: (state, change) => ({
    ...state,
    services: { ...state.services, [change.service]: change },
  }),
};

/** The state after an event: by its effect; without one, an event about this call is in `lastEvents`. */
export function applyServerEvent<Name extends ServerEventName>(
  name: Name,
  state: LiveCallState,
  event: ServerEvent<Name>,
  clock: Clock,
): LiveCallState {
  const effect: Apply<Name> | undefined = effects[name];
  if (effect) return effect(state, event, clock);
  const isOfCall = "callId" in event || "sessionId" in event;
  return isOfCall ? only(state, event, { lastEvents: { ...state.lastEvents, [name]: event } }) : state;
}

export const browserClock: Clock = { now: Date.now, local: localTime };

/** Applies the server's events to the store, those of some names alone. @returns a function that stops it */
export function subscribeToEvents(
  store: Store<LiveCallState>,
  isWanted: (name: ServerEventName) => boolean,
): () => void {
  return onServerEvent("*", (event, name) => {
    if (!isWanted(name)) return;
    const set = isInterim(name, event) ? store.setThrottled : store.setNextFrame;
    set((state) => applyServerEvent(name, state, event, browserClock));
  });
}
