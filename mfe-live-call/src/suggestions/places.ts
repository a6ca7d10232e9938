import type { Suggestion } from "@souffleur/contracts";

/** A suggestion in one of the three places. Times are in ms since the epoch. */
export interface ShownSuggestion {
  readonly suggestion: Suggestion;
  readonly since: number;
  /** Of a whisper: when it was first in view. */
  readonly seenAt?: number;
  /** A copied or used one is one line with this time. */
  readonly done?: { readonly as: "copied" | "used"; readonly at: number };
}

export interface Places {
  /** Three; a suggestion never moves from its place. */
  readonly shown: readonly (ShownSuggestion | undefined)[];
  /** Too early to be shown, the most relevant first. */
  readonly waiting: readonly { readonly suggestion: Suggestion; readonly since: number }[];
  /** Whispers that are to come into the first place, the one that was sent first at the front; none is dropped. */
  readonly whispers: readonly Suggestion[];
  /** Ids of all that were ever shown: none comes back. */
  readonly past: ReadonlySet<string>;
  /** Ids of those that are still being written: their texts grow. */
  readonly drafts: ReadonlySet<string>;
  /** Ids of those that the agent points at or has in focus: they stay. */
  readonly held: ReadonlySet<string>;
  /** When a suggestion last took a place. */
  readonly changedAt: number;
}

/** A card is read in half a second only where it holds still. */
export const shownAtLeastMs = 6000;
export const betweenChangesMs = 3000;
/** Later the conversation is elsewhere. */
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
 * Takes suggestions that came by themselves: one takes a place where it may, others wait, the least relevant are
 * dropped. Those of one moment come in the server's order, the best first.
 */
export function arrive(places: Places, arrived: readonly Suggestion[], now: number): Places {
  const known = new Set([...places.past, ...places.waiting.map(({ suggestion }) => suggestion.id)]);
  const fresh = unknown(known, arrived).filter(({ confidence }) => confidence >= confidenceAtLeast);
  if (fresh.length === 0) return places;
  const waiting = fresh.map((suggestion) => ({ suggestion, since: now }));
  return advance({ ...places, waiting: mostRelevant([...waiting, ...places.waiting]) }, now);
}

/**
 * Takes the answer to the agent's own press: all of it is shown at once, also what an event has brought before, and the
 * rest of what waited is dropped.
 */
export function answer(places: Places, asked: readonly Suggestion[], now: number): Places {
  const fresh = unknown(places.past, asked).slice(0, places.shown.length);
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
 * Takes a whisper: it comes into the first place as soon as the agent holds nothing there. Those that wait come in the
 * order in which they were sent: one that was lost on its way arrives late.
 */
export function whisper(places: Places, sent: Suggestion, now: number): Places {
  const known = places.past.has(sent.id) || places.whispers.some(({ id }) => id === sent.id);
  if (known) return places;
  const whispers = [...places.whispers, sent].toSorted(
    (a, b) => Date.parse(a.timestamp) - Date.parse(b.timestamp),
  );
  return advance({ ...places, whispers }, now);
}

/** Takes a suggestion that is still being written, which the agent pressed for or that came by itself; or its growth. */
export function draft(
  places: Places,
  begun: Suggestion,
  { asked, now }: { asked: boolean; now: number },
): Places {
  const grown = replaced(places, begun);
  const next = grown === places ? (asked ? answer : arrive)(places, [begun], now) : grown;
  return isThere(next, begun.id) ? { ...next, drafts: new Set(next.drafts).add(begun.id) } : next;
}

/** Takes the whole of those that were being written; each stays from now on as long as one that has just come. */
export function complete(places: Places, whole: readonly Suggestion[], now: number): Places {
  return whole
    .filter(({ id }) => places.drafts.has(id))
    .reduce((next, one) => ({ ...replaced(next, one, now), drafts: without(next.drafts, [one.id]) }), places);
}

/** Removes those of which nothing came. Where one comes after all, it is as new. */
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

/** Shows the most relevant of what waits, where enough time has passed. Returns the same places where nothing changes. */
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

/** When `advance` may next change something, as long as the same are held; undefined where nothing waits for time. */
export function nextChange(places: Places): number | undefined {
  const { shown, waiting, whispers, held, changedAt } = places;
  const whispersFrom = whispers.length === 0 ? undefined : whisperAt(places);
  if (waiting.length === 0) return whispersFrom;
  const free = shown.flatMap((one) =>
    one === undefined ? [0] : stays(one, held) ? [] : [one.since + shownAtLeastMs],
  );
  const leaves = Math.min(...waiting.map(({ since }) => since + waitsAtMostMs));
  return Math.min(
    leaves,
    whispersFrom ?? leaves,
    Math.max(changedAt + betweenChangesMs, ...(free.length > 0 ? [Math.min(...free)] : [leaves])),
  );
}

/** When the next whisper may come into the first place; undefined while the agent holds, or has not seen, what is there. */
function whisperAt({ shown: [first], held }: Places): number | undefined {
  if (first === undefined) return 0;
  if (held.has(first.suggestion.id)) return undefined;
  if (!isOpenWhisper(first)) return 0;
  return first.seenAt === undefined ? undefined : first.seenAt + shownAtLeastMs;
}

/** The places are in view: from now on a whisper in the first one is read. */
export function see(places: Places, now: number): Places {
  const [first, ...others] = places.shown;
  if (first === undefined || !isOpenWhisper(first) || first.seenAt !== undefined) return places;
  return { ...places, shown: [{ ...first, seenAt: now }, ...others] };
}

/** Whether it is a whisper with which the agent has done nothing: only another one takes its place. */
function isOpenWhisper({ suggestion, done }: ShownSuggestion): boolean {
  return suggestion.provider === "coach" && done === undefined;
}

const stays = (one: ShownSuggestion, held: Places["held"]) =>
  held.has(one.suggestion.id) || isOpenWhisper(one);

export function hold(places: Places, held: ReadonlySet<string>): Places {
  return { ...places, held };
}

/** A dismissed suggestion leaves its place empty, and does not come back. */
export function dismiss(places: Places, ids: ReadonlySet<string>): Places {
  if (!places.shown.some((one) => one !== undefined && ids.has(one.suggestion.id))) return places;
  const shown = places.shown.map((one) => (one && ids.has(one.suggestion.id) ? undefined : one));
  return { ...places, shown };
}

/** A copied or used suggestion becomes one line; one that is used stays so when it is copied. */
export function finish(places: Places, id: string, as: "copied" | "used", at: number): Places {
  const shown = places.shown.map((one) =>
    one?.suggestion.id === id && one.done?.as !== "used" ? { ...one, done: { as, at } } : one,
  );
  return { ...places, shown };
}

const isThere = ({ shown, waiting }: Places, id: string) =>
  [...shown, ...waiting].some((one) => one?.suggestion.id === id);

/** With a suggestion's new text in its place; the same places where it is not there. */
function replaced(places: Places, suggestion: Suggestion, since?: number): Places {
  if (!isThere(places, suggestion.id)) return places;
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

/** Each once. */
function unknown(known: ReadonlySet<string>, arrived: readonly Suggestion[]): Suggestion[] {
  const byId = new Map(arrived.map((one) => [one.id, one]));
  return [...byId.values()].filter(({ id }) => !known.has(id));
}

/** Sorting is stable: of equals the newest stays first. */
function mostRelevant(waiting: Places["waiting"]): Places["waiting"] {
  return waiting
    .toSorted((a, b) => b.suggestion.confidence - a.suggestion.confidence)
    .slice(0, waitingAtMost);
}

/** An empty place, else one whose reply is done, else the oldest; none that came after `latest` or is held. */
function placeFor({ shown, held }: Places, latest: number): number | undefined {
  const [best] = shown
    .map((one, index) => ({ one, index }))
    .filter(({ one }) => one === undefined || (one.since <= latest && !stays(one, held)))
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
