import { getCall, limits, saveNotes } from "@souffleur/contracts";
import { call, RequestError } from "@souffleur/shared-ui";
import { createStore, type Store } from "../store.ts";
import { pauseAfter } from "../wait.ts";
import { appended, draftKey, parseDraft, readDraft, reconcile, writeDraft } from "./draft.ts";

export interface NotesState {
  text: string;
  /** `local`: no call that could keep them; `unsaved`: the server can't be reached, this browser keeps them. */
  status: "local" | "saving" | "saved" | "unsaved";
}

/** The notes of one call: typed here, kept on the server, and in this browser until the server has them. */
export interface Notes {
  store: Store<NotesState>;
  type: (text: string) => void;
  /** Puts a reply at the end. @returns false where there is no room for it. */
  append: (reply: string) => boolean;
  /** Follows the server, the other tabs and the page. @returns what flushes and stops. */
  open: () => () => void;
}

const saveAfterMs = 500;
/** Another tab's text is that tab's to save; this one saves it only if it is still a draft by then. */
const saveForOtherTabMs = 4000;

const cut = (text: string) => text.slice(0, limits.notesMax);

export function createNotes(userId: string, callId: string | undefined): Notes {
  const key = draftKey(userId, callId);
  const store = createStore<NotesState>({ text: readDraft(key)?.text ?? "", status: "local" });
  let base = readDraft(key)?.base ?? "";
  /** The server's count of changes that `base` stands for: what was changed elsewhere is not written over. */
  let revision = 0;
  let failures = 0;
  let saving = false;
  let loaded = false;
  let open = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const show = (change: Partial<NotesState>) => store.set((state) => ({ ...state, ...change }));
  const isDirty = () => store.get().text !== base;

  function schedule(ms: number): void {
    clearTimeout(timer);
    if (callId !== undefined && open) timer = setTimeout(() => void save(), ms);
  }

  /** A draft that another tab has written since is not this one's to remove. */
  function keepDraft(): void {
    if (isDirty()) writeDraft(key, { text: store.get().text, base });
    else if (readDraft(key)?.text === base) writeDraft(key, undefined);
  }

  async function load(): Promise<void> {
    if (callId === undefined) return;
    const { data } = await call(getCall, { params: { callId } });
    const { notes } = data.call;
    revision = data.call.notesRevision;
    const text = isDirty() ? cut(reconcile({ text: store.get().text, base }, notes)) : notes;
    base = notes;
    loaded = true;
    show({ text, status: isDirty() ? "saving" : "saved" });
    keepDraft();
  }

  /** One save at a time; what was typed meanwhile follows in the next. */
  async function save(): Promise<void> {
    if (callId === undefined || saving) return;
    clearTimeout(timer);
    saving = true;
    try {
      if (!loaded) await load();
      while (isDirty()) {
        const { text } = store.get();
        show({ status: "saving" });
        const kept = await sent(callId, text, revision);
        if (kept === undefined) await load();
        else [base, revision] = [text, kept];
        keepDraft();
      }
      failures = 0;
      show({ status: "saved" });
    } catch (error) {
      failures += 1;
      show({ status: "unsaved" });
      if (isPassing(error)) schedule(pauseAfter(failures));
      else console.warn("The notes are not kept on the server", error);
    } finally {
      saving = false;
    }
  }

  function followTab({ key: changed, newValue, oldValue }: StorageEvent): void {
    if (changed !== key) return;
    const draft = parseDraft(newValue);
    if (draft !== undefined) {
      base = draft.base;
      show({ text: draft.text });
      schedule(saveForOtherTabMs);
      return;
    }
    // The other tab's draft is gone because the server has it.
    base = parseDraft(oldValue)?.text ?? base;
    if (callId === undefined) show({ text: "" });
    else if (isDirty()) schedule(saveAfterMs);
    else show({ status: "saved" });
  }

  /** Back in front of the agent: another device may have written. Out of his sight: the page may be closing. */
  function followVisibility(): void {
    if (document.visibilityState === "visible") loaded = loaded && isDirty();
    void save();
  }

  function type(text: string): void {
    show({ text: cut(text), ...(callId !== undefined && { status: "saving" }) });
    keepDraft();
    schedule(saveAfterMs);
  }

  const saveNow = () => void save();

  return {
    store,
    type,
    append(reply) {
      const text = appended(store.get().text, reply);
      if (text.length > limits.notesMax) return false;
      type(text);
      return true;
    },
    open() {
      open = true;
      window.addEventListener("storage", followTab);
      window.addEventListener("online", saveNow);
      window.addEventListener("pagehide", saveNow);
      document.addEventListener("visibilitychange", followVisibility);
      takeFromNextCall();
      void save();
      return () => {
        void save();
        open = false;
        clearTimeout(timer);
        window.removeEventListener("storage", followTab);
        window.removeEventListener("online", saveNow);
        window.removeEventListener("pagehide", saveNow);
        document.removeEventListener("visibilitychange", followVisibility);
      };
    },
  };

  /** What was written before the call began becomes part of its notes. */
  function takeFromNextCall(): void {
    if (callId === undefined) return;
    const early = readDraft(draftKey(userId, undefined));
    if (early === undefined) return;
    writeDraft(draftKey(userId, undefined), undefined);
    show({ text: cut(reconcile({ text: early.text, base: "" }, store.get().text)) });
    keepDraft();
  }
}

/** The notes' new revision; undefined where they have changed since the one that is named. */
async function sent(callId: string, notes: string, revision: number): Promise<number | undefined> {
  try {
    const { data } = await call(saveNotes, { params: { callId }, body: { notes, revision } });
    return data.revision;
  } catch (error) {
    if (error instanceof RequestError && error.code === "INVALID_TRANSITION") return undefined;
    throw error;
  }
}

function isPassing(error: unknown): boolean {
  if (!(error instanceof RequestError)) return false;
  return error.kind !== "api" || (error.status ?? 0) >= 500 || error.code === "RATE_LIMITED";
}
