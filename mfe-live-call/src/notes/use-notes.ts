import { useSession } from "@souffleur/shared-ui";
import { useEffect, useLayoutEffect, useMemo } from "react";
import { callsWithNotes } from "./note-drafts.ts";
import { createNotes, type Notes } from "./notes.ts";

/** The notes of the last call: a browser without storage keeps them nowhere else while another screen is shown. */
let last: { of: string; notes: Notes } | undefined;

function notesOf(userId: string, callId: string, adoptsEarly: boolean): Notes {
  const of = `${userId} ${callId} ${adoptsEarly}`;
  if (last?.of !== of) last = { of, notes: createNotes({ userId, callId, adoptsEarly }) };
  return last.notes;
}

/**
 * The notes of the call on the screen, or of the next one while there is none.
 * @param isKept whether the call was over when it was opened: it does not adopt the notes of the next call
 */
export function useNotes(callId: string | undefined, isKept: boolean): Notes {
  const userId = useSession().user?.id ?? "";
  const notes = useMemo(
    () => (callId === undefined ? createNotes({ userId, callId }) : notesOf(userId, callId, !isKept)),
    [userId, callId, isKept],
  );
  // Before the paint, so that notes written before the call do not vanish for a moment.
  useLayoutEffect(() => notes.open(), [notes]);
  useEffect(() => saveOldDrafts(userId), [userId]);
  return notes;
}

/** Saves the notes of earlier calls that did not reach the server before the page was closed. */
function saveOldDrafts(userId: string): void {
  for (const callId of callsWithNotes(userId)) createNotes({ userId, callId }).open()();
}
