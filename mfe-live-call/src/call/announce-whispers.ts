import type { Suggestion, SuggestionStatus } from "@souffleur/contracts";
import { switches } from "@souffleur/shared-ui";
import type { Store } from "../lib/store.ts";
import { playWhisperSound } from "../suggestions/whisper-sound.ts";
import type { LiveCallState } from "./live-call-state.ts";

/**
 * Reports whispers as delivered, and plays the sound once for each, whichever screen is shown.
 * @returns a function that stops it
 */
export function announceWhispers(
  store: Store<LiveCallState>,
  report: (suggestion: Suggestion, status: SuggestionStatus) => Promise<void>,
): () => void {
  const delivered = new Set<string>();
  return store.subscribe(() => {
    const { whisper, whispers } = store.get().suggestions;
    const arrived = [...whispers, ...(whisper ? [whisper.suggestion] : [])].filter(
      ({ id }) => !delivered.has(id),
    );
    for (const one of arrived) {
      delivered.add(one.id);
      void report(one, "delivered");
    }
    if (arrived.length > 0 && switches.whisperSound.isOn()) playWhisperSound();
  });
}
