import type { Suggestion } from "@souffleur/contracts";
import {
  dismiss,
  heldUntil,
  never,
  promote,
  type ShownSuggestion,
  type Slots,
  shownAtLeastMs,
  touchedMs,
  unreadMs,
  whisperPlace,
} from "./slot-state.ts";

/** Empty places are filled from the last one: of three, the server sends the best one last, and it comes to the top. */
const fillOrder = [2, 1, 0];

/**
 * Adds suggestions in the order in which they were sent; the three newest are shown. Which place each one gets depends on that
 * order alone: that of the oldest. It waits for it while somebody may be reading what is there.
 */
export function arrive(slots: Slots, sent: readonly Suggestion[], now: number): Slots {
  const next = sent
    .filter(({ id }, index) => !slots.known.has(id) && sent.findIndex((one) => one.id === id) === index)
    .reduce(send, slots);
  return next === slots ? slots : settle(next, now);
}

function send(slots: Slots, suggestion: Suggestion): Slots {
  const { shown, waiting, known, sent } = slots;
  const sentTo = (place: number) => (waiting[place] ?? shown[place])?.order ?? 0;
  const [place = 0] = fillOrder.toSorted((a, b) => sentTo(a) - sentTo(b));
  const order = sent + 1;
  return {
    ...slots,
    sent: order,
    known: new Set(known).add(suggestion.id),
    waiting: waiting.with(place, { suggestion, order }),
  };
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
export function draft(slots: Slots, partial: Suggestion, now: number): Slots {
  const next = has(slots, partial.id) ? replaced(slots, partial) : arrive(slots, [partial], now);
  return has(next, partial.id) ? { ...next, drafts: new Set(next.drafts).add(partial.id) } : next;
}

/** Completes drafts: they are sent now. One that has lost its place is treated as new, unless the agent has dismissed it. */
export function complete(slots: Slots, whole: readonly Suggestion[]): Slots {
  let next = slots;
  for (const one of whole) {
    if (!next.drafts.has(one.id)) continue;
    const isGone = next.dismissed.some((gone) => gone.one.suggestion.id === one.id);
    const isNew = !isGone && !has(next, one.id);
    const sent = next.sent + 1;
    next = { ...replaced(next, one, sent), sent, drafts: without(next.drafts, [one.id]) };
    if (isNew) next = { ...next, known: without(next.known, [one.id]) };
  }
  return next;
}

/** Removes drafts that will not be completed. One that arrives after all is treated as new. */
export function withdraw(slots: Slots, ids: readonly string[]): Slots {
  const gone = new Set(ids.filter((id) => slots.drafts.has(id)));
  if (gone.size === 0) return slots;
  const isLeft = <One extends { suggestion: Suggestion }>(one: One | undefined) =>
    one && gone.has(one.suggestion.id) ? undefined : one;
  return {
    ...slots,
    shown: slots.shown.map(isLeft),
    waiting: slots.waiting.map(isLeft),
    known: without(slots.known, gone),
    drafts: without(slots.drafts, gone),
  };
}

/** Shows what has waited long enough; otherwise returns the same object. */
export function advance(slots: Slots, now: number): Slots {
  const [next, ...later] = slots.whispers;
  const from = next && whisperAt(slots);
  if (next === undefined || from === undefined || from > now) return settle(slots, now);
  const shown = { suggestion: next, order: 0, placedAt: now };
  return settle({ ...slots, whisper: shown, whispers: later }, now);
}

/** When `advance` may next change something; undefined if nothing depends on time. */
export function nextChange(slots: Slots, now: number): number | undefined {
  const whispersFrom = slots.whispers.length === 0 ? undefined : whisperAt(slots);
  const times = [
    ...slots.waiting.flatMap((one, place) => (one === undefined ? [] : [freeAt(slots, place, now)])),
    ...(whispersFrom === undefined ? [] : [whispersFrom]),
  ];
  return times.length === 0 ? undefined : Math.min(...times);
}

/**
 * The place that the screen makes the largest: that of the newest suggestion that answers the client's last turn, else of the
 * newest; -1 where none is shown. A draft is the best one of what is being sent.
 * @param turn the ids of that turn's lines
 */
export function largestPlace({ shown, drafts }: Slots, turn: ReadonlySet<string>): number {
  const cards = shown.filter((one) => one !== undefined);
  const answers = cards.filter(({ suggestion: { trigger } }) => turn.has(trigger?.messageId ?? ""));
  const rank = ({ suggestion: { id }, order }: ShownSuggestion) =>
    drafts.has(id) ? Number.MAX_SAFE_INTEGER : order;
  const [best] = (answers.length > 0 ? answers : cards).toSorted((a, b) => rank(b) - rank(a));
  return best === undefined ? -1 : shown.indexOf(best);
}

/**
 * Dismisses a suggestion or whisper. Where it has the largest place, the next one takes it, unless a newer one waits for it.
 * @param turn as of `largestPlace`
 */
export function dismissFrom(slots: Slots, id: string, turn: ReadonlySet<string>, now: number): Slots {
  const place = largestPlace(slots, turn);
  const left = dismiss(slots, id, now);
  if (left.shown[place] !== undefined || left.waiting[place] !== undefined) return left;
  return promote(left, largestPlace(left, turn), now);
}

/** Puts waiting suggestions into their places where these are free. */
function settle(slots: Slots, now: number): Slots {
  let next = slots;
  for (const [place, one] of slots.waiting.entries()) {
    if (one === undefined || freeAt(slots, place, now) > now) continue;
    const shown = next.shown.with(place, { ...one, placedAt: now });
    next = { ...next, shown, waiting: next.waiting.with(place, undefined) };
  }
  return next;
}

/** From when a card may be replaced: while nobody has read it, or once it was shown long enough, and not after a touch. */
function freeAt(slots: Slots, place: number, now: number): number {
  const at = Math.max(now, heldUntil(slots, place));
  const placedAt = slots.shown[place]?.placedAt;
  const isFree = placedAt === undefined || at < placedAt + unreadMs;
  return isFree ? at : Math.max(at, placedAt + shownAtLeastMs);
}

/** When the next whisper may take its place; undefined while the agent has not seen the one there. */
function whisperAt(slots: Slots): number | undefined {
  const { whisper: shown, touched } = slots;
  // After a dismissal a second press is not meant for the next one, and no card moves away from a press.
  if (shown === undefined)
    return Math.max((touched[whisperPlace] ?? never) + unreadMs, ...touched.map((at) => at + touchedMs));
  const held = heldUntil(slots, whisperPlace);
  if (shown.done !== undefined) return Math.max(shown.done.at + unreadMs, held);
  return shown.seenAt === undefined ? undefined : Math.max(shown.seenAt + shownAtLeastMs, held);
}

const has = ({ shown, waiting }: Slots, id: string) =>
  [...shown, ...waiting].some((one) => one?.suggestion.id === id);

/** Replaces a suggestion by its newer version. */
function replaced(slots: Slots, suggestion: Suggestion, order?: number): Slots {
  const change = <One extends { suggestion: Suggestion; order: number }>(one: One | undefined) =>
    one?.suggestion.id === suggestion.id ? { ...one, suggestion, order: order ?? one.order } : one;
  return { ...slots, shown: slots.shown.map(change), waiting: slots.waiting.map(change) };
}

function without(ids: ReadonlySet<string>, gone: Iterable<string>): ReadonlySet<string> {
  const left = new Set(ids);
  for (const id of gone) left.delete(id);
  return left;
}
