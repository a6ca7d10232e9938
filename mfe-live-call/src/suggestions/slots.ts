import type { Suggestion } from "@souffleur/contracts";
import {
  dismiss,
  heldUntil,
  type Slots,
  shownAtLeastMs,
  unreadMs,
  type WaitingSuggestion,
} from "./slot-state.ts";

/** The time of the client's line that a suggestion answers. */
type LineOf = (suggestion: Suggestion) => number;

interface Arrival {
  now: number;
  lineOf?: LineOf;
}

/**
 * Adds suggestions, those of one answer in the server's order, the best first. The first one for a newer line of the client
 * begins a set: it takes the first place, and what answers an older line gives way. The others take the places beside it.
 */
export function arrive(
  slots: Slots,
  arrived: readonly Suggestion[],
  { now, lineOf = () => 0 }: Arrival,
): Slots {
  const next = [...new Map(arrived.map((one) => [one.id, one])).values()]
    .filter(({ id }) => !slots.known.has(id))
    .reduce((grown, one) => enqueue(grown, one, lineOf(one)), slots);
  return next === slots ? slots : settle(next, now);
}

/** Adds a whisper. Waiting ones are ordered by the time at which they were sent: one that was lost in transit arrives late. */
export function whisper(slots: Slots, sent: Suggestion, now: number): Slots {
  if (slots.known.has(sent.id)) return slots;
  const whispers = [...slots.whispers, sent].toSorted(
    (a, b) => Date.parse(a.timestamp) - Date.parse(b.timestamp),
  );
  return advance({ ...slots, whispers, known: new Set(slots.known).add(sent.id) }, now);
}

/** Adds a suggestion that is still being written, or updates its text. */
export function draft(slots: Slots, partial: Suggestion, arrival: Arrival): Slots {
  const updated = replaced(slots, partial);
  const next = updated === slots ? arrive(slots, [partial], arrival) : updated;
  return has(next, partial.id) ? { ...next, drafts: new Set(next.drafts).add(partial.id) } : next;
}

/** Completes drafts; the six seconds of each begin now. */
export function complete(slots: Slots, whole: readonly Suggestion[], now: number): Slots {
  return whole
    .filter(({ id }) => slots.drafts.has(id))
    .reduce((next, one) => ({ ...replaced(next, one, now), drafts: without(next.drafts, [one.id]) }), slots);
}

/** Removes drafts that will not be completed. One that arrives after all is treated as new. */
export function withdraw(slots: Slots, ids: readonly string[]): Slots {
  const gone = new Set(ids.filter((id) => slots.drafts.has(id)));
  if (gone.size === 0) return slots;
  return {
    // A whisper is never a draft, so that none waits for this time.
    ...dismiss(slots, gone, 0),
    dismissed: slots.dismissed,
    known: without(slots.known, gone),
    drafts: without(slots.drafts, gone),
    waiting: slots.waiting.filter(({ suggestion }) => !gone.has(suggestion.id)),
  };
}

/** Shows what has waited long enough; otherwise returns the same object. */
export function advance(slots: Slots, now: number): Slots {
  const [next, ...later] = slots.whispers;
  const from = next && whisperAt(slots);
  if (next === undefined || from === undefined || from > now) return settle(slots, now);
  const shown = { suggestion: next, set: 0, order: 0, placedAt: now, since: now };
  return settle({ ...slots, whisper: shown, whispers: later }, now);
}

/** When `advance` may next change something; undefined if nothing depends on time. */
export function nextChange(slots: Slots): number | undefined {
  const whispersFrom = slots.whispers.length === 0 ? undefined : whisperAt(slots);
  const times = [
    ...slots.waiting.flatMap((one) => placesFor(slots, one).map((index) => freeAt(slots, index, one))),
    ...staleAt(slots).map((index) => heldOf(slots, index)),
    ...(whispersFrom === undefined ? [] : [whispersFrom]),
  ].filter(Number.isFinite);
  return times.length === 0 ? undefined : Math.min(...times);
}

/** Adds a suggestion to the current set, or begins one; one that answers an older line is not shown. */
function enqueue(slots: Slots, suggestion: Suggestion, line: number): Slots {
  const known = new Set(slots.known).add(suggestion.id);
  const order = 1 + Math.max(0, ...[...slots.shown, ...slots.waiting].map((one) => one?.order ?? 0));
  if (slots.isAsked || line > slots.set.line || slots.set.id === 0) {
    const set = {
      id: slots.set.id + 1,
      line: Math.max(line, slots.set.line),
      intent: suggestion.intent?.id,
    };
    return { ...slots, known, set, isAsked: false, waiting: [{ suggestion, order, isBest: true }] };
  }
  if (line < slots.set.line) return { ...slots, known };
  // There is room for two beside the best one: of more, the newest are shown.
  const best = slots.waiting.filter(({ isBest }) => isBest);
  const others = slots.waiting.filter(({ isBest }) => !isBest).slice(-1);
  return { ...slots, known, waiting: [...best, ...others, { suggestion, order, isBest: false }] };
}

/** Puts waiting suggestions into the places that are free for them, and empties those of other intents. */
function settle(slots: Slots, now: number): Slots {
  let next = slots;
  for (const one of slots.waiting) {
    const [free] = placesFor(next, one)
      .filter((index) => isFree(next, index, one, now))
      .toSorted((a, b) => rankOf(next, a) - rankOf(next, b) || a - b);
    if (free !== undefined) next = put(next, free, one, now);
  }
  const stale = staleAt(next).filter((index) => heldOf(next, index) <= now);
  if (stale.length === 0) return next;
  return { ...next, shown: next.shown.map((one, index) => (stale.includes(index) ? undefined : one)) };
}

/** The best reply has one place; another one takes it only where nobody has read what is there. */
function placesFor(slots: Slots, { isBest }: WaitingSuggestion): number[] {
  if (isBest) return [0];
  // The best one comes first.
  return slots.waiting.some((one) => one.isBest) ? [1, 2] : [0, 1, 2];
}

/** Empty places come first, then what answers an older line, then what has been there the longest. */
const rankOf = ({ shown, set }: Slots, index: number) => {
  const one = shown[index];
  if (one === undefined) return -2;
  return one.set < set.id ? -1 : one.order;
};

const heldOf = (slots: Slots, index: number) => {
  const one = slots.shown[index];
  return one === undefined ? 0 : heldUntil(slots, one);
};

/** From when a place may be taken: at once from what answers an older line, else once it was shown long enough. */
function freeAt(slots: Slots, index: number, { isBest }: WaitingSuggestion): number {
  const one = slots.shown[index];
  if (one === undefined) return 0;
  if (isBest || one.set < slots.set.id) return heldUntil(slots, one);
  // Only another line of the client, or a press, replaces the best reply.
  if (index === 0) return Number.POSITIVE_INFINITY;
  return Math.max(heldUntil(slots, one), one.since + shownAtLeastMs);
}

/** Whether a place may be taken; what nobody has read gives way too. */
function isFree(slots: Slots, index: number, waiting: WaitingSuggestion, now: number): boolean {
  const one = slots.shown[index];
  const isUnread = one !== undefined && now - one.placedAt < unreadMs && heldUntil(slots, one) <= now;
  return isUnread || freeAt(slots, index, waiting) <= now;
}

/** The places beside the best reply that still have replies to another intent, once that reply stands. */
function staleAt({ shown, set, waiting }: Slots): number[] {
  const best = shown[0];
  if (best !== undefined && best.set < set.id && waiting.some(({ isBest }) => isBest)) return [];
  return [1, 2].filter((index) => {
    const one = shown[index];
    return one !== undefined && one.set < set.id && one.suggestion.intent?.id !== set.intent;
  });
}

/** When the next whisper may take its place; undefined while the agent has not seen the one there. */
function whisperAt(slots: Slots): number | undefined {
  const { whisper: shown } = slots;
  if (shown === undefined) return slots.whispersHeldUntil;
  if (shown.done !== undefined) return Math.max(shown.done.at + unreadMs, heldUntil(slots, shown));
  if (shown.seenAt === undefined) return undefined;
  return Math.max(shown.seenAt + shownAtLeastMs, heldUntil(slots, shown));
}

const has = ({ shown, waiting }: Slots, id: string) =>
  [...shown, ...waiting].some((one) => one?.suggestion.id === id);

/** Replaces a suggestion by its newer version; returns the same object if it is neither shown nor waiting. */
function replaced(slots: Slots, suggestion: Suggestion, since?: number): Slots {
  const { id } = suggestion;
  if (!has(slots, id)) return slots;
  return {
    ...slots,
    shown: slots.shown.map((one) =>
      one?.suggestion.id === id ? { ...one, suggestion, since: since ?? one.since } : one,
    ),
    waiting: slots.waiting.map((one) => (one.suggestion.id === id ? { ...one, suggestion } : one)),
  };
}

function without(ids: ReadonlySet<string>, gone: Iterable<string>): ReadonlySet<string> {
  const left = new Set(ids);
  for (const id of gone) left.delete(id);
  return left;
}

function put(slots: Slots, index: number, { suggestion, order }: WaitingSuggestion, now: number): Slots {
  const shown = { suggestion, order, set: slots.set.id, placedAt: now, since: now };
  return {
    ...slots,
    shown: slots.shown.with(index, shown),
    waiting: slots.waiting.filter((one) => one.order !== order),
  };
}
