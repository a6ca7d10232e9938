import type { Suggestion } from "@souffleur/contracts";
import { dismiss, isOpenWhisper, isPinned, type ShownSuggestion, type Slots } from "./slot-state.ts";

/** Nobody has read a card that is younger. */
export const unreadMs = 1000;
/** Cards can be read at a glance only if they do not change often. */
export const shownAtLeastMs = 6000;

/**
 * Adds suggestions that were not requested by a press. The three newest are shown (specification, section 4): at once in
 * empty slots and in those of older suggestions that nobody has read yet, else as soon as an older one was shown for six
 * seconds. Suggestions that arrive together are in the server's order, and count as newer in that order.
 */
export function arrive(slots: Slots, arrived: readonly Suggestion[], now: number): Slots {
  const next = withNewest(slots, arrived);
  return next === slots ? slots : settle(next, now);
}

/**
 * Adds the answer to the agent's own press, the best first: the agent is waiting for it, so it is shown at once, even if an
 * event has brought it before. Only cards that the agent holds stay; a newer card that gives its slot up for an older one
 * that is held takes the slot of that one afterwards.
 */
export function answer(slots: Slots, asked: readonly Suggestion[], now: number): Slots {
  const ids = new Set(asked.map(({ id }) => id));
  const next = withNewest(slots, asked);
  const isAsked = ({ suggestion }: { suggestion: Suggestion }) => ids.has(suggestion.id);
  return next.waiting.some(isAsked) ? settle(next, now, isAsked) : next;
}

/**
 * Adds a whisper: it is shown in the first slot as soon as the agent holds nothing there. Waiting whispers are ordered by
 * the time at which they were sent, because one that was lost in transit arrives late.
 */
export function whisper(slots: Slots, sent: Suggestion, now: number): Slots {
  if (slots.known.has(sent.id)) return slots;
  const whispers = [...slots.whispers, sent].toSorted(
    (a, b) => Date.parse(a.timestamp) - Date.parse(b.timestamp),
  );
  return advance({ ...slots, whispers, known: new Set(slots.known).add(sent.id) }, now);
}

/** Adds a suggestion that is still being written, or updates its text. @param options.asked whether the agent requested it */
export function draft(
  slots: Slots,
  partial: Suggestion,
  { asked, now }: { asked: boolean; now: number },
): Slots {
  const updated = replaced(slots, partial);
  const next = updated === slots ? (asked ? answer : arrive)(slots, [partial], now) : updated;
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
    ...dismiss(slots, gone),
    known: without(slots.known, gone),
    drafts: without(slots.drafts, gone),
    waiting: slots.waiting.filter(({ suggestion }) => !gone.has(suggestion.id)),
  };
}

/** Shows what has waited long enough; otherwise returns the same object. */
export function advance(slots: Slots, now: number): Slots {
  const [whispered, ...later] = slots.whispers;
  const whispersFrom = whispered && whisperAt(slots);
  if (whispered && whispersFrom !== undefined && whispersFrom <= now)
    return advance(
      put({ ...slots, whispers: later }, 0, { suggestion: whispered, order: newest(slots) + 1 }, now),
      now,
    );
  return settle(slots, now);
}

/** When `advance` may next change something, as long as `held` stays the same; undefined if nothing depends on time. */
export function nextChange(slots: Slots): number | undefined {
  const { shown, waiting, whispers, held } = slots;
  const whispersFrom = whispers.length === 0 ? undefined : whisperAt(slots);
  if (waiting.length === 0) return whispersFrom;
  const least = leastOrder(slots);
  const free = shown.flatMap((one) => {
    if (one === undefined) return [0];
    return one.order >= least || isPinned(one, held) ? [] : [one.since + shownAtLeastMs];
  });
  const times = whispersFrom === undefined ? free : [whispersFrom, ...free];
  return times.length === 0 ? undefined : Math.min(...times);
}

/** Adds suggestions that have not arrived before as the newest; returns the same object if there are none. */
function withNewest(slots: Slots, arrived: readonly Suggestion[]): Slots {
  const fresh = withoutKnown(arrived, slots.known);
  if (fresh.length === 0) return slots;
  const first = newest(slots) + 1;
  const waiting = [
    ...slots.waiting,
    ...fresh.map((suggestion, index) => ({ suggestion, order: first + index })),
  ];
  return { ...slots, waiting, known: new Set([...slots.known, ...fresh.map(({ id }) => id)]) };
}

/**
 * Shows waiting suggestions in the slots of those that are not among the three newest; older waiting ones are dropped.
 * @param isAsked whether a suggestion is the answer to a press, which replaces cards that the agent may be reading
 */
function settle(slots: Slots, now: number, isAsked?: (one: { suggestion: Suggestion }) => boolean): Slots {
  const least = leastOrder(slots);
  const kept = slots.waiting.filter(({ order }) => order >= least);
  let next = kept.length === slots.waiting.length ? slots : { ...slots, waiting: kept };
  for (const one of kept) {
    const index =
      placeOfOldest(
        next,
        (shown) => shown.order < least && (isAsked !== undefined || !isBeingRead(shown, now)),
      ) ?? (isAsked?.(one) ? placeOfOldest(next, (shown) => !isAsked(shown)) : undefined);
    if (index !== undefined) next = put(withoutWaiting(next, one), index, one, now);
  }
  return next;
}

function withoutWaiting(slots: Slots, { order }: { order: number }): Slots {
  return { ...slots, waiting: slots.waiting.filter((one) => one.order !== order) };
}

/** An empty slot, else that of the oldest suggestion that may be replaced. */
function placeOfOldest(
  { shown, held }: Slots,
  mayBeReplaced: (one: ShownSuggestion) => boolean,
): number | undefined {
  const [best] = shown
    .map((one, index) => ({ one, index }))
    .filter(({ one }) => one === undefined || (!isPinned(one, held) && mayBeReplaced(one)))
    .toSorted((a, b) => (a.one?.order ?? -1) - (b.one?.order ?? -1));
  return best?.index;
}

const isBeingRead = ({ placedAt, since }: ShownSuggestion, now: number) =>
  now - placedAt >= unreadMs && now - since < shownAtLeastMs;

/** The order of the newest suggestion that is shown or waits; 0 for none. */
const newest = ({ shown, waiting }: Slots) =>
  Math.max(0, ...[...shown, ...waiting].map((one) => one?.order ?? 0));

/** The lowest order of the newest suggestions for which there is room beside an open whisper. */
function leastOrder({ shown, waiting }: Slots): number {
  const replies = shown.filter((one) => one === undefined || !isOpenWhisper(one));
  const orders = [...replies, ...waiting].map((one) => one?.order ?? 0).toSorted((a, b) => b - a);
  return orders[replies.length - 1] ?? 0;
}

/** When the next whisper may take the first slot; undefined while the agent holds, or has not seen, the one there. */
function whisperAt({ shown: [first], held }: Slots): number | undefined {
  if (first === undefined) return 0;
  if (held.has(first.suggestion.id)) return undefined;
  if (!isOpenWhisper(first)) return 0;
  return first.seenAt === undefined ? undefined : first.seenAt + shownAtLeastMs;
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

/** The suggestions that are not known yet, without repetitions. */
function withoutKnown(arrived: readonly Suggestion[], known: ReadonlySet<string>): Suggestion[] {
  const byId = new Map(arrived.map((one) => [one.id, one]));
  return [...byId.values()].filter(({ id }) => !known.has(id));
}

/** Shows a suggestion in a slot. A card there that is still one of the newest waits for another slot. */
function put(
  slots: Slots,
  index: number,
  { suggestion, order }: Pick<ShownSuggestion, "suggestion" | "order">,
  now: number,
): Slots {
  const before = slots.shown[index];
  const next = {
    ...slots,
    shown: slots.shown.with(index, { suggestion, order, placedAt: now, since: now }),
  };
  if (before === undefined || before.done !== undefined || before.order < leastOrder(next)) return next;
  return { ...next, waiting: [...next.waiting, before].toSorted((a, b) => a.order - b.order) };
}
