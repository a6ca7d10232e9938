import { readStored, storedKeys, writeStored } from "@souffleur/shared-ui";
import { type Autosave, isEdited, isTransient, readDraft, writeDraft } from "@souffleur/shared-ui/saving";
import { noteDraftPrefix } from "@souffleur/shared-ui/transcript";
import {
  checkOutcome,
  createOutcome,
  Notes,
  nextCall,
  notesPlace,
  notesPrefix,
  outcomePlace,
  outcomePrefix,
} from "@souffleur/shared-ui/wrap-up";
import { sendEnds } from "./call/end-on-server.ts";

interface SaveOptions {
  /**
   * The user signs out: the notes of a call that has not started, and those on lines that were not sent, have no place on the
   * server, and are removed.
   */
  leaving?: boolean;
}

/** Drafts, by their keys, that wait for their user and not for the server: one to be corrected, or in conflict. */
const waiting = new Map<string, string | undefined>();
const waitsForUser = (key: string) => waiting.get(key) === readStored(key);

const listeners = new Set<() => void>();

/** @param listener called each time `saveDrafts` has saved an outcome. @returns a function that stops it */
export function onSavedOutcome(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

let running: Promise<void> | undefined;

/**
 * Saves a user's drafts that this browser holds, and sends the ends of their calls; what is saved is removed from it. Resolves
 * when each was tried once. Drafts that are being edited save themselves, and those that wait for their user are not tried again,
 * unless the user signs out.
 */
export function saveDrafts(userId: string, { leaving = false }: SaveOptions = {}): Promise<void> {
  if (leaving) return saveAll(userId, leaving);
  // One run at a time: an attempt may last longer than the time between two.
  running ??= saveAll(userId, leaving).finally(() => {
    running = undefined;
  });
  return running;
}

async function saveAll(userId: string, leaving: boolean): Promise<void> {
  if (leaving) {
    writeDraft(notesPlace(userId), undefined);
    for (const key of storedKeys(`${noteDraftPrefix}${userId}.`)) writeStored(key, undefined);
  }
  const isTried = (key: string) => leaving || (!isEdited(key) && !waitsForUser(key));
  const saveUnder = (prefix: string, draftOf: (callId: string) => Pick<Autosave<unknown>, "get" | "save">) =>
    storedKeys(prefix)
      .filter((key) => key !== prefix + nextCall && isTried(key))
      .map(async (key) => {
        const draft = draftOf(key.slice(prefix.length));
        await draft.save();
        const { status, failure } = draft.get();
        if (status === "local" || (status === "unsaved" && !isTransient(failure)))
          waiting.set(key, readStored(key));
      });
  const onOutcome = () => {
    for (const listener of listeners) listener();
  };
  await Promise.all([
    sendEnds(userId),
    ...saveUnder(notesPrefix(userId), (callId) => new Notes({ userId, callId })),
    ...saveUnder(outcomePrefix(userId), (callId) => createOutcome(userId, callId, onOutcome)),
  ]);
}

/** The user's calls whose complete wrap-up this browser has, and sends as soon as it can. */
export function unsentWrapUps(userId: string): string[] {
  const prefix = outcomePrefix(userId);
  const isComplete = (callId: string) => {
    const draft = readDraft(outcomePlace(userId, callId));
    return draft !== undefined && checkOutcome(draft.value).body !== undefined;
  };
  return storedKeys(prefix)
    .filter((key) => !waitsForUser(key))
    .map((key) => key.slice(prefix.length))
    .filter(isComplete);
}
