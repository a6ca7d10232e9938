import type { Suggestion } from "@souffleur/contracts";
import {
  advance,
  answer,
  arrive,
  complete,
  draft,
  nextChange,
  type Places,
  whisper,
} from "../suggestions/places.ts";
import { concerns, type LiveCallState } from "./live-call-state.ts";

/** Takes suggestions for the call on the screen: the answer to a press, or what came by itself; `now` in ms. */
export function addSuggestions(
  state: LiveCallState,
  arrived: readonly Suggestion[],
  { asked, now }: { asked: boolean; now: number },
): LiveCallState {
  const own = arrived.filter(({ callId }) => concerns(state, { callId }));
  return changeSuggestions(state, (places) =>
    (asked ? answer : arrive)(complete(places, own, now), own, now),
  );
}

/** Takes what a colleague whispers, also where nothing else appears by itself; `now` in ms. */
export function addWhisper(state: LiveCallState, sent: Suggestion, now: number): LiveCallState {
  if (state.callId !== sent.callId || state.call.status !== "active") return state;
  return changeSuggestions(state, (places) => whisper(places, sent, now));
}

/** Takes the beginning of a suggestion that the server's language model is still writing; `now` in ms. */
export function addDraft(state: LiveCallState, begun: Suggestion, now: number): LiveCallState {
  const { auto, asked } = state;
  if (!concerns(state, begun) || !(auto || asked)) return state;
  return changeSuggestions(state, (places) => draft(places, begun, { asked, now }));
}

export function changeSuggestions(state: LiveCallState, change: (places: Places) => Places): LiveCallState {
  const suggestions = change(state.suggestions);
  return suggestions === state.suggestions ? state : { ...state, suggestions };
}

/** When a suggestion that waits may take a place; undefined while none does, and after the call. In ms. */
export function nextSuggestionAt({ call, suggestions }: LiveCallState): number | undefined {
  return call.status === "active" ? nextChange(suggestions) : undefined;
}

export function showNextSuggestion(state: LiveCallState, now: number): LiveCallState {
  return changeSuggestions(state, (places) => advance(places, now));
}
