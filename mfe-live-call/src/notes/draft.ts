import { readStored, storedKeys, writeStored } from "../browser-storage.ts";

/** Notes that the server has not acknowledged yet. */
export interface Draft {
  text: string;
  /** What the server had when they were written. */
  base: string;
}

const prefixOf = (userId: string) => `souffleur.notes.${userId}.`;
/** Notes that were written before there is a call: the next call gets them. */
const nextCall = "next";

/** Where a person's draft of a call's notes is kept in this browser. */
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

export function writeDraft(key: string, draft: Draft | undefined): boolean {
  return writeStored(key, draft && JSON.stringify(draft));
}

/** The calls whose notes this browser still owes to the server. */
export function callsWithDraft(userId: string): string[] {
  const prefix = prefixOf(userId);
  return storedKeys(prefix)
    .map((key) => key.slice(prefix.length))
    .filter((callId) => callId !== nextCall);
}

const joined = (before: string, after: string) =>
  before === "" || before.endsWith("\n") || after.startsWith("\n") ? before + after : `${before}\n${after}`;

/**
 * The notes of a draft and those that the server has. Where both changed since, what was written here is put
 * behind what was written elsewhere: neither is lost.
 */
export function reconcile({ text, base }: Draft, server: string): string {
  if (server === base || text.includes(server)) return text;
  if (server.includes(text)) return server;
  return joined(server, text.startsWith(base) ? text.slice(base.length) : text);
}

/** Notes with a reply at their end. */
export function appended(notes: string, reply: string): string {
  return joined(notes, reply);
}
