import { readStored, readStoredJson, storedKeys, writeStored } from "./browser-storage.ts";

/**
 * What the server has not confirmed, texts and ends of calls, by the beginning of its key, which goes on with the user's id; and the
 * remote that saves it. A remote that has not been loaded may have written it in an earlier page.
 */
const owners = {
  "souffleur.end.": "mfe-live-call",
  "souffleur.line-notes.": "mfe-live-call",
  "souffleur.notes.": "mfe-live-call",
  "souffleur.outcome.": "mfe-live-call",
  "souffleur.playbook.": "mfe-admin",
} as const;
const prefixes = Object.keys(owners) as (keyof typeof owners)[];

/** When each key was last written, in ms since the epoch. */
const writtenKey = "souffleur.words";
const keptMs = 24 * 60 * 60_000;

/** Saves the stored words of a user. @param leaving what has no place on the server is removed */
type Saver = (userId: string, leaving: boolean) => Promise<void>;
const savers = new Map<string, Saver>();
let loadRemote: (name: string) => Promise<void> = async () => {};

/** Called by a remote when it is loaded. */
export function saveWordsWith(remote: string, saver: Saver): void {
  savers.set(remote, saver);
}

/** Called by the shell. @param load resolves when the remote has run, or can't be loaded */
export function loadWordSaversWith(load: typeof loadRemote): void {
  loadRemote = load;
}

const isWordsKey = (key: string) => prefixes.some((prefix) => key.startsWith(prefix));

/** As `writeStored`, which it replaces for the remotes: the time of words is noted. */
export function writeStoredDated(key: string, value: string | undefined): boolean {
  if (isWordsKey(key)) noteWritten({ [key]: value === undefined ? undefined : Date.now() });
  return writeStored(key, value);
}

function noteWritten(changes: Record<string, number | undefined>): void {
  const left = Object.entries({ ...readWritten(), ...changes }).filter(([, at]) => at !== undefined);
  writeStored(writtenKey, left.length === 0 ? undefined : JSON.stringify(Object.fromEntries(left)));
}

function readWritten(): Record<string, number> {
  const stored = readStoredJson(writtenKey);
  const entries = typeof stored === "object" && stored !== null ? Object.entries(stored) : [];
  return Object.fromEntries(entries.filter(([, at]) => Number.isFinite(at)));
}

/** Removes words that are older than a day. Words whose time could not be noted get the time of this call. */
export function removeOldWords(now: number): void {
  const written = readWritten();
  const keys = prefixes.flatMap(storedKeys);
  const changes: Record<string, number | undefined> = {};
  for (const key of Object.keys(written)) if (readStored(key) === undefined) changes[key] = undefined;
  for (const key of keys) {
    const at = written[key];
    // A time in the future is of a clock that was set back.
    if (at === undefined || at > now) changes[key] = now;
    else if (now - at >= keptMs) {
      writeStored(key, undefined);
      changes[key] = undefined;
    }
  }
  if (Object.keys(changes).length > 0) noteWritten(changes);
}

/** The remotes that a user's stored words belong to. */
function remotesWithWords(userId: string): string[] {
  const found = prefixes.filter((prefix) =>
    storedKeys(prefix + userId).some((key) => /^(?:\.|$)/.test(key.slice(prefix.length + userId.length))),
  );
  return [...new Set(found.map((prefix) => owners[prefix]))];
}

/**
 * Saves what a user wrote; what is saved is removed from this browser. What the server can't be given stays, for a day at
 * most.
 * @returns undefined if there is nothing to save
 */
export function saveWords(userId: string, leaving = false): Promise<void> | undefined {
  const remotes = remotesWithWords(userId);
  if (remotes.length === 0) return undefined;
  const save = async (remote: string) => {
    if (!savers.has(remote)) await loadRemote(remote);
    await savers.get(remote)?.(userId, leaving);
  };
  return Promise.all(remotes.map(save)).then(
    () => undefined,
    (error: unknown) => console.warn("Stored words could not be saved", error),
  );
}
