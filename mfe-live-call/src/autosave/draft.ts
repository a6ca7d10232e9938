import { readStored, storedKeys, writeStored } from "@souffleur/shared-ui";

/** A value that the server has not acknowledged yet. */
export interface Draft<Value> {
  value: Value;
  /** The server's value that the draft is based on. */
  base: Value;
}

/** Where a draft stands in this browser's storage, and its stored form. */
export interface DraftPlace<Value> {
  key: string;
  /** Undefined, or an error, where it is no draft. */
  parse: (stored: unknown) => Draft<Value> | undefined;
  format: (draft: Draft<Value>) => unknown;
}

/** @param stored the text of the storage, where there is one */
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

export function writeDraft<Value>(place: DraftPlace<Value>, draft: Draft<Value> | undefined): void {
  writeStored(place.key, draft && JSON.stringify(place.format(draft)));
}

/** What follows `prefix` in the keys of stored drafts. */
export function draftsUnder(prefix: string): string[] {
  return storedKeys(prefix).map((key) => key.slice(prefix.length));
}
