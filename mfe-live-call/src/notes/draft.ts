import { readStored, storedKeys, writeStored } from "@souffleur/shared-ui";

/** Notes that the server has not acknowledged yet. */
export interface Draft {
  text: string;
  /** The server's notes that the draft is based on. */
  base: string;
}

const prefixOf = (userId: string) => `souffleur.notes.${userId}.`;
/** Notes that are written before a call begins: the next call gets them. */
const nextCall = "next";

/** The storage key of a user's draft of a call's notes. */
export function draftKey(userId: string, callId: string | undefined): string {
  return prefixOf(userId) + (callId ?? nextCall);
}

export function parseDraft(value: string | null | undefined): Draft | undefined {
  if (!value) return undefined;
  try {
    const { text, base } = JSON.parse(value) as Partial<Draft>;
    return typeof text === "string" && typeof base === "string" ? { text, base } : undefined;
  } catch {
    return undefined;
  }
}

export function readDraft(key: string): Draft | undefined {
  return parseDraft(readStored(key));
}

export function writeDraft(key: string, draft: Draft | undefined): void {
  writeStored(key, draft && JSON.stringify(draft));
}

/** The calls with notes that have not reached the server. */
export function callsWithDraft(userId: string): string[] {
  const prefix = prefixOf(userId);
  return storedKeys(prefix)
    .map((key) => key.slice(prefix.length))
    .filter((callId) => callId !== nextCall);
}

const joinLines = (before: string, after: string) =>
  before === "" || before.endsWith("\n") || after.startsWith("\n") ? before + after : `${before}\n${after}`;

/**
 * Merges a draft with the server's notes. Where both have changed, the text written here is appended to the text written
 * elsewhere, so that neither is lost.
 */
export function reconcile({ text, base }: Draft, server: string): string {
  if (server === base || text.includes(server)) return text;
  if (server.includes(text)) return server;
  return joinLines(server, text.startsWith(base) ? text.slice(base.length) : text);
}

/** The notes with a reply appended on a line of its own. */
export function appendReply(notes: string, reply: string): string {
  return joinLines(notes, reply);
}
