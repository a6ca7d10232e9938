import { Suggestion } from "@souffleur/contracts";
import { emptySlots, type Said, type ShownSuggestion, type Slots } from "./slot-state.ts";

/** In the tab's own storage: it outlives a reload, and not the tab. */
const key = "souffleur.cards";

/** Keeps a running call's cards, what was marked as said and what was dismissed, for a reload of the page. */
export function storeCards(callId: string, slots: Slots): void {
  const { shown, set, whisper, whispers, said, dismissed } = slots;
  const known = [...slots.known];
  try {
    sessionStorage.setItem(
      key,
      JSON.stringify({ callId, shown, set, whisper, whispers, known, said, dismissed }),
    );
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
  const { shown, set, whisper, whispers, known, said, dismissed } = stored;
  const isWhole =
    isListOf(shown, (one) => one === null || isCard(one)) &&
    shown.length === emptySlots.shown.length &&
    isRecord(set) &&
    typeof set.id === "number" &&
    (whisper === undefined || isCard(whisper)) &&
    isListOf(whispers, isSuggestion) &&
    isListOf(known, isText) &&
    isListOf(said, isSaid) &&
    isListOf(dismissed, (gone) => isRecord(gone) && isCard(gone.one) && typeof gone.index === "number");
  if (!isWhole) return undefined;
  return {
    ...emptySlots,
    shown: shown.map((one) => (one === null ? undefined : (one as ShownSuggestion))),
    // JSON has no infinite numbers.
    set: { ...emptySlots.set, ...set, ...(set.line === null && { line: emptySlots.set.line }) },
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
const isCard = (value: unknown) =>
  isRecord(value) &&
  isSuggestion(value.suggestion) &&
  [value.set, value.order, value.placedAt, value.since].every((number) => typeof number === "number");
