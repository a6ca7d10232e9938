import type { Suggestion } from "@souffleur/contracts";
import { foldedWords } from "@souffleur/contracts/fold";

/** Nobody has read a card that is younger. */
export const unreadMs = 1000;
/** What was read is shown so long. */
export const shownAtLeastMs = 6000;
/** A card does not change so soon after a press, a hover or a focus on it. */
export const touchedMs = 600;
/** A pointer that moves touches a card many times a second. */
const touchEveryMs = 100;
export const never = Number.NEGATIVE_INFINITY;
/** The whisper's index in `touched`, after the three places. */
export const whisperPlace = 3;

/** A suggestion in its place, or one that waits for it. */
export interface WaitingSuggestion {
  readonly suggestion: Suggestion;
  /** Counts what was sent, from 1: the highest is the newest. */
  readonly order: number;
}

/** A suggestion in its place. Times are in ms since the epoch. */
export interface ShownSuggestion extends WaitingSuggestion {
  /** When it was put into its place. */
  readonly placedAt: number;
  /** For a whisper: when it was first in view. */
  readonly seenAt?: number;
  /** Set when it was copied or used: it then has this time. */
  readonly done?: { readonly as: "copied" | "used"; readonly at: number };
  /** Whether the agent has spoken since it came. */
  readonly isSpoken?: true;
  /** Whether the turn in which they did so is over. */
  readonly isPast?: true;
}

/** A reply that the agent has marked as said; `after` is the id of the conversation's last bubble at that time. */
export interface Said {
  readonly id: string;
  readonly text: string;
  readonly after: string | undefined;
}

interface Dismissed {
  readonly one: ShownSuggestion;
  readonly index: number;
  /** The suggestion that was given its place, and the one that it left. */
  readonly next?: { readonly id: string; readonly index: number };
}

export interface Slots {
  /** Three places; a suggestion never moves to another. */
  readonly shown: readonly (ShownSuggestion | undefined)[];
  /** The newest suggestion that waits for each place. */
  readonly waiting: readonly (WaitingSuggestion | undefined)[];
  /** The `order` of the newest one. */
  readonly sent: number;
  /** The whisper above the suggestions. */
  readonly whisper: ShownSuggestion | undefined;
  /** Whispers that wait for that place, the oldest first; none is dropped. */
  readonly whispers: readonly Suggestion[];
  /** Ids of all suggestions that have arrived: none arrives again. */
  readonly known: ReadonlySet<string>;
  /** Ids of suggestions that are still being written: their texts grow. */
  readonly drafts: ReadonlySet<string>;
  /** When the agent last pressed, pointed at, focused or dismissed what is in each place, and the whisper. */
  readonly touched: readonly number[];
  /** What the agent has marked as said, in order. */
  readonly said: readonly Said[];
  /** What was dismissed, the last one at the end. */
  readonly dismissed: readonly Dismissed[];
}

export const emptySlots: Slots = {
  shown: [undefined, undefined, undefined],
  waiting: [undefined, undefined, undefined],
  sent: 0,
  whisper: undefined,
  whispers: [],
  known: new Set(),
  drafts: new Set(),
  touched: [never, never, never, never],
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

/** Until when a place stays as it is, because the agent has touched what is there. */
export const heldUntil = ({ touched }: Slots, place: number) => (touched[place] ?? never) + touchedMs;

/** Records that the agent pressed, pointed at or focused a card. */
export function touch(slots: Slots, id: string, now: number): Slots {
  const place = [...slots.shown, slots.whisper].findIndex((one) => one?.suggestion.id === id);
  if (place === -1 || now - (slots.touched[place] ?? never) < touchEveryMs) return slots;
  return { ...slots, touched: slots.touched.with(place, now) };
}

/** Empties the place of a dismissed suggestion; it comes back only by `restore`. `now` in ms since the epoch. */
export function dismiss(slots: Slots, id: string, now: number): Slots {
  const touched = touch(slots, id, now);
  const index = slots.shown.findIndex((one) => one?.suggestion.id === id);
  const one = slots.shown[index];
  if (one === undefined)
    return slots.whisper?.suggestion.id === id ? { ...touched, whisper: undefined } : slots;
  const dismissed = [...slots.dismissed, { one, index }];
  return { ...touched, shown: slots.shown.with(index, undefined), dismissed };
}

/** Gives the place of what was dismissed last to a suggestion in another one. */
export function promote(slots: Slots, from: number, now: number): Slots {
  const [last, next] = [slots.dismissed.at(-1), slots.shown[from]];
  if (last === undefined || next === undefined) return slots;
  const moved = { ...last, next: { id: next.suggestion.id, index: from } };
  return {
    ...slots,
    shown: slots.shown.with(from, undefined).with(last.index, next),
    // The key of the place that it has left is not meant for what comes there.
    touched: slots.touched.with(from, now),
    dismissed: slots.dismissed.with(-1, moved),
  };
}

/** Brings the last dismissed suggestion back into its place; what has come there since leaves it. */
export function restore(slots: Slots, now: number): Slots {
  const last = slots.dismissed.at(-1);
  if (last === undefined) return slots;
  const { one, index, next } = last;
  const there = slots.shown[index];
  const isBack =
    next !== undefined && there?.suggestion.id === next.id && slots.shown[next.index] === undefined;
  const shown = isBack ? slots.shown.with(next.index, there) : slots.shown;
  return {
    ...slots,
    shown: shown.with(index, { ...one, placedAt: now }),
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

/** So many of its last words tell that a reply was said to its end. */
const lastWords = 4;

/** Whether what the agent has said ends with a reply. */
function endsWith(said: readonly string[], reply: string): boolean {
  const end = foldedWords(reply).slice(-lastWords);
  return end.length > 0 && said.slice(-end.length).join(" ") === end.join(" ");
}

/**
 * The agent has spoken: what was shown when they began is dimmed where their turn ends with its words, else once the client speaks.
 * Nobody may lose a sentence that they are reading.
 * @param turn all that the agent has said since the client spoke
 */
export function hearAgent(slots: Slots, turn: string, now: number): Slots {
  const said = foldedWords(turn);
  return markShown(slots, (one) => {
    if (one.isPast || one.placedAt > now - leastSpeechMs) return undefined;
    if (endsWith(said, one.suggestion.text)) return { isSpoken: true, isPast: true };
    return one.isSpoken ? undefined : { isSpoken: true };
  });
}

/** The client speaks: what the agent has said, or spoken past, is dimmed. */
export const hearClient = (slots: Slots): Slots =>
  markShown(slots, ({ isSpoken, isPast, done }) =>
    !isPast && (isSpoken || done?.as === "used") ? { isPast: true } : undefined,
  );

/** Marks shown suggestions; returns the same object where none is. */
function markShown(
  slots: Slots,
  mark: (one: ShownSuggestion) => Partial<ShownSuggestion> | undefined,
): Slots {
  const marks = slots.shown.map((one) => one && mark(one));
  if (marks.every((one) => one === undefined)) return slots;
  return { ...slots, shown: slots.shown.map((one, at) => one && { ...one, ...marks[at] }) };
}

/** Replaces the text of the line that triggered suggestions; returns the same object where none was. */
export function changeTrigger(slots: Slots, messageId: string, text: string): Slots {
  const isOf = ({ trigger }: Suggestion) => trigger?.messageId === messageId && trigger.text !== text;
  if (![...slots.shown, ...slots.waiting].some((one) => one && isOf(one.suggestion))) return slots;
  const change = <One extends { suggestion: Suggestion }>(one: One | undefined) =>
    one && isOf(one.suggestion)
      ? { ...one, suggestion: { ...one.suggestion, trigger: { messageId, text } } }
      : one;
  return { ...slots, shown: slots.shown.map(change), waiting: slots.waiting.map(change) };
}
