import { writeDraft } from "./autosave/draft.ts";
import { callsWithNotes, notesPlace } from "./notes/note-drafts.ts";
import { createNotes } from "./notes/notes.ts";
import { callsWithOutcomeDraft, createOutcome } from "./outcome/outcome.ts";

/**
 * Saves a user's drafts that this browser holds; saved ones are removed from it.
 * @param leaving the user signs out: the notes of a call that has not started have no place on the server, and are removed
 */
export async function saveDrafts(userId: string, leaving: boolean): Promise<void> {
  if (leaving) writeDraft(notesPlace(userId, undefined), undefined);
  const notes = callsWithNotes(userId).map((callId) => createNotes({ userId, callId }));
  const outcomes = callsWithOutcomeDraft(userId).map((callId) => createOutcome(userId, callId, () => {}));
  await Promise.all([...notes, ...outcomes].map((draft) => draft.save()));
}
