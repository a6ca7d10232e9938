import type { Suggestion } from "@souffleur/contracts";

/** A suggestion in one of the three places. Times are in ms since the epoch. */
export interface ShownSuggestion {
  readonly suggestion: Suggestion;
  /** Counts arrivals: the highest is the newest. */
  readonly order: number;
  /** When it was put into its place. */
  readonly placedAt: number;
  /** Since when its text is complete and shown. */
  readonly since: number;
  /** For a whisper: when it was first in view. */
  readonly seenAt?: number;
  /** Set when it was copied or used: it is then shown as one line with this time. */
  readonly done?: { readonly as: "copied" | "used"; readonly at: number };
}

export interface Slots {
  /** Three places; a suggestion never moves to another one. */
  readonly shown: readonly (ShownSuggestion | undefined)[];
  /** Suggestions among the three newest that can't be shown yet, the oldest first. */
  readonly waiting: readonly { readonly suggestion: Suggestion; readonly order: number }[];
  /** Whispers that wait for the first place, the oldest first; none is dropped. */
  readonly whispers: readonly Suggestion[];
  /** Ids of all suggestions that have arrived: none arrives again. */
  readonly known: ReadonlySet<string>;
  /** Ids of suggestions that are still being written: their texts grow. */
  readonly drafts: ReadonlySet<string>;
  /** Ids of the suggestions that the agent points at or has in focus: they are not replaced. */
  readonly held: ReadonlySet<string>;
}

export const emptySlots: Slots = {
  shown: [undefined, undefined, undefined],
  waiting: [],
  whispers: [],
  known: new Set(),
  drafts: new Set(),
  held: new Set(),
};

/** Records that the places are in view, and with them a whisper in the first place. */
export function markSeen(places: Slots, now: number): Slots {
  const [first, ...others] = places.shown;
  if (first === undefined || !isOpenWhisper(first) || first.seenAt !== undefined) return places;
  return { ...places, shown: [{ ...first, seenAt: now }, ...others] };
}

/** Whether it is a whisper that the agent has not used, copied or dismissed: only another whisper may replace it. */
export function isOpenWhisper({ suggestion, done }: ShownSuggestion): boolean {
  return suggestion.provider === "coach" && done === undefined;
}

export const isPinned = (one: ShownSuggestion, held: Slots["held"]) =>
  held.has(one.suggestion.id) || isOpenWhisper(one);

export function hold(places: Slots, held: ReadonlySet<string>): Slots {
  return { ...places, held };
}

/** Empties the places of dismissed suggestions, which are not shown again. */
export function dismiss(places: Slots, ids: ReadonlySet<string>): Slots {
  if (!places.shown.some((one) => one !== undefined && ids.has(one.suggestion.id))) return places;
  const shown = places.shown.map((one) => (one && ids.has(one.suggestion.id) ? undefined : one));
  return { ...places, shown };
}

/** Marks a suggestion as copied or used; one that was used stays so when it is copied. */
export function finish(places: Slots, id: string, as: "copied" | "used", at: number): Slots {
  const shown = places.shown.map((one) =>
    one?.suggestion.id === id && one.done?.as !== "used" ? { ...one, done: { as, at } } : one,
  );
  return { ...places, shown };
}
