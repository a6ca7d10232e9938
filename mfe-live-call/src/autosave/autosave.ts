import type { ErrorCode } from "@souffleur/contracts";
import { RequestError } from "@souffleur/shared-ui";
import { backoffMs } from "../lib/backoff.ts";
import { isTransient } from "../lib/request-errors.ts";
import { createStore, type Store } from "../lib/store.ts";
import { type Draft, type DraftPlace, parseDraft, readDraft, writeDraft } from "./draft.ts";

export interface AutosaveState<Value> {
  value: Value;
  /**
   * `loading`: nothing was changed here, and the server's value is not known yet; `local`: not to be sent yet;
   * `unsaved`: the server can't be reached (in both cases this browser keeps the value); `refused`: the call was deleted
   * or belongs to another agent, and nothing is kept.
   */
  status: "loading" | "local" | "saving" | "saved" | "unsaved" | "refused";
  /** The server's value where it conflicts with the value here: nothing is sent until `decide`. */
  other?: Value | undefined;
}

/** A value that is edited here: it is saved on the server, and kept in this browser until the server has it. */
export interface Autosave<Value> {
  store: Store<AutosaveState<Value>>;
  change: (value: Value) => void;
  /** Resolves a conflict: chooses `value` or `other`. */
  decide: (value: Value) => void;
  /** Saves now; resolves when that is done or has failed. */
  save: () => Promise<void>;
  /** Syncs with the server and the other tabs. @returns a function that saves and stops. */
  open: () => () => void;
}

interface AutosaveOptions<Value> {
  place: DraftPlace<Value>;
  empty: Value;
  isSame: (one: Value, other: Value) => boolean;
  /** Merges a draft with the server's value; undefined for a conflict that only the user can resolve. */
  merge: (draft: Draft<Value>, stored: Value) => Value | undefined;
  /** Undefined while the value can't be stored on the server yet. */
  server: Server<Value> | undefined;
}

interface Server<Value> {
  load: () => Promise<{ value: Value; revision: number }>;
  /** Whether the server would accept the value. */
  accepts: (value: Value) => boolean;
  /** @returns the new revision. @throws RequestError INVALID_TRANSITION where the value has changed since `revision`. */
  save: (value: Value, revision: number) => Promise<number>;
}

/** Errors that another attempt would not change. */
const permanent: ReadonlySet<unknown> = new Set<ErrorCode>(["NOT_FOUND", "FORBIDDEN"]);
const saveAfterMs = 500;
/** The tab in which a value was changed saves it; this tab does so only if it is still a draft after this time. */
const saveForOtherTabMs = 4000;

export function createAutosave<Value>(options: AutosaveOptions<Value>): Autosave<Value> {
  const { place, empty, isSame, merge, server } = options;
  const draft = readDraft(place);
  const store = createStore<AutosaveState<Value>>({
    value: draft?.value ?? empty,
    status: server !== undefined && draft === undefined ? "loading" : "local",
  });
  let base = draft?.base ?? empty;
  /** The server's revision, sent with each save so that a change made elsewhere is not overwritten. */
  let revision = 0;
  /** The values sent since the last answer: the server may have stored one although its answer was lost. */
  let sent: Value[] = [];
  let failures = 0;
  let saving = false;
  let loaded = false;
  let open = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const show = (change: Partial<AutosaveState<Value>>) => store.set((state) => ({ ...state, ...change }));
  const isDirty = () => !isSame(store.get().value, base);

  function schedule(ms: number): void {
    clearTimeout(timer);
    if (server !== undefined && open) timer = setTimeout(() => void save(), ms);
  }

  /** Stores or removes the draft; a draft that another tab has written meanwhile is not removed. */
  function keepDraft(): void {
    const { value } = store.get();
    const kept = readDraft(place);
    if (isDirty()) writeDraft(place, { value, base });
    else if (kept !== undefined && isSame(kept.value, base)) writeDraft(place, undefined);
  }

  async function load({ load }: Server<Value>): Promise<void> {
    const stored = await load();
    revision = stored.revision;
    loaded = true;
    if (sent.some((value) => isSame(value, stored.value))) base = stored.value;
    sent = [];
    const merged = isDirty() ? merge({ value: store.get().value, base }, stored.value) : stored.value;
    if (merged === undefined) {
      show({ other: stored.value });
      return;
    }
    base = stored.value;
    show({ value: merged });
    keepDraft();
  }

  /** Runs one save at a time; a change made meanwhile is saved next. */
  async function save(): Promise<void> {
    if (server === undefined || saving) return;
    clearTimeout(timer);
    saving = true;
    try {
      if (!loaded || sent.length > 0) await load(server);
      while (isDirty() && store.get().other === undefined && server.accepts(store.get().value)) {
        const { value } = store.get();
        show({ status: "saving" });
        sent.push(value);
        try {
          revision = await server.save(value, revision);
          base = value;
          sent = [];
        } catch (error) {
          if (!(error instanceof RequestError && error.code === "INVALID_TRANSITION")) throw error;
          await load(server);
        }
        keepDraft();
      }
      failures = 0;
      show({ status: isDirty() ? "local" : "saved" });
    } catch (error) {
      failures += 1;
      const isRefused = error instanceof RequestError && permanent.has(error.code);
      if (isRefused) show({ status: "refused" });
      else if (isDirty()) show({ status: "unsaved" });
      if (isTransient(error)) schedule(backoffMs(failures));
      else console.warn("The change can't be saved on the server", error);
      if (isRefused) writeDraft(place, undefined);
    } finally {
      saving = false;
    }
  }

  function onStorage({ key, newValue, oldValue }: StorageEvent): void {
    if (key !== place.key) return;
    const draft = parseDraft(place, newValue);
    if (draft !== undefined) {
      base = draft.base;
      show({ value: draft.value });
      schedule(saveForOtherTabMs);
      return;
    }
    // The other tab removed its draft because the server has it.
    base = parseDraft(place, oldValue)?.value ?? base;
    if (server === undefined) show({ value: empty });
    else if (isDirty()) schedule(saveAfterMs);
    else show({ status: "saved", other: undefined });
  }

  /** When the page is shown again, another device may have changed the value; when it is hidden, it may be closing. */
  function onVisibilityChange(): void {
    if (document.visibilityState === "visible") loaded = loaded && isDirty();
    void save();
  }

  function change(value: Value): void {
    const isSent = server?.accepts(value) === true && store.get().other === undefined;
    show({ value, status: isSent ? "saving" : "local" });
    keepDraft();
    schedule(saveAfterMs);
  }

  const saveNow = () => void save();

  return {
    store,
    change,
    save,
    decide(value) {
      base = store.get().other ?? base;
      show({ other: undefined });
      change(value);
    },
    open() {
      open = true;
      // While it was closed, it may have been changed elsewhere.
      loaded = loaded && isDirty();
      window.addEventListener("storage", onStorage);
      window.addEventListener("online", saveNow);
      window.addEventListener("pagehide", saveNow);
      document.addEventListener("visibilitychange", onVisibilityChange);
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
}
