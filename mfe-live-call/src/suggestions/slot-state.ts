import type { Suggestion } from "@souffleur/contracts";

/** Nobody has read a card that is younger. */
export const unreadMs = 1000;
/** What was read is shown so long, unless the client's turn that it answers is over. */
export const shownAtLeastMs = 6000;
/** A card does not change so soon after a press, a hover or a focus on it. */
export const touchedMs = 600;

/** A suggestion in its place. Times are in ms since the epoch. */
export interface ShownSuggestion {
  readonly suggestion: Suggestion;
  /** The number of the set that it belongs to. */
  readonly set: number;
  /** Counts arrivals: the highest is the newest. */
  readonly order: number;
  /** When it was put into its place. */
  readonly placedAt: number;
  /** Since when its text is complete and shown. */
  readonly since: number;
  /** For a whisper: when it was first in view. */
  readonly seenAt?: number;
  /** Set when it was copied or used: it then has this time. */
  readonly done?: { readonly as: "copied" | "used"; readonly at: number };
  /** Whether the agent has said it, or something else since. */
  readonly isPast?: true;
}

/** The suggestions for one turn of the client, or of one press of Generate. */
export interface SuggestionSet {
  /** Counts from 1; 0 before the first one. */
  readonly id: number;
  /** The time of the client's line that it answers. */
  readonly line: number;
  readonly intent: string | undefined;
}

export interface WaitingSuggestion {
  readonly suggestion: Suggestion;
  readonly order: number;
  /** Whether it is the best one of its set. */
  readonly isBest: boolean;
}

/** A reply that the agent has marked as said; `after` is the id of the conversation's last bubble at that time. */
export interface Said {
  readonly id: string;
  readonly text: string;
  readonly after: string | undefined;
}

export interface Slots {
  /** The best reply and two alternates; a suggestion never moves to another place. */
  readonly shown: readonly (ShownSuggestion | undefined)[];
  readonly set: SuggestionSet;
  /** Whether the next suggestion begins a set, because the agent has asked for it. */
  readonly isAsked: boolean;
  /** Suggestions of the current set that can't be shown yet, the oldest first. */
  readonly waiting: readonly WaitingSuggestion[];
  /** The whisper above the suggestions. */
  readonly whisper: ShownSuggestion | undefined;
  /** Whispers that wait for that place, the oldest first; none is dropped. */
  readonly whispers: readonly Suggestion[];
  /** Until when none takes that place, after the agent has dismissed one: a second press is not meant for the next. */
  readonly whispersHeldUntil: number;
  /** Ids of all suggestions that have arrived: none arrives again. */
  readonly known: ReadonlySet<string>;
  /** Ids of suggestions that are still being written: their texts grow. */
  readonly drafts: ReadonlySet<string>;
  /** When the agent last pressed, pointed at or focused each card. */
  readonly touched: ReadonlyMap<string, number>;
  /** What the agent has marked as said, in order. */
  readonly said: readonly Said[];
  /** What was dismissed, the last one at the end, with its place. */
  readonly dismissed: readonly { readonly one: ShownSuggestion; readonly index: number }[];
}

export const emptySlots: Slots = {
  shown: [undefined, undefined, undefined],
  set: { id: 0, line: Number.NEGATIVE_INFINITY, intent: undefined },
  isAsked: false,
  waiting: [],
  whisper: undefined,
  whispers: [],
  whispersHeldUntil: 0,
  known: new Set(),
  drafts: new Set(),
  touched: new Map(),
  said: [],
  dismissed: [],
};

/** The whisper that the agent has not said yet: it comes before all replies. */
export const openWhisper = ({ whisper }: Slots) => (whisper?.done === undefined ? whisper : undefined);

/** Records that the whisper is in view. */
export function markSeen(slots: Slots, now: number): Slots {
  const { whisper } = slots;
  if (whisper === undefined || whisper.seenAt !== undefined) return slots;
  return { ...slots, whisper: { ...whisper, seenAt: now } };
}

/** Until when a card stays as it is, because the agent has touched it; 0 where nobody has. */
export const heldUntil = ({ touched }: Slots, { suggestion }: ShownSuggestion) =>
  (touched.get(suggestion.id) ?? -touchedMs) + touchedMs;

/** Records that the agent pressed, pointed at or focused a card. */
export function touch(slots: Slots, id: string, now: number): Slots {
  // Only the cards on the screen matter.
  const shown = new Set([...slots.shown, slots.whisper].map((one) => one?.suggestion.id));
  const kept = [...slots.touched].filter(([other]) => shown.has(other));
  return { ...slots, touched: new Map([...kept, [id, now]]) };
}

/** The next suggestion begins a set, or no longer does. */
export function ask(slots: Slots, isAsked: boolean): Slots {
  return slots.isAsked === isAsked ? slots : { ...slots, isAsked };
}

/** Empties the places of dismissed suggestions; they come back only by `restore`. `now` in ms since the epoch. */
export function dismiss(slots: Slots, ids: ReadonlySet<string>, now: number): Slots {
  const gone = slots.shown.flatMap((one, index) =>
    one !== undefined && ids.has(one.suggestion.id) ? [{ one, index }] : [],
  );
  const isWhisper = slots.whisper !== undefined && ids.has(slots.whisper.suggestion.id);
  if (gone.length === 0 && !isWhisper) return slots;
  return {
    ...slots,
    shown: slots.shown.map((one) => (one && ids.has(one.suggestion.id) ? undefined : one)),
    ...(isWhisper && { whisper: undefined, whispersHeldUntil: now + unreadMs }),
    dismissed: [...slots.dismissed, ...gone],
  };
}

/** Brings the last dismissed suggestion back into its place; what has come there since leaves it. */
export function restore(slots: Slots, now: number): Slots {
  const last = slots.dismissed.at(-1);
  if (last === undefined) return slots;
  const { one, index } = last;
  return {
    ...slots,
    shown: slots.shown.with(index, { ...one, placedAt: now, since: now }),
    dismissed: slots.dismissed.slice(0, -1),
  };
}

/** Marks a suggestion as copied; one that was used stays so. `at` in ms since the epoch. */
export const copy = (slots: Slots, id: string, at: number) => finish(slots, id, { as: "copied", at });

/** Marks a suggestion as said. @param after the id of the conversation's last bubble */
export function say(
  slots: Slots,
  id: string,
  { at, after }: { at: number; after: string | undefined },
): Slots {
  const one = [...slots.shown, slots.whisper].find((shown) => shown?.suggestion.id === id);
  if (one === undefined || one.done?.as === "used") return slots;
  const next = finish(slots, id, { as: "used", at });
  // A colleague's words stay between the two.
  if (one.suggestion.provider === "coach") return next;
  return { ...next, said: [...slots.said, { id, text: one.suggestion.text, after }] };
}

function finish(slots: Slots, id: string, done: NonNullable<ShownSuggestion["done"]>): Slots {
  const finished = (one: ShownSuggestion | undefined) =>
    one?.suggestion.id === id && one.done?.as !== "used" ? { ...one, done } : one;
  return { ...slots, shown: slots.shown.map(finished), whisper: finished(slots.whisper) };
}

/** What the agent has said is not said in less time. */
const leastSpeechMs = 1500;

/** Dims what was shown when the agent began to speak. */
export function speakPast(slots: Slots, now: number): Slots {
  const isPast = (one: ShownSuggestion | undefined) =>
    one !== undefined && !one.isPast && one.placedAt <= now - leastSpeechMs;
  if (!slots.shown.some(isPast)) return slots;
  return { ...slots, shown: slots.shown.map((one) => (one && isPast(one) ? { ...one, isPast: true } : one)) };
}

/** Removes replies that belong to the beginning of a call. */
export function endOpening(slots: Slots): Slots {
  const isOpening = ({ suggestion }: { suggestion: Suggestion }) => suggestion.intent?.isOpening === true;
  if (![...slots.shown, ...slots.waiting].some((one) => one && isOpening(one))) return slots;
  return {
    ...slots,
    shown: slots.shown.map((one) => (one && isOpening(one) ? undefined : one)),
    waiting: slots.waiting.filter((one) => !isOpening(one)),
  };
}

/** Replaces the text of the line that triggered suggestions; returns the same object where none was. */
export function changeTrigger(slots: Slots, messageId: string, text: string): Slots {
  const isOf = ({ trigger }: Suggestion) => trigger?.messageId === messageId && trigger.text !== text;
  const all = [...slots.shown, ...slots.waiting];
  if (!all.some((one) => one && isOf(one.suggestion))) return slots;
  const change = <One extends { suggestion: Suggestion }>(one: One): One =>
    isOf(one.suggestion) ? { ...one, suggestion: { ...one.suggestion, trigger: { messageId, text } } } : one;
  return {
    ...slots,
    shown: slots.shown.map((one) => one && change(one)),
    waiting: slots.waiting.map(change),
  };
}
