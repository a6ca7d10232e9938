import type { Suggestion } from "@souffleur/contracts";

/** A suggestion in one of the three places. Times are in ms since the epoch. */
export interface ShownSuggestion {
  readonly suggestion: Suggestion;
  readonly since: number;
  /** For a whisper: when it was first in view. */
  readonly seenAt?: number;
  /** Set when it was copied or used: it is then shown as one line with this time. */
  readonly done?: { readonly as: "copied" | "used"; readonly at: number };
}

export interface Places {
  /** Three places; a suggestion never moves to another one. */
  readonly shown: readonly (ShownSuggestion | undefined)[];
  /** Suggestions that can't be shown yet, the most relevant first. */
  readonly waiting: readonly { readonly suggestion: Suggestion; readonly since: number }[];
  /** Whispers that wait for the first place, the oldest first; none is dropped. */
  readonly whispers: readonly Suggestion[];
  /** Ids of all suggestions that were ever shown: none is shown again. */
  readonly past: ReadonlySet<string>;
  /** Ids of suggestions that are still being written: their texts grow. */
  readonly drafts: ReadonlySet<string>;
  /** Ids of the suggestions that the agent points at or has in focus: they are not replaced. */
  readonly held: ReadonlySet<string>;
  /** When a suggestion was last put into a place. */
  readonly changedAt: number;
}

/** Cards can be read at a glance only if they do not change often. */
export const shownAtLeastMs = 6000;
export const betweenChangesMs = 3000;
/** After this time the conversation has moved on. */
export const waitsAtMostMs = 12_000;
const confidenceAtLeast = 0.5;
const waitingAtMost = 3;

export const emptyPlaces: Places = {
  shown: [undefined, undefined, undefined],
  waiting: [],
  whispers: [],
  past: new Set(),
  drafts: new Set(),
  held: new Set(),
  changedAt: Number.NEGATIVE_INFINITY,
};

/**
 * Adds suggestions that were not requested by a press: one is shown if a place is available, others wait, and the least
 * relevant are dropped. Suggestions that arrive together are in the server's order, the best first.
 */
export function arrive(places: Places, arrived: readonly Suggestion[], now: number): Places {
  const known = new Set([...places.past, ...places.waiting.map(({ suggestion }) => suggestion.id)]);
  const fresh = withoutKnown(arrived, known).filter(({ confidence }) => confidence >= confidenceAtLeast);
  if (fresh.length === 0) return places;
  const waiting = fresh.map((suggestion) => ({ suggestion, since: now }));
  return advance({ ...places, waiting: mostRelevant([...waiting, ...places.waiting]) }, now);
}

/**
 * Adds the answer to the agent's own press: all of its suggestions are shown at once, even those that an event has
 * brought before, and all waiting ones are dropped.
 */
export function answer(places: Places, asked: readonly Suggestion[], now: number): Places {
  const fresh = withoutKnown(asked, places.past).slice(0, places.shown.length);
  if (fresh.length === 0) return places;
  return fresh.reduce<Places>(
    (next, suggestion) => {
      const index = placeFor(next, Number.POSITIVE_INFINITY);
      return index === undefined ? next : put(next, index, { suggestion, since: now });
    },
    { ...places, waiting: [] },
  );
}

/**
 * Adds a whisper: it is shown in the first place as soon as the agent holds nothing there. Waiting whispers are ordered by
 * the time at which they were sent, because one that was lost in transit arrives late.
 */
export function whisper(places: Places, sent: Suggestion, now: number): Places {
  const known = places.past.has(sent.id) || places.whispers.some(({ id }) => id === sent.id);
  if (known) return places;
  const whispers = [...places.whispers, sent].toSorted(
    (a, b) => Date.parse(a.timestamp) - Date.parse(b.timestamp),
  );
  return advance({ ...places, whispers }, now);
}

/** Adds a suggestion that is still being written, or updates its text. @param options.asked whether the agent requested it */
export function draft(
  places: Places,
  partial: Suggestion,
  { asked, now }: { asked: boolean; now: number },
): Places {
  const updated = replaced(places, partial);
  const next = updated === places ? (asked ? answer : arrive)(places, [partial], now) : updated;
  return has(next, partial.id) ? { ...next, drafts: new Set(next.drafts).add(partial.id) } : next;
}

/** Completes drafts; each is treated from now on like a suggestion that has just arrived. */
export function complete(places: Places, whole: readonly Suggestion[], now: number): Places {
  return whole
    .filter(({ id }) => places.drafts.has(id))
    .reduce((next, one) => ({ ...replaced(next, one, now), drafts: without(next.drafts, [one.id]) }), places);
}

/** Removes drafts that will not be completed. One that arrives after all is treated as new. */
export function withdraw(places: Places, ids: readonly string[]): Places {
  const gone = new Set(ids.filter((id) => places.drafts.has(id)));
  if (gone.size === 0) return places;
  return {
    ...dismiss(places, gone),
    past: without(places.past, gone),
    drafts: without(places.drafts, gone),
    waiting: places.waiting.filter(({ suggestion }) => !gone.has(suggestion.id)),
  };
}

/** Shows the most relevant waiting suggestion if enough time has passed; otherwise returns the same object. */
export function advance(places: Places, now: number): Places {
  const [whispered, ...later] = places.whispers;
  const whispersFrom = whispered && whisperAt(places);
  if (whispered && whispersFrom !== undefined && whispersFrom <= now)
    return advance(put({ ...places, whispers: later }, 0, { suggestion: whispered, since: now }), now);
  const waiting = places.waiting.filter(({ since }) => now - since < waitsAtMostMs);
  const [next, ...rest] = waiting;
  const index =
    next === undefined || now - places.changedAt < betweenChangesMs
      ? undefined
      : placeFor(places, now - shownAtLeastMs);
  if (next !== undefined && index !== undefined)
    return put({ ...places, waiting: rest }, index, { suggestion: next.suggestion, since: now });
  return waiting.length === places.waiting.length ? places : { ...places, waiting };
}

/** When `advance` may next change something, as long as `held` stays the same; undefined if nothing depends on time. */
export function nextChange(places: Places): number | undefined {
  const { shown, waiting, whispers, held, changedAt } = places;
  const whispersFrom = whispers.length === 0 ? undefined : whisperAt(places);
  if (waiting.length === 0) return whispersFrom;
  const free = shown.flatMap((one) =>
    one === undefined ? [0] : isPinned(one, held) ? [] : [one.since + shownAtLeastMs],
  );
  const leaves = Math.min(...waiting.map(({ since }) => since + waitsAtMostMs));
  return Math.min(
    leaves,
    whispersFrom ?? leaves,
    Math.max(changedAt + betweenChangesMs, ...(free.length > 0 ? [Math.min(...free)] : [leaves])),
  );
}

/** When the next whisper may take the first place; undefined while the agent holds, or has not seen, the one there. */
function whisperAt({ shown: [first], held }: Places): number | undefined {
  if (first === undefined) return 0;
  if (held.has(first.suggestion.id)) return undefined;
  if (!isOpenWhisper(first)) return 0;
  return first.seenAt === undefined ? undefined : first.seenAt + shownAtLeastMs;
}

/** Records that the places are in view, and with them a whisper in the first place. */
export function markSeen(places: Places, now: number): Places {
  const [first, ...others] = places.shown;
  if (first === undefined || !isOpenWhisper(first) || first.seenAt !== undefined) return places;
  return { ...places, shown: [{ ...first, seenAt: now }, ...others] };
}

/** Whether it is a whisper that the agent has not used, copied or dismissed: only another whisper may replace it. */
function isOpenWhisper({ suggestion, done }: ShownSuggestion): boolean {
  return suggestion.provider === "coach" && done === undefined;
}

const isPinned = (one: ShownSuggestion, held: Places["held"]) =>
  held.has(one.suggestion.id) || isOpenWhisper(one);

export function hold(places: Places, held: ReadonlySet<string>): Places {
  return { ...places, held };
}

/** Empties the places of dismissed suggestions, which are not shown again. */
export function dismiss(places: Places, ids: ReadonlySet<string>): Places {
  if (!places.shown.some((one) => one !== undefined && ids.has(one.suggestion.id))) return places;
  const shown = places.shown.map((one) => (one && ids.has(one.suggestion.id) ? undefined : one));
  return { ...places, shown };
}

/** Marks a suggestion as copied or used; one that was used stays so when it is copied. */
export function finish(places: Places, id: string, as: "copied" | "used", at: number): Places {
  const shown = places.shown.map((one) =>
    one?.suggestion.id === id && one.done?.as !== "used" ? { ...one, done: { as, at } } : one,
  );
  return { ...places, shown };
}

const has = ({ shown, waiting }: Places, id: string) =>
  [...shown, ...waiting].some((one) => one?.suggestion.id === id);

/** Replaces a suggestion by its newer version; returns the same object if it is neither shown nor waiting. */
function replaced(places: Places, suggestion: Suggestion, since?: number): Places {
  if (!has(places, suggestion.id)) return places;
  const renewed = <One extends { suggestion: Suggestion; since: number }>(one: One) =>
    one.suggestion.id === suggestion.id ? { ...one, suggestion, since: since ?? one.since } : one;
  return {
    ...places,
    shown: places.shown.map((one) => one && renewed(one)),
    waiting: places.waiting.map(renewed),
  };
}

function without(ids: ReadonlySet<string>, gone: Iterable<string>): ReadonlySet<string> {
  const left = new Set(ids);
  for (const id of gone) left.delete(id);
  return left;
}

/** The suggestions that are not known yet, without repetitions. */
function withoutKnown(arrived: readonly Suggestion[], known: ReadonlySet<string>): Suggestion[] {
  const byId = new Map(arrived.map((one) => [one.id, one]));
  return [...byId.values()].filter(({ id }) => !known.has(id));
}

/** Sorting is stable: among equals the newest stays first. */
function mostRelevant(waiting: Places["waiting"]): Places["waiting"] {
  return waiting
    .toSorted((a, b) => b.suggestion.confidence - a.suggestion.confidence)
    .slice(0, waitingAtMost);
}

/** An empty place, else one with a copied or used reply, else the oldest; never one newer than `latest` or pinned. */
function placeFor({ shown, held }: Places, latest: number): number | undefined {
  const [best] = shown
    .map((one, index) => ({ one, index }))
    .filter(({ one }) => one === undefined || (one.since <= latest && !isPinned(one, held)))
    .toSorted((a, b) => rank(a.one) - rank(b.one) || (a.one?.since ?? 0) - (b.one?.since ?? 0));
  return best?.index;
}

const rank = (one: ShownSuggestion | undefined) => (one === undefined ? 0 : one.done ? 1 : 2);

function put(places: Places, index: number, shown: ShownSuggestion): Places {
  return {
    ...places,
    shown: places.shown.with(index, shown),
    past: new Set(places.past).add(shown.suggestion.id),
    changedAt: shown.since,
  };
}
