import { useSession } from "@souffleur/shared-ui";
import { useEffect, useLayoutEffect, useMemo } from "react";
import { callsWithDraft } from "./draft.ts";
import { createNotes, type Notes } from "./notes.ts";

/** The notes of the call on the screen, or of the next one while there is none. */
export function useNotes(callId: string | undefined): Notes {
  const userId = useSession().user?.id ?? "";
  const notes = useMemo(() => createNotes(userId, callId), [userId, callId]);
  // Before the paint, so that notes written before the call do not vanish for a moment.
  useLayoutEffect(() => notes.open(), [notes]);
  useEffect(() => saveOldDrafts(userId), [userId]);
  return notes;
}

/** Saves notes of earlier calls that did not reach the server before the page was closed. */
function saveOldDrafts(userId: string): void {
  for (const callId of callsWithDraft(userId)) createNotes(userId, callId).open()();
}
