import { useKeyPress } from "@souffleur/shared-ui/wrap-up";
import type { Slots } from "../../suggestions/slot-state.ts";
import type { SuggestionActions } from "./suggestion-actions.ts";
import { readSuggestionKey } from "./suggestion-keys.ts";

interface SuggestionKeys {
  slots: Slots;
  /** The place of the best reply. */
  best: number;
  actions: SuggestionActions;
  /** Whether keys other than that of Generate apply. */
  hasKeys: boolean;
  generate: (() => void) | undefined;
  /** The window whose keys are handled; by default the page's. */
  own?: Window;
}

/** Handles the keys of suggestions and whispers. */
export function useSuggestionKeys({ slots, best, actions, hasKeys, generate, own }: SuggestionKeys): void {
  const { shown, whisper } = slots;
  useKeyPress((press) => {
    const command = readSuggestionKey(press);
    if (command === undefined || (command.kind !== "generate" && !hasKeys)) return false;
    if (command.kind === "generate") generate?.();
    if (command.kind === "restore") actions.restore();
    const dismissed = command.kind === "dismiss" && shown[best];
    if (dismissed) actions.discard(dismissed);
    const pressed =
      command.kind === "whisper" ? whisper : command.kind === "use" ? shown[command.index] : undefined;
    if (pressed) actions.use(pressed.suggestion);
    return true;
  }, own);
}
