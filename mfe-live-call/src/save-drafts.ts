import { storedKeys } from "@souffleur/shared-ui";
import { writeDraft } from "@souffleur/shared-ui/saving";
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

/** Saves a user's drafts that this browser holds; saved ones are removed from it. Resolves when each was tried once. */
export async function saveDrafts(
  userId: string,
  { leaving = false, onOutcome = () => {} }: SaveOptions = {},
): Promise<void> {
  if (leaving) writeDraft(notesPlace(userId), undefined);
  const notes = callsUnder(notesPrefix(userId)).filter((callId) => callId !== nextCall);
  await Promise.all([
    ...notes.map((callId) => new Notes({ userId, callId }).save()),
    ...callsUnder(outcomePrefix(userId)).map((callId) => createOutcome(userId, callId, onOutcome).save()),
  ]);
}

/** The rest of each stored key that begins with `prefix`. */
function callsUnder(prefix: string): string[] {
  return storedKeys(prefix).map((key) => key.slice(prefix.length));
}
