import type { Suggestion, SuggestionStatus } from "@souffleur/contracts";
import { toast } from "@souffleur/shared-ui";
import type { LiveCallState } from "../../call/live-call-state.ts";
import { changeSuggestions } from "../../call/suggestion-state.ts";
import type { Store } from "../../lib/store.ts";
import { dismiss, finish, type ShownSuggestion, type Slots } from "../../suggestions/slot-state.ts";
import { t } from "../../texts/texts.ts";

interface Effects {
  /** Appends a reply to the agent's notes. @returns false where there is no room for it. */
  onUse: (text: string) => boolean;
  /** Called when the agent uses, copies or dismisses a suggestion. */
  onStatus: (suggestion: Suggestion, status: SuggestionStatus) => void;
}

export type SuggestionActions = ReturnType<typeof suggestionActions>;

/** The agent's actions on suggestions. */
export function suggestionActions(store: Store<LiveCallState>, { onUse, onStatus }: Effects) {
  const change = (next: (now: Slots) => Slots) => store.set((state) => changeSuggestions(state, next));
  const finishAs = (suggestion: Suggestion, as: "copied" | "used") => {
    onStatus(suggestion, as);
    change((now) => finish(now, suggestion.id, as, Date.now()));
  };
  return {
    change,
    copied: (suggestion: Suggestion) => finishAs(suggestion, "copied"),
    use(suggestion: Suggestion) {
      if (onUse(suggestion.text)) finishAs(suggestion, "used");
      else toast.error(t("The agent notes are full."));
    },
    discard(unwanted: readonly ShownSuggestion[]) {
      // The server does not know suggestions that are still being written.
      const { drafts } = store.get().suggestions;
      for (const { suggestion } of unwanted)
        if (!drafts.has(suggestion.id)) onStatus(suggestion, "dismissed");
      change((now) => dismiss(now, new Set(unwanted.map(({ suggestion }) => suggestion.id))));
    },
  };
}
