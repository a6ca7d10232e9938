import type { Suggestion, SuggestionStatus } from "@souffleur/contracts";
import { toast } from "@souffleur/shared-ui";
import type { LiveCall } from "../../call/live-call.ts";
import type { LiveCallState } from "../../call/live-call-state.ts";
import { changeSuggestions } from "../../call/suggestion-state.ts";
import type { Store } from "../../lib/store.ts";
import { copy, restore, type ShownSuggestion, type Slots, say, touch } from "../../suggestions/slot-state.ts";
import { dismissFrom } from "../../suggestions/slots.ts";
import { t } from "../../texts/texts.ts";
import { lastClientTurn } from "../../transcript/turns.ts";

interface Effects {
  /** Appends a reply to the agent's notes. @returns false where there is no room for it. */
  onNote: (text: string) => boolean;
  /** Called when a suggestion is shown, in its place from 1, and when the agent uses, copies or dismisses it. */
  onStatus: (suggestion: Suggestion, status: SuggestionStatus, place?: number) => void;
}

export type SuggestionActions = ReturnType<typeof suggestionActions>;

/** The agent's actions on suggestions. */
export function suggestionActions(store: Store<LiveCallState>, { onNote, onStatus }: Effects) {
  const change = (next: (now: Slots) => Slots) => store.set((state) => changeSuggestions(state, next));
  return {
    change,
    onStatus,
    copied(suggestion: Suggestion) {
      onStatus(suggestion, "copied");
      change((now) => copy(now, suggestion.id, Date.now()));
    },
    /** The agent has said it; nothing where they have before, or where it is still being written. */
    use(suggestion: Suggestion) {
      const { conversation, suggestions } = store.get();
      const { shown, whisper, drafts } = suggestions;
      const one = [...shown, whisper].find((other) => other?.suggestion.id === suggestion.id);
      if (one?.done?.as === "used" || drafts.has(suggestion.id)) return;
      onStatus(suggestion, "used");
      const after = conversation.bubbles.at(-1)?.id;
      change((now) => say(now, suggestion.id, { at: Date.now(), after }));
    },
    note({ text }: Suggestion) {
      if (onNote(text)) toast.success(t("Added to notes"));
      else toast.error(t("The agent notes are full."));
    },
    discard({ suggestion }: ShownSuggestion) {
      // The server does not know suggestions that are still being written.
      if (!store.get().suggestions.drafts.has(suggestion.id)) onStatus(suggestion, "dismissed");
      const turn = lastClientTurn(store.get().conversation);
      change((now) => dismissFrom(now, suggestion.id, turn, Date.now()));
    },
    /** The agent presses, points at or focuses it. */
    touch: (id: string) => change((now) => touch(now, id, Date.now())),
    /** Brings back what was dismissed last. */
    restore: () => change((now) => restore(now, Date.now())),
  };
}

/** The actions on other screens and in the prompter's own window; notes are taken on the call's screen. */
export const actionsElsewhere = ({ store, report }: LiveCall) =>
  suggestionActions(store, {
    onNote: () => false,
    onStatus: (...shown) => void report(...shown),
  });
