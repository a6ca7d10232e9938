import {
  type PlaybookContent,
  type PlaybookDraft,
  type PlaybookEntry,
  publishPlaybook,
  readPlaybook,
  readPlaybookDraft,
  savePlaybookDraft,
} from "@souffleur/contracts/playbook";
import { ok } from "@souffleur/shared-ui/testing";
import { api } from "./page.ts";

export function someEntry(id: string, intent: string, more: Partial<PlaybookEntry> = {}): PlaybookEntry {
  return {
    id,
    intent,
    group: "objections",
    phrases: [{ text: "trop cher", strength: "strong" }],
    not: [],
    replies: [{ id: `${id}-1`, category: "question", text: "Par rapport à quel budget ?" }],
    ...more,
  };
}

/** The playbook's calls, which keep a draft and publish it as the real ones do. */
export function servePlaybook(content: PlaybookContent) {
  let published = {
    ...content,
    version: 3,
    publishedAt: "2026-05-12T09:00:00.000Z",
    publishedBy: "Camille Moreau",
    entryCount: content.entries.length,
    replyCount: content.entries.length,
  };
  let draft: PlaybookDraft = { ...content, revision: 1, version: 3, changed: false };
  const outdated = () => ({
    status: 409,
    body: {
      success: false,
      error: "The draft has changed.",
      code: "INVALID_TRANSITION",
      current: draft,
      requestId: "test",
    },
  });
  api.on(readPlaybook, () => ok(readPlaybook, { data: published }));
  api.on(readPlaybookDraft, () => ok(readPlaybookDraft, { data: draft }));
  api.on(savePlaybookDraft, ({ body }) => {
    const { revision, ...sent } = body as PlaybookContent & { revision: number };
    if (revision !== draft.revision) return outdated();
    draft = { ...draft, ...sent, revision: revision + 1, changed: true };
    return ok(savePlaybookDraft, { data: draft });
  });
  api.on(publishPlaybook, ({ body }) => {
    const { revision, note } = body as { revision: number; note?: string };
    if (revision !== draft.revision) return outdated();
    const { entries, facts } = draft;
    const version = published.version + 1;
    published = { ...published, entries, facts, version, ...(note !== undefined && { note }) };
    draft = { ...draft, revision: revision + 1, version, changed: false };
    return ok(publishPlaybook, { data: published });
  });
  return {
    get draft() {
      return draft;
    },
    get published() {
      return published;
    },
    /** Another administrator saves, or the user in another window. */
    saveElsewhere(
      change: (content: PlaybookContent) => PlaybookContent,
      by: Pick<PlaybookDraft, "changedBy" | "changedById"> = { changedBy: "Paul Ng", changedById: "user-2" },
    ): void {
      draft = {
        ...draft,
        ...change(draft),
        revision: draft.revision + 1,
        changed: true,
        ...by,
      };
    },
  };
}
