import type { Store } from "../lib/store.ts";
import { emptySlots, type Slots } from "../suggestions/slot-state.ts";
import { withdraw } from "../suggestions/slots.ts";
import { forgetCards, storeCards, storedCards } from "../suggestions/stored-cards.ts";
import type { LiveCallState } from "./live-call-state.ts";

/**
 * Keeps the cards of the running call for a reload, and brings them back when this page gets to know the call again.
 * @returns a function that stops it
 */
export function keepCards(store: Store<LiveCallState>): () => void {
  let keptFor: string | undefined;
  let kept: Slots | undefined;
  const update = () => {
    const { call, callId, suggestions } = store.get();
    const current = call.status === "active" ? callId : undefined;
    const isNew = current !== keptFor;
    keptFor = current;
    // A call that can't be shown may be shown again.
    if (isNew && (call.status === "ended" || call.status === "waiting")) forgetCards();
    if (current === undefined) return;
    const restored = isNew && suggestions === emptySlots ? storedCards(current) : undefined;
    if (restored !== undefined) {
      kept = restored;
      store.set((state) => ({ ...state, suggestions: restored }));
    } else if (suggestions !== kept) {
      kept = suggestions;
      // What was still being written is never completed in another page.
      storeCards(current, withdraw(suggestions, [...suggestions.drafts]));
    }
  };
  const stop = store.subscribe(update);
  update();
  return stop;
}
