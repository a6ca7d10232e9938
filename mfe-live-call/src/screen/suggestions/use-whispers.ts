import type { Suggestion, SuggestionFate } from "@souffleur/contracts";
import { useEffect, useRef, useSyncExternalStore } from "react";
import type { Places } from "../../suggestions/places.ts";
import { playWhisperSound, soundsWhispers } from "../../suggestions/whisper-sound.ts";

/** Reports whispers as delivered, and plays the sound once for each. */
export function useWhispers(
  { shown, whispers }: Places,
  onFate: (suggestion: Suggestion, fate: SuggestionFate) => void,
): void {
  const delivered = useRef(new Set<string>());
  useEffect(() => {
    const arrived = [...whispers, ...shown.flatMap((one) => one?.suggestion ?? [])].filter(
      ({ id, provider }) => provider === "coach" && !delivered.current.has(id),
    );
    for (const one of arrived) {
      delivered.current.add(one.id);
      onFate(one, "delivered");
    }
    if (arrived.length > 0 && soundsWhispers()) playWhisperSound();
  }, [shown, whispers, onFate]);
}

function subscribe(onChange: () => void): () => void {
  document.addEventListener("visibilitychange", onChange);
  return () => document.removeEventListener("visibilitychange", onChange);
}

/** Whether the page is visible. */
export function useInView(): boolean {
  return useSyncExternalStore(subscribe, () => document.visibilityState === "visible");
}
