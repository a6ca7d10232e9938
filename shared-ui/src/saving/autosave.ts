import { RequestError, readStored } from "@souffleur/shared-ui";
import { backoffMs, deliver, isTransient } from "./deliver.ts";
import { type Draft, type DraftPlace, parseDraft, writeDraft } from "./draft.ts";

/** A value as the server has stored it. */
export interface StoredValue<Value> {
  value: Value;
  /** Sent with the next save, so that a change made elsewhere is not overwritten. */
  revision: number;
}

export interface AutosaveState<Value, Stored = StoredValue<Value>> extends Draft<Value> {
  /**
   * `loading`: there is nothing to show until the server has answered; `local`: not to be sent yet; `unsaved`: the last
   * attempt failed (in both cases this browser keeps the value); `refused`: the server has no place for it any more, and
   * nothing is kept.
   */
  status: "loading" | "local" | "saving" | "saved" | "unsaved" | "refused";
  /** Why the last attempt failed. */
  failure?: unknown;
  /** As last loaded or saved. */
  stored?: Stored;
  /** What the server has stored where it conflicts with the value here: nothing is sent until `decide`. */
  other?: Stored | undefined;
}

interface AutosaveServer<Value, Stored> {
  load: () => Promise<Stored>;
  /** What the server would accept of the value; undefined for nothing yet. */
  sendable: (value: Value, base: Value) => Value | undefined;
  /** @returns the new revision. @throws RequestError INVALID_TRANSITION where the value has changed since `revision`. */
  save: (value: Value, revision: number) => Promise<number>;
  /** Whether an error means that the server has no place for the value any more. */
  isGone?: (error: unknown) => boolean;
}

export interface AutosaveOptions<Value, Stored> {
  place: DraftPlace<Value>;
  empty: Value;
  isSame: (one: Value, other: Value) => boolean;
  /** Merges a draft with the server's value; undefined for a conflict that only the user can resolve. */
  merge: (draft: Draft<Value>, stored: Value) => Value | undefined;
  /** Undefined while the value can't be stored on the server yet. */
  server: AutosaveServer<Value, Stored> | undefined;
  /** For a place that keeps only what was changed: the whole draft. */
  complete?: (draft: Draft<Value>, stored: Value) => Draft<Value>;
  /** Called after a merge, without conflict, with a change made elsewhere. */
  onMerged?: (stored: Stored) => void;
}

const saveAfterMs = 500;
/** The tab in which a value was changed saves it; this tab does so only if it is still a draft after this time. */
const saveForOtherTabMs = 4000;

const openPlaces = new Set<string>();

/** Whether the place with this key is being edited in this page, which then saves it by itself. */
export const isEdited = (key: string): boolean => openPlaces.has(key);

/** A value that is edited here: it is saved on the server, and kept in this browser until the server has it. */
export class Autosave<Value, Stored extends StoredValue<Value> = StoredValue<Value>> {
  private state: AutosaveState<Value, Stored>;
  /** The stored draft as this autosave knows it. */
  private kept: string | undefined;
  private readonly listeners = new Set<() => void>();
  /** The values sent since the last answer: the server may have stored one although its answer was lost. */
  private sent: Value[] = [];
  private failures = 0;
  /** Whether `state.stored` is to be loaded before the next save. */
  private isStale = true;
  private isOpen = false;
  private running: Promise<void> | undefined;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly options: AutosaveOptions<Value, Stored>) {
    const { place, empty, server, complete } = options;
    this.kept = readStored(place.key);
    const draft = parseDraft(place, this.kept ?? null);
    const isShown = server === undefined || (draft !== undefined && complete === undefined);
    this.state = { value: empty, base: empty, ...draft, status: isShown ? "local" : "loading" };
  }

  readonly get = (): AutosaveState<Value, Stored> => this.state;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  change(value: Value): void {
    const { base, other } = this.state;
    const isSent = other === undefined && this.options.server?.sendable(value, base) !== undefined;
    this.show({ value, status: isSent ? "saving" : "local" });
    this.keepDraft();
    this.schedule(saveAfterMs);
  }

  /** Resolves a conflict: the value that is saved in place of both. */
  decide(value: Value): void {
    this.show({ base: this.state.other?.value ?? this.state.base, other: undefined });
    this.change(value);
  }

  /** Loads and merges what the server has, and saves. Resolves as `save`. */
  load(): Promise<void> {
    this.isStale = true;
    this.show({ failure: undefined });
    return this.save();
  }

  /** Saves now; resolves when that is done or has failed. */
  async save(): Promise<void> {
    const { server, place } = this.options;
    if (server === undefined) return;
    clearTimeout(this.timer);
    // Repeated by the timer, and not by `deliver`: whatever saves meanwhile is the next attempt.
    this.running ??= deliver(() => this.sync(server), { scope: place.key, repeats: () => false }).catch(
      (error: unknown) => this.fail(server, error),
    );
    await this.running;
  }

  /** Whether there are changes that the server does not have. */
  isDirty(): boolean {
    return !this.options.isSame(this.state.value, this.state.base);
  }

  /** Syncs with the server and the other tabs. @returns a function that saves and stops. */
  open(): () => void {
    const saveNow = () => void this.save();
    const onVisibilityChange = () => {
      if (document.visibilityState === "visible") this.markStale();
      saveNow();
    };
    this.isOpen = true;
    openPlaces.add(this.options.place.key);
    this.markStale();
    window.addEventListener("storage", this.followTab);
    window.addEventListener("online", saveNow);
    window.addEventListener("pagehide", saveNow);
    document.addEventListener("visibilitychange", onVisibilityChange);
    saveNow();
    return () => {
      saveNow();
      this.isOpen = false;
      openPlaces.delete(this.options.place.key);
      window.removeEventListener("storage", this.followTab);
      window.removeEventListener("online", saveNow);
      window.removeEventListener("pagehide", saveNow);
      document.removeEventListener("visibilitychange", onVisibilityChange);
    };
  }

  /** While nobody looked, the value may have been changed elsewhere. Where there are changes, their save finds that out. */
  private markStale(): void {
    this.isStale ||= !this.isDirty();
  }

  private async sync(server: AutosaveServer<Value, Stored>): Promise<void> {
    try {
      for (;;) {
        if (this.isStale || this.sent.length > 0) await this.loadFrom(server);
        const { value, base, other, stored } = this.state;
        const next = other === undefined ? server.sendable(value, base) : undefined;
        if (next === undefined || stored === undefined || this.options.isSame(next, base)) break;
        this.show({ status: "saving" });
        this.sent.push(next);
        try {
          const revision = await server.save(next, stored.revision);
          this.sent = [];
          this.show({ base: next, stored: { ...stored, value: next, revision } });
          this.keepDraft();
        } catch (error) {
          if (!(error instanceof RequestError && error.code === "INVALID_TRANSITION")) throw error;
          this.isStale = true;
        }
      }
      this.failures = 0;
      this.show({ status: this.isDirty() ? "local" : "saved", failure: undefined });
    } finally {
      this.running = undefined;
    }
  }

  private async loadFrom(server: AutosaveServer<Value, Stored>): Promise<void> {
    const stored = await server.load();
    this.isStale = false;
    const { isSame, merge, complete, onMerged } = this.options;
    const before = this.state.stored;
    const partial = { value: this.state.value, base: this.state.base };
    const { value, base } = before === undefined && complete ? complete(partial, stored.value) : partial;
    const isOwn = this.sent.some((sent) => isSame(sent, stored.value));
    this.sent = [];
    const draft = { value, base: isOwn ? stored.value : base };
    const isChanged = !isSame(value, draft.base);
    const merged = isChanged ? merge(draft, stored.value) : stored.value;
    if (merged === undefined) {
      this.show({ ...draft, stored, other: stored });
      return;
    }
    this.show({ value: merged, base: stored.value, stored, other: undefined });
    this.keepDraft();
    const isForeign = before !== undefined && !isSame(draft.base, stored.value);
    if (isChanged && isForeign) onMerged?.(stored);
  }

  private fail({ isGone }: AutosaveServer<Value, Stored>, failure: unknown): void {
    this.failures += 1;
    const isRefused = isGone?.(failure) === true;
    if (isRefused) this.kept = writeDraft(this.options.place, undefined);
    const status = isRefused ? "refused" : this.isDirty() ? "unsaved" : this.state.status;
    this.show({ status, failure });
    if (isTransient(failure)) this.schedule(backoffMs(this.failures));
    else console.warn("The change can't be saved on the server", failure);
  }

  /** Stores or removes the draft; a draft that another tab has written meanwhile is not removed. */
  private keepDraft(): void {
    const { place } = this.options;
    const { value, base } = this.state;
    const isKnown = this.kept !== undefined && readStored(place.key) === this.kept;
    if (this.isDirty()) this.kept = writeDraft(place, { value, base });
    else if (isKnown) this.kept = writeDraft(place, undefined);
  }

  private readonly followTab = ({ key, newValue, oldValue }: StorageEvent): void => {
    const { place, server, empty, complete } = this.options;
    if (key !== place.key || complete !== undefined) return;
    this.kept = newValue ?? undefined;
    const draft = parseDraft(place, newValue);
    if (draft !== undefined) {
      this.show(draft);
      this.schedule(saveForOtherTabMs);
      return;
    }
    // The other tab removed its draft because the server has it.
    this.show({ base: parseDraft(place, oldValue)?.value ?? this.state.base });
    if (server === undefined) this.show({ value: empty });
    else if (this.isDirty()) this.schedule(saveAfterMs);
    else this.show({ status: "saved", other: undefined });
  };

  private schedule(ms: number): void {
    clearTimeout(this.timer);
    if (this.options.server !== undefined && this.isOpen) this.timer = setTimeout(() => void this.save(), ms);
  }

  private show(change: Partial<AutosaveState<Value, Stored>>): void {
    this.state = { ...this.state, ...change };
    for (const listener of [...this.listeners]) listener();
  }
}
