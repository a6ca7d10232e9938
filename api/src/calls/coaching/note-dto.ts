import type { LineNote } from "@souffleur/contracts/coaching";
import type { NoteDoc } from "../note-model.ts";

export function toNoteDto({ _id: id, callId, seq, text, author, at, answer, closedAt }: NoteDoc): LineNote {
  return {
    id,
    callId,
    seq,
    text,
    author,
    at: at.toISOString(),
    ...(answer !== undefined && { answer }),
    ...(closedAt !== undefined && { closedAt: closedAt.toISOString() }),
  };
}
