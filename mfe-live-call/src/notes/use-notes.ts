import { useSession } from "@souffleur/shared-ui";
import { Notes } from "@souffleur/shared-ui/wrap-up";
import { useMemo } from "react";

/** The notes of the last call: a browser without storage keeps them nowhere else while another screen is shown. */
let last: { of: string; notes: Notes } | undefined;

function notesOf(userId: string, callId: string, adoptsEarly: boolean): Notes {
  const of = `${userId} ${callId} ${adoptsEarly}`;
  if (last?.of !== of) last = { of, notes: new Notes({ userId, callId, adoptsEarly }) };
  return last.notes;
}

/**
 * The notes of the call on the screen, or of the next one while there is none.
 * @param isKept whether the call was over when it was opened: it does not adopt the notes of the next call
 */
export function useNotes(callId: string | undefined, isKept: boolean): Notes {
  const userId = useSession().user?.id ?? "";
  return useMemo(
    () => (callId === undefined ? new Notes({ userId, callId }) : notesOf(userId, callId, !isKept)),
    [userId, callId, isKept],
  );
}
