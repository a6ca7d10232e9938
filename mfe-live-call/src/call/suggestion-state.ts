import type { Suggestion } from "@souffleur/contracts";
import type { Slots } from "../suggestions/slot-state.ts";
import { advance, arrive, complete, draft, largestPlace, nextChange, whisper } from "../suggestions/slots.ts";
import { lastClientTurn } from "../transcript/turns.ts";
import { concerns, type LiveCallState } from "./live-call-state.ts";

/** Adds suggestions for the call on the screen; `now` in ms. */
export function addSuggestions(
  state: LiveCallState,
  arrived: readonly Suggestion[],
  now: number,
): LiveCallState {
  const own = arrived.filter(({ callId }) => concerns(state, { callId }));
  return changeSuggestions(state, (slots) => arrive(complete(slots, own), own, now));
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
  return changeSuggestions(state, (slots) => draft(slots, partial, now));
}

export function changeSuggestions(state: LiveCallState, change: (slots: Slots) => Slots): LiveCallState {
  const suggestions = change(state.suggestions);
  return suggestions === state.suggestions ? state : { ...state, suggestions };
}

/** When the next waiting suggestion may be shown, in ms; undefined if none is waiting or the call is over. */
export function nextSuggestionAt({ call, suggestions }: LiveCallState, now: number): number | undefined {
  return call.status === "active" ? nextChange(suggestions, now) : undefined;
}

export function showNextSuggestion(state: LiveCallState, now: number): LiveCallState {
  return changeSuggestions(state, (slots) => advance(slots, now));
}

/** The place of the best reply to the client's last turn; -1 where none is shown. */
export const bestPlace = ({ suggestions, conversation }: LiveCallState) =>
  largestPlace(suggestions, lastClientTurn(conversation));

export const bestReply = (state: LiveCallState) => state.suggestions.shown[bestPlace(state)];
