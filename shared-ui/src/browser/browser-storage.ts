// A browser may forbid access to its storage (private mode, blocked site data), or the storage may be full: reading then
// returns nothing, and writing reports that it failed.

export function readStored(key: string): string | undefined {
  try {
    return localStorage.getItem(key) ?? undefined;
  } catch {
    return undefined;
  }
}

/** A stored JSON value; undefined if there is none or it is not JSON. */
export function readStoredJson(key: string): unknown {
  try {
    return JSON.parse(readStored(key) ?? "");
  } catch {
    return undefined;
  }
}

/** Stores `value`, or removes the stored value if it is undefined. @returns whether that worked */
export function writeStored(key: string, value: string | undefined): boolean {
  try {
    if (value === undefined) localStorage.removeItem(key);
    else localStorage.setItem(key, value);
    return true;
  } catch {
    return false;
  }
}

/** The keys that begin with `prefix`. */
export function storedKeys(prefix: string): string[] {
  try {
    return Object.keys(localStorage).filter((key) => key.startsWith(prefix));
  } catch {
    return [];
  }
}
