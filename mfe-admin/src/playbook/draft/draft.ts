import {
  type PlaybookContent,
  type PlaybookDraft,
  PlaybookEntry,
  PlaybookFact,
  readPlaybookDraft,
  savePlaybookDraft,
} from "@souffleur/contracts/playbook";
import { call, readStored } from "@souffleur/shared-ui";
import {
  Autosave,
  type AutosaveState,
  type Draft,
  type DraftPlace,
  isEdited,
  isTransient,
} from "@souffleur/shared-ui/saving";
import { type Change, changesBetween } from "./changes.ts";
import { sendable } from "./check-content.ts";
import { type Conflict, merge, type Side } from "./merge.ts";

/** Who changed the draft elsewhere: the user, in another window, or somebody else, whose name may not be known. */
export type ChangedBy = "oneself" | { name: string | undefined };

/** The draft that the server has stored. */
interface StoredDraft extends Pick<PlaybookDraft, "revision"> {
  changedBy: ChangedBy;
  value: PlaybookContent;
}

/** The value is as edited in this browser, mistakes included. */
export type DraftState = AutosaveState<PlaybookContent, StoredDraft>;

/** The changes made elsewhere and here: those in conflict, and the others of elsewhere. */
export interface DraftConflict {
  changedBy: ChangedBy;
  both: readonly Conflict[];
  others: readonly Change[];
}

/** The draft as one user edits it; the others' changes are merged by entry and by fact. */
export class PlaybookAutosave extends Autosave<PlaybookContent, StoredDraft> {
  /** @param onMerged called after a merge without conflicts */
  constructor(userId: string, onMerged: (changedBy: ChangedBy) => void) {
    super({
      place: placeOf(userId),
      empty: { entries: [], facts: [] },
      isSame: (one, other) => changesBetween(one, other).length === 0,
      merge({ value, base }, theirs) {
        const { content, conflicts } = merge({ base, mine: value, theirs });
        return conflicts.length === 0 ? content : undefined;
      },
      complete,
      onMerged: ({ changedBy }) => onMerged(changedBy),
      server: {
        async load() {
          const { entries, facts, revision, changedBy, changedById } = (await call(readPlaybookDraft)).data;
          const isOwn = changedById === userId;
          return {
            value: { entries, facts },
            revision,
            changedBy: isOwn ? "oneself" : { name: changedBy },
          };
        },
        sendable: (edited, saved) => sendable(saved, edited),
        save: async (content, revision) =>
          (await call(savePlaybookDraft, { body: { ...content, revision } })).data.revision,
      },
    });
  }

  conflict(): DraftConflict | undefined {
    const { base, value: mine, other } = this.get();
    if (other === undefined) return undefined;
    const both = merge({ base, mine, theirs: other.value }).conflicts;
    const others = changesBetween(base, other.value).filter(
      ({ kind, id }) => !both.some((one) => one.kind === kind && one.id === id),
    );
    return { changedBy: other.changedBy, both, others };
  }

  /** Resolves each conflict with the chosen side, and saves. */
  choose(side: (kind: Conflict["kind"], id: string) => Side): void {
    const { base, value: mine, other } = this.get();
    if (other === undefined) return;
    this.decide(merge({ base, mine, theirs: other.value }, side).content);
    void this.save();
  }
}

/** A draft with mistakes or in conflict, by its key: it waits for its user, and not for the server. */
const waiting = new Map<string, string | undefined>();

/**
 * Adds the changes that this browser holds to the stored draft. Those that are being edited save themselves, unless the user signs
 * out.
 */
export async function saveDraft(userId: string, leaving: boolean): Promise<void> {
  const { key } = placeOf(userId);
  const waits = waiting.has(key) && waiting.get(key) === readStored(key);
  if (!leaving && (waits || isEdited(key))) return;
  const draft = new PlaybookAutosave(userId, () => {});
  await draft.save();
  const { status, failure } = draft.get();
  if (status === "local" || (status === "unsaved" && !isTransient(failure)))
    waiting.set(key, readStored(key));
}

/** The browser keeps only the changed entries and facts: a whole draft would be too large for its storage. */
function placeOf(userId: string): DraftPlace<PlaybookContent> {
  return {
    key: `souffleur.playbook.${userId}`,
    format: ({ value, base }) => changesBetween(base, value),
    parse(stored) {
      const base: PlaybookContent = { entries: [], facts: [] };
      const value: PlaybookContent = { entries: [], facts: [] };
      if (!Array.isArray(stored)) return undefined;
      for (const { kind, before, after } of stored) {
        for (const [item, side] of [
          [before, base],
          [after, value],
        ]) {
          if (kind === "entry" && hasShape(PlaybookEntry, item)) side.entries.push(item);
          if (kind === "fact" && hasShape(PlaybookFact, item)) side.facts.push(item);
        }
      }
      return { value, base };
    },
  };
}

/** Whether a stored value is an entry or a fact; mistakes in its texts are allowed. */
function hasShape(schema: typeof PlaybookEntry | typeof PlaybookFact, value: unknown): boolean {
  const issues = schema.safeParse(value).error?.issues ?? [];
  return issues.every(({ code }) => code !== "invalid_type" && code !== "invalid_value");
}

/** Adds what was not changed, as it is in the stored draft. */
function complete(
  { value: mine, base }: Draft<PlaybookContent>,
  theirs: PlaybookContent,
): Draft<PlaybookContent> {
  return {
    value: merge({ base, mine, theirs }).content,
    base: merge({ base: mine, mine: base, theirs }).content,
  };
}
