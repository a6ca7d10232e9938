import { type Preference, sharedText } from "@souffleur/shared-ui";
import type { Result } from "./find-results.ts";

/** The choices of the preferences, which no screen has of its own. */
export function preferenceResults(preferences: readonly Preference[]): Result[] {
  return preferences.flatMap(({ label, options, choose }) =>
    options.map((option) => ({
      label: option.command ?? `${label}${sharedText(": ")}${option.label}`,
      icon: "settings",
      run: () => choose(option.value),
    })),
  );
}
