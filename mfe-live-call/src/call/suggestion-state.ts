import type { Suggestion } from "@souffleur/contracts";
import type { Slots } from "../suggestions/slot-state.ts";
import { advance, answer, arrive, complete, draft, nextChange, whisper } from "../suggestions/slots.ts";
import { concerns, type LiveCallState } from "./live-call-state.ts";

/** Adds suggestions for the call on the screen, either requested by a press (`asked`) or unrequested; `now` in ms. */
export function addSuggestions(
  state: LiveCallState,
  arrived: readonly Suggestion[],
  { asked, now }: { asked: boolean; now: number },
): LiveCallState {
  const own = arrived.filter(({ callId }) => concerns(state, { callId }));
  return changeSuggestions(state, (slots) => (asked ? answer : arrive)(complete(slots, own, now), own, now));
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
  return changeSuggestions(state, (slots) => draft(slots, partial, { asked, now }));
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
