import { getCall, limits, saveNotes } from "@souffleur/contracts";
import { call, RequestError } from "@souffleur/shared-ui";
import { backoffMs } from "../lib/backoff.ts";
import { createStore, type Store } from "../lib/store.ts";
import { appendReply, draftKey, parseDraft, readDraft, reconcile, writeDraft } from "./draft.ts";

export interface NotesState {
  text: string;
  /** `local`: no call to save them to yet; `unsaved`: the server can't be reached, this browser keeps them. */
  status: "local" | "saving" | "saved" | "unsaved";
}

/** The notes of one call: saved on the server, and in this browser until the server has them. */
export interface Notes {
  store: Store<NotesState>;
  type: (text: string) => void;
  /** Appends a reply. @returns false where there is no room for it. */
  append: (reply: string) => boolean;
  /** Syncs with the server and the other tabs. @returns a function that saves and stops. */
  open: () => () => void;
}

const saveAfterMs = 500;
/** The tab in which a text was typed saves it; this one does so only if it is still a draft by then. */
const saveForOtherTabMs = 4000;

const truncate = (text: string) => text.slice(0, limits.notesMax);

export function createNotes(userId: string, callId: string | undefined): Notes {
  const key = draftKey(userId, callId);
  const store = createStore<NotesState>({ text: readDraft(key)?.text ?? "", status: "local" });
  let base = readDraft(key)?.base ?? "";
  /** The server's revision of `base`: a change made elsewhere is not overwritten. */
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

  /** A draft that another tab has written since is not removed. */
  function keepDraft(): void {
    if (isDirty()) writeDraft(key, { text: store.get().text, base });
    else if (readDraft(key)?.text === base) writeDraft(key, undefined);
  }

  async function load(): Promise<void> {
    if (callId === undefined) return;
    const { data } = await call(getCall, { params: { callId } });
    const { notes } = data.call;
    revision = data.call.notesRevision;
    const text = isDirty() ? truncate(reconcile({ text: store.get().text, base }, notes)) : notes;
    base = notes;
    loaded = true;
    show({ text, status: isDirty() ? "saving" : "saved" });
    keepDraft();
  }

  /** One save at a time; text typed meanwhile is saved next. */
  async function save(): Promise<void> {
    if (callId === undefined || saving) return;
    clearTimeout(timer);
    saving = true;
    try {
      if (!loaded) await load();
      while (isDirty()) {
        const { text } = store.get();
        show({ status: "saving" });
        const saved = await sendNotes(callId, text, revision);
        if (saved === undefined) await load();
        else [base, revision] = [text, saved];
        keepDraft();
      }
      failures = 0;
      show({ status: "saved" });
    } catch (error) {
      failures += 1;
      show({ status: "unsaved" });
      if (isTransient(error)) schedule(backoffMs(failures));
      else console.warn("The notes can't be saved on the server", error);
    } finally {
      saving = false;
    }
  }

  function onStorage({ key: changed, newValue, oldValue }: StorageEvent): void {
    if (changed !== key) return;
    const draft = parseDraft(newValue);
    if (draft !== undefined) {
      base = draft.base;
      show({ text: draft.text });
      schedule(saveForOtherTabMs);
      return;
    }
    // The other tab removed its draft because the server has it.
    base = parseDraft(oldValue)?.text ?? base;
    if (callId === undefined) show({ text: "" });
    else if (isDirty()) schedule(saveAfterMs);
    else show({ status: "saved" });
  }

  /** A page that is shown again may be outdated by another device; a page that is hidden may be closing. */
  function onVisibilityChange(): void {
    if (document.visibilityState === "visible") loaded = loaded && isDirty();
    void save();
  }

  function type(text: string): void {
    show({ text: truncate(text), ...(callId !== undefined && { status: "saving" }) });
    keepDraft();
    schedule(saveAfterMs);
  }

  const saveNow = () => void save();

  return {
    store,
    type,
    append(reply) {
      const text = appendReply(store.get().text, reply);
      if (text.length > limits.notesMax) return false;
      type(text);
      return true;
    },
    open() {
      open = true;
      window.addEventListener("storage", onStorage);
      window.addEventListener("online", saveNow);
      window.addEventListener("pagehide", saveNow);
      document.addEventListener("visibilitychange", onVisibilityChange);
      adoptEarlyDraft();
      void save();
      return () => {
        void save();
        open = false;
        clearTimeout(timer);
        window.removeEventListener("storage", onStorage);
        window.removeEventListener("online", saveNow);
        window.removeEventListener("pagehide", saveNow);
        document.removeEventListener("visibilitychange", onVisibilityChange);
      };
    },
  };

  /** Notes that were written before the call began become part of its notes. */
  function adoptEarlyDraft(): void {
    if (callId === undefined) return;
    const early = readDraft(draftKey(userId, undefined));
    if (early === undefined) return;
    writeDraft(draftKey(userId, undefined), undefined);
    show({ text: truncate(reconcile({ text: early.text, base: "" }, store.get().text)) });
    keepDraft();
  }
}

/** @returns the notes' new revision; undefined where they have changed since `revision`. */
async function sendNotes(callId: string, notes: string, revision: number): Promise<number | undefined> {
  try {
    const { data } = await call(saveNotes, { params: { callId }, body: { notes, revision } });
    return data.revision;
  } catch (error) {
    if (error instanceof RequestError && error.code === "INVALID_TRANSITION") return undefined;
    throw error;
  }
}

function isTransient(error: unknown): boolean {
  if (!(error instanceof RequestError)) return false;
  return error.kind !== "api" || (error.status ?? 0) >= 500 || error.code === "RATE_LIMITED";
}
