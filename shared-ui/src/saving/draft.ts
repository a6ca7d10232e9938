import { readStored, writeStored } from "@souffleur/shared-ui";

/** A value that the server has not acknowledged yet. */
export interface Draft<Value> {
  value: Value;
  /** The server's value that the draft is based on. */
  base: Value;
}

/** The key of a draft in this browser's storage, and its stored form. */
export interface DraftPlace<Value> {
  /** Begins with a prefix that is listed in `stored-words.ts`. */
  key: string;
  /** Returns undefined, or throws, where the stored value is not a draft. */
  parse: (stored: unknown) => Draft<Value> | undefined;
  format: (draft: Draft<Value>) => unknown;
}

/** @param stored the stored text; null where there is none */
export function parseDraft<Value>(place: DraftPlace<Value>, stored: string | null): Draft<Value> | undefined {
  try {
    return place.parse(JSON.parse(stored ?? "null"));
  } catch {
    return undefined;
  }
}

export function readDraft<Value>(place: DraftPlace<Value>): Draft<Value> | undefined {
  return parseDraft(place, readStored(place.key) ?? null);
}

/** @param draft undefined removes it. @returns the stored text */
export function writeDraft<Value>(
  place: DraftPlace<Value>,
  draft: Draft<Value> | undefined,
): string | undefined {
  const text = draft && JSON.stringify(place.format(draft));
  writeStored(place.key, text);
  return text;
}
