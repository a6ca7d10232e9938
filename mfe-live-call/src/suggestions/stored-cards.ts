import { Suggestion } from "@souffleur/contracts";
import {
  emptySlots,
  type Said,
  type ShownSuggestion,
  type Slots,
  type WaitingSuggestion,
} from "./slot-state.ts";

/** In the tab's own storage: it outlives a reload, and not the tab. */
const key = "souffleur.cards";

/** Keeps a running call's cards, what was marked as said and what was dismissed, for a reload of the page. */
export function storeCards(callId: string, slots: Slots): void {
  const { drafts: _, touched: __, ...kept } = slots;
  try {
    sessionStorage.setItem(key, JSON.stringify({ callId, ...kept, known: [...slots.known] }));
  } catch {
    // Forbidden or full: after a reload the next line of the client brings cards.
  }
}

export function forgetCards(): void {
  try {
    sessionStorage.removeItem(key);
  } catch {
    // Nothing was stored.
  }
}

/** The stored cards of a call; undefined where there are none, or none that this release can read. */
export function storedCards(callId: string): Slots | undefined {
  const stored = read();
  if (stored?.callId !== callId) return undefined;
  const { shown, waiting, sent, whisper, whispers, known, said, dismissed } = stored;
  const arePlaces = (places: unknown, isOne: (one: unknown) => boolean): places is unknown[] =>
    isListOf(places, (one) => one === null || isOne(one)) && places.length === emptySlots.shown.length;
  const isWhole =
    arePlaces(shown, isCard) &&
    arePlaces(waiting, isNumbered) &&
    typeof sent === "number" &&
    (whisper === undefined || isCard(whisper)) &&
    isListOf(whispers, isSuggestion) &&
    isListOf(known, isText) &&
    isListOf(said, isSaid) &&
    isListOf(dismissed, (gone) => isRecord(gone) && isCard(gone.one) && typeof gone.index === "number");
  if (!isWhole) return undefined;
  return {
    ...emptySlots,
    shown: shown.map((one) => (one === null ? undefined : (one as ShownSuggestion))),
    waiting: waiting.map((one) => (one === null ? undefined : (one as WaitingSuggestion))),
    sent,
    whisper: whisper as ShownSuggestion | undefined,
    whispers: whispers as Suggestion[],
    known: new Set(known as string[]),
    said: said as Said[],
    dismissed: dismissed as Slots["dismissed"][number][],
  };
}

function read(): Record<string, unknown> | undefined {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(key) ?? "null");
    return isRecord(stored) ? stored : undefined;
  } catch {
    return undefined;
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const isListOf = (value: unknown, isOne: (one: unknown) => boolean): value is unknown[] =>
  Array.isArray(value) && value.every(isOne);
const isText = (value: unknown) => typeof value === "string";
const isSuggestion = (value: unknown) => Suggestion.safeParse(value).success;
const isSaid = (value: unknown) => isRecord(value) && isText(value.id) && isText(value.text);
const isNumbered = (value: unknown) =>
  isRecord(value) && isSuggestion(value.suggestion) && typeof value.order === "number";
const isCard = (value: unknown) => isNumbered(value) && isRecord(value) && typeof value.placedAt === "number";
