import { readStored, storedKeys } from "@souffleur/shared-ui";
import { type Autosave, isEdited, isTransient, writeDraft } from "@souffleur/shared-ui/saving";
import {
  createOutcome,
  Notes,
  nextCall,
  notesPlace,
  notesPrefix,
  outcomePrefix,
} from "@souffleur/shared-ui/wrap-up";

interface SaveOptions {
  /** The user signs out: the notes of a call that has not started have no place on the server, and are removed. */
  leaving?: boolean;
  /** Called each time an outcome was saved. */
  onOutcome?: () => void;
}

/** Drafts, by their keys, that wait for their user and not for the server: one to be corrected, or in conflict. */
const waiting = new Map<string, string | undefined>();

/**
 * Saves a user's drafts that this browser holds; saved ones are removed from it. Resolves when each was tried once. Drafts
 * that are being edited save themselves, and those that wait for their user are not tried again, unless the user signs out.
 */
export async function saveDrafts(
  userId: string,
  { leaving = false, onOutcome = () => {} }: SaveOptions = {},
): Promise<void> {
  if (leaving) writeDraft(notesPlace(userId), undefined);
  const isTried = (key: string) => leaving || (!isEdited(key) && waiting.get(key) !== readStored(key));
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
  await Promise.all([
    ...saveUnder(notesPrefix(userId), (callId) => new Notes({ userId, callId })),
    ...saveUnder(outcomePrefix(userId), (callId) => createOutcome(userId, callId, onOutcome)),
  ]);
}
