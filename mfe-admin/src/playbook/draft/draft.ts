import {
  type PlaybookContent,
  PlaybookDraft,
  readPlaybookDraft,
  savePlaybookDraft,
} from "@souffleur/contracts/playbook";
import { call, RequestError } from "@souffleur/shared-ui";
import { type Change, changesBetween } from "./changes.ts";
import { sendable } from "./check-content.ts";
import { type Conflict, merge, type Side } from "./merge.ts";
import { keepPending, readPending } from "./pending-changes.ts";

type Stored = Pick<PlaybookDraft, "revision" | "version" | "changed" | "changedAt" | "changedBy">;

export interface DraftState {
  /** As edited in this browser, mistakes included. */
  content: PlaybookContent;
  /** `unsaved`: the last attempt failed; it is repeated automatically unless the server refused the content. */
  status: "loading" | "failed" | "saved" | "saving" | "unsaved";
  /** Why loading or saving failed. */
  failure?: unknown;
  /** Undefined until it is loaded. */
  stored?: Stored | undefined;
  /** The stored draft, if others changed the same items: nothing is sent until `decide`. */
  conflict?: { theirs: PlaybookDraft; both: readonly Conflict[] } | undefined;
}

const saveAfterMs = 600;
const retryMaxMs = 10_000;
const nothing: PlaybookContent = { entries: [], facts: [] };

/**
 * The draft as one user edits it: saved automatically, one request at a time, and merged with what others saved
 * meanwhile.
 * @param onMerged called after a merge without conflicts, with the name of the other user
 */
export function createDraft(userId: string, onMerged: (changedBy: string | undefined) => void) {
  let state: DraftState = { content: nothing, status: "loading" };
  /** As the server stores it. */
  let saved = nothing;
  /** The content of a request without an answer: the server may have stored it. */
  let unanswered: PlaybookContent | undefined;
  let running: Promise<void> | undefined;
  let failures = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const listeners = new Set<() => void>();

  function set(change: Partial<DraftState>): void {
    state = { ...state, ...change };
    for (const listener of [...listeners]) listener();
  }

  function setSaved({ entries, facts, ...stored }: PlaybookDraft): void {
    saved = { entries, facts };
    set({ stored });
  }

  /** Merges the edited content with the stored draft. */
  function mergeStored(theirs: PlaybookDraft): void {
    const isOwn = unanswered !== undefined && changesBetween(unanswered, theirs).length === 0;
    unanswered = undefined;
    const { content, conflicts } = merge({ base: saved, mine: state.content, theirs });
    if (!isOwn && conflicts.length > 0) {
      const { entries: _entries, facts: _facts, ...stored } = theirs;
      set({ stored, conflict: { theirs, both: conflicts } });
      return;
    }
    const isForeign = state.stored !== undefined && !isOwn && changesBetween(saved, theirs).length > 0;
    setSaved(theirs);
    set({ conflict: undefined, ...(!isOwn && { content }) });
    if (isForeign) onMerged(theirs.changedBy);
  }

  async function read(): Promise<PlaybookDraft> {
    return (await call(readPlaybookDraft)).data;
  }

  /** Runs one request at a time; a call during a run waits for that run instead. */
  function runAlone(work: () => Promise<void>): Promise<void> {
    clearTimeout(timer);
    running ??= work().finally(() => {
      running = undefined;
    });
    return running;
  }

  async function loadAndSave(): Promise<void> {
    if (state.stored === undefined) set({ status: "loading", failure: undefined });
    try {
      const theirs = await read();
      if (state.stored === undefined) {
        // Pending changes hold only the changed items; both sides are completed with the stored draft.
        const { base, mine } = readPending(userId);
        saved = merge({ base: mine, mine: base, theirs }).content;
        set({ content: merge({ base, mine, theirs }).content });
        mergeStored(theirs);
      } else if (changesBetween(saved, state.content).length === 0) {
        setSaved(theirs);
        set({ content: saved });
      }
      set({ status: "saved" });
    } catch (failure) {
      if (state.stored === undefined) set({ status: "failed", failure });
    }
    if (state.stored !== undefined) await saveAll();
  }

  async function saveAll(): Promise<void> {
    try {
      while (state.conflict === undefined) {
        const sent = sendable(saved, state.content);
        if (changesBetween(saved, sent).length === 0) break;
        set({ status: "saving" });
        unanswered = sent;
        try {
          const body = { ...sent, revision: state.stored?.revision ?? 0 };
          const { data } = await call(savePlaybookDraft, { body });
          unanswered = undefined;
          setSaved({ ...data, ...sent });
        } catch (error) {
          if (!(error instanceof RequestError && error.code === "INVALID_TRANSITION")) throw error;
          const current = PlaybookDraft.safeParse(error.current);
          mergeStored(current.success ? current.data : await read());
        }
        keepPending(userId, saved, state.content);
      }
      failures = 0;
      if (state.status !== "saved") set({ status: "saved", failure: undefined });
    } catch (failure) {
      failures += 1;
      set({ status: "unsaved", failure });
      const isFinal =
        failure instanceof RequestError &&
        failure.kind === "api" &&
        (failure.status ?? 0) < 500 &&
        failure.code !== "RATE_LIMITED";
      if (!isFinal) schedule(Math.min(retryMaxMs, 1000 * 2 ** failures));
    }
  }

  /** Resolves when all valid changes are saved, or saving has failed. */
  async function save(): Promise<void> {
    if (state.stored !== undefined) await runAlone(saveAll);
  }

  function schedule(ms: number): void {
    clearTimeout(timer);
    if (listeners.size > 0) timer = setTimeout(() => void save(), ms);
  }

  function change(content: PlaybookContent): void {
    set({ content, ...(state.status === "saved" && { status: "saving" as const }) });
    keepPending(userId, saved, content);
    schedule(saveAfterMs);
  }

  return {
    get: () => state,
    /** Whether there are unsaved changes. */
    isDirty: () => state.stored !== undefined && changesBetween(saved, state.content).length > 0,
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
        if (listeners.size === 0) void save();
      };
    },
    load: () => runAlone(loadAndSave),
    save,
    change,
    /** The changes of others that are not in conflict. */
    theirChanges(): Change[] {
      const { theirs, both } = state.conflict ?? { theirs: saved, both: [] };
      return changesBetween(saved, theirs).filter(
        ({ kind, id }) => !both.some((one) => one.kind === kind && one.id === id),
      );
    },
    /** Resolves each conflict with the chosen side, and saves. */
    decide(choose: (kind: Conflict["kind"], id: string) => Side): void {
      if (state.conflict === undefined) return;
      const { theirs } = state.conflict;
      const { content } = merge({ base: saved, mine: state.content, theirs }, choose);
      setSaved(theirs);
      set({ conflict: undefined });
      change(content);
      void save();
    },
    /** For the current draft, with which the server refuses to publish an outdated one. */
    mergeStored,
  };
}
export type Draft = ReturnType<typeof createDraft>;
