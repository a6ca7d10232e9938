import type { Suggestion } from "@souffleur/contracts";

/** A suggestion in one of the three slots. Times are in ms since the epoch. */
export interface ShownSuggestion {
  readonly suggestion: Suggestion;
  /** Counts arrivals: the highest is the newest. */
  readonly order: number;
  /** When it was put into its slot. */
  readonly placedAt: number;
  /** Since when its text is complete and shown. */
  readonly since: number;
  /** For a whisper: when it was first in view. */
  readonly seenAt?: number;
  /** Set when it was copied or used: it is then shown as one line with this time. */
  readonly done?: { readonly as: "copied" | "used"; readonly at: number };
}

export interface Slots {
  /** Three slots; a suggestion never moves to another one. */
  readonly shown: readonly (ShownSuggestion | undefined)[];
  /** Suggestions among the three newest that can't be shown yet, the oldest first. */
  readonly waiting: readonly { readonly suggestion: Suggestion; readonly order: number }[];
  /** Whispers that wait for the first slot, the oldest first; none is dropped. */
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

/** Records that the slots are in view, and with them a whisper in the first slot. */
export function markSeen(slots: Slots, now: number): Slots {
  const [first, ...others] = slots.shown;
  if (first === undefined || !isOpenWhisper(first) || first.seenAt !== undefined) return slots;
  return { ...slots, shown: [{ ...first, seenAt: now }, ...others] };
}

/** Whether it is a whisper that the agent has not used, copied or dismissed: only another whisper may replace it. */
export function isOpenWhisper({ suggestion, done }: ShownSuggestion): boolean {
  return suggestion.provider === "coach" && done === undefined;
}

export const isPinned = (one: ShownSuggestion, held: Slots["held"]) =>
  held.has(one.suggestion.id) || isOpenWhisper(one);

export function hold(slots: Slots, held: ReadonlySet<string>): Slots {
  return { ...slots, held };
}

/** Empties the slots of dismissed suggestions, which are not shown again. */
export function dismiss(slots: Slots, ids: ReadonlySet<string>): Slots {
  if (!slots.shown.some((one) => one !== undefined && ids.has(one.suggestion.id))) return slots;
  const shown = slots.shown.map((one) => (one && ids.has(one.suggestion.id) ? undefined : one));
  return { ...slots, shown };
}

/** Marks a suggestion as copied or used; one that was used stays so when it is copied. */
export function finish(slots: Slots, id: string, as: "copied" | "used", at: number): Slots {
  const shown = slots.shown.map((one) =>
    one?.suggestion.id === id && one.done?.as !== "used" ? { ...one, done: { as, at } } : one,
  );
  return { ...slots, shown };
}
