import type {
  PlaybookContent,
  PlaybookEntry,
  PlaybookGroup,
  PlaybookReply,
} from "@souffleur/contracts/playbook";
import { toast } from "@souffleur/shared-ui";
import { t } from "../texts/texts.ts";
import type { PlaybookAutosave } from "./draft/draft.ts";

/** A random id; a page over plain http has no `crypto.randomUUID`. */
export function newId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

export function newReply(text = ""): PlaybookReply {
  return { id: newId(), category: "response", text };
}

export function newEntry(group: PlaybookGroup): PlaybookEntry {
  return { id: newId(), intent: "", group, phrases: [], not: [], replies: [newReply()] };
}

export function duplicateOf(entry: PlaybookEntry): PlaybookEntry {
  return {
    ...entry,
    id: newId(),
    intent: t("{intent} (copy)", { intent: entry.intent }),
    replies: entry.replies.map((reply) => ({ ...reply, id: newId() })),
  };
}

export function withEntry(content: PlaybookContent, entry: PlaybookEntry): PlaybookContent {
  return { ...content, entries: content.entries.map((one) => (one.id === entry.id ? entry : one)) };
}

export function addEntry(
  content: PlaybookContent,
  entry: PlaybookEntry,
  at = content.entries.length,
): PlaybookContent {
  return { ...content, entries: content.entries.toSpliced(at, 0, entry) };
}

export function withoutEntry(content: PlaybookContent, id: string): PlaybookContent {
  return { ...content, entries: content.entries.filter((entry) => entry.id !== id) };
}

/** Ends the trial of two wordings with the chosen one. */
export function keepWording(
  content: PlaybookContent,
  replyId: string,
  wording: "first" | "alternative",
): PlaybookContent {
  const entries = content.entries.map((entry) => {
    if (!entry.replies.some(({ id }) => id === replyId)) return entry;
    const replies = entry.replies.map((reply) => {
      if (reply.id !== replyId) return reply;
      const { alternative = reply.text, ...single } = reply;
      return { ...single, text: wording === "first" ? reply.text : alternative };
    });
    return { ...entry, replies };
  });
  return { ...content, entries };
}

/** The draft for a tab that shows something else and can change it. */
export interface EditableDraft {
  content: PlaybookContent;
  /** @param text of the toast, which offers Undo */
  replace: (next: PlaybookContent, text: string) => void;
}

/** Replaces the content of the draft; the toast offers Undo. */
export function replaceDraft(draft: PlaybookAutosave, next: PlaybookContent, text: string): void {
  const before = draft.get().value;
  draft.change({ entries: next.entries, facts: next.facts });
  toast.info(text, { action: { label: t("Undo"), onPress: () => draft.change(before) } });
}
