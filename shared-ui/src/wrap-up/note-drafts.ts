import type { Draft, DraftPlace } from "@souffleur/shared-ui/saving";

export const notesPrefix = (userId: string) => `souffleur.notes.${userId}.`;
/** Stands for the call id of notes that are written before a call starts: they become the next call's notes. */
export const nextCall = "next";

/** A user's draft of a call's notes, or of the next call's. */
export function notesPlace(userId: string, callId: string = nextCall): DraftPlace<string> {
  return {
    key: notesPrefix(userId) + callId,
    parse(stored) {
      const { text, base } = stored as Record<string, unknown>;
      return typeof text === "string" && typeof base === "string" ? { value: text, base } : undefined;
    },
    format: ({ value, base }) => ({ text: value, base }),
  };
}

/** The notes with a text appended on a line of its own. */
export function appendText(notes: string, text: string): string {
  return notes === "" || notes.endsWith("\n") || text.startsWith("\n") ? notes + text : `${notes}\n${text}`;
}

/**
 * Merges a draft with the server's notes. Where both have changed, the text written here is appended to the text written
 * elsewhere, so that neither is lost.
 */
export function reconcile({ value, base }: Draft<string>, server: string): string {
  if (server === base || value.includes(server)) return value;
  if (server.includes(value)) return server;
  return appendText(server, value.startsWith(base) ? value.slice(base.length) : value);
}
