import type { Suggestion } from "@souffleur/contracts";
import { ask, type Slots } from "../suggestions/slot-state.ts";
import { advance, arrive, complete, draft, nextChange, whisper } from "../suggestions/slots.ts";
import { clientLineAt, hasBegun } from "../transcript/turns.ts";
import { concerns, type LiveCallState } from "./live-call-state.ts";

/** Adds suggestions for the call on the screen; `now` in ms. */
export function addSuggestions(
  state: LiveCallState,
  arrived: readonly Suggestion[],
  now: number,
): LiveCallState {
  const isBegun = hasBegun(state.conversation);
  const own = arrived.filter(
    ({ callId, intent }) => concerns(state, { callId }) && !(isBegun && intent?.isOpening),
  );
  return changeSuggestions(state, (slots) =>
    arrive(complete(slots, own, now), own, { now, lineOf: lineOf(state) }),
  );
}

/** Adds a colleague's whisper, also while Auto-generate is off; `now` in ms. */
export function addWhisper(state: LiveCallState, sent: Suggestion, now: number): LiveCallState {
  if (state.callId !== sent.callId || state.call.status !== "active") return state;
  return changeSuggestions(state, (slots) => whisper(slots, sent, now));
}

/** Adds the beginning of a suggestion that the server's language model is still writing; `now` in ms. */
export function addDraft(state: LiveCallState, partial: Suggestion, now: number): LiveCallState {
  const { auto, asked } = state;
  if (!concerns(state, partial) || !(auto || asked)) return state;
  return changeSuggestions(state, (slots) => draft(slots, partial, { now, lineOf: lineOf(state) }));
}

/** Records that a press of Generate waits for its answer, or no longer does. */
export function markAsked(state: LiveCallState, asked: boolean): LiveCallState {
  return changeSuggestions({ ...state, asked }, (slots) => ask(slots, asked));
}

export function changeSuggestions(state: LiveCallState, change: (slots: Slots) => Slots): LiveCallState {
  const suggestions = change(state.suggestions);
  return suggestions === state.suggestions ? state : { ...state, suggestions };
}

/** When the next waiting suggestion may be shown, in ms; undefined if none is waiting or the call is over. */
export function nextSuggestionAt({ call, suggestions }: LiveCallState): number | undefined {
  return call.status === "active" ? nextChange(suggestions) : undefined;
}

export function showNextSuggestion(state: LiveCallState, now: number): LiveCallState {
  return changeSuggestions(state, (slots) => advance(slots, now));
}

/** Suggestions without a known trigger answer what the client has said last. */
const lineOf =
  ({ conversation }: LiveCallState) =>
  ({ trigger }: Suggestion) =>
    clientLineAt(conversation, trigger?.messageId);
