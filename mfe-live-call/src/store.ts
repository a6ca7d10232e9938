import { useSyncExternalStore } from "react";

/** A value that outlives renders: what is asynchronous reads and changes it without waiting for one. */
export interface Store<State> {
  get: () => State;
  set: (change: (state: State) => State) => void;
  /** Changes it now and tells before the next paint, a breath after the one before of these at the earliest. */
  setSoon: (change: (state: State) => State) => void;
  /** The same for what the next change replaces: it waits until a breath after whatever was told last. */
  setCalmly: (change: (state: State) => State) => void;
  subscribe: (listener: () => void) => () => void;
}

export function createStore<State>(initial: State): Store<State> {
  let state = initial;
  const listeners = new Set<() => void>();
  let pending: { at: number; callOff: () => void } | undefined;
  let isSoon = false;
  let toldAt = Number.NEGATIVE_INFINITY;
  let toldSoonAt = Number.NEGATIVE_INFINITY;

  function tell(): void {
    pending?.callOff();
    pending = undefined;
    toldAt = performance.now();
    if (isSoon) toldSoonAt = toldAt;
    isSoon = false;
    for (const listener of [...listeners]) listener();
  }

  function tellABreathAfter(told: number): void {
    const now = performance.now();
    const at = Math.max(now, told + breathMs);
    if (pending !== undefined && pending.at <= at) return;
    pending?.callOff();
    pending = { at, callOff: beforeNextPaint(tell, at - now) };
  }

  /** @returns whether it changed anything */
  function change(how: (state: State) => State): boolean {
    const before = state;
    state = how(before);
    return state !== before;
  }

  return {
    get: () => state,
    set: (how) => {
      if (change(how)) tell();
    },
    setSoon: (how) => {
      if (!change(how)) return;
      isSoon = true;
      tellABreathAfter(toldSoonAt);
    },
    setCalmly: (how) => {
      if (change(how)) tellABreathAfter(toldAt);
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/**
 * Between two renders of what streams in. Nobody reads faster; a page that renders for each of fifty lines a second
 * has no time left for the one who scrolls or types. A line does not wait for the words before it to be read.
 */
const breathMs = 32;
/** A page that nobody looks at paints no frames, but its state must not fall behind. */
const hiddenMs = 250;

/**
 * @param waitMs not before that many milliseconds; zero and less is at once
 * @returns what calls it off
 */
function beforeNextPaint(run: () => void, waitMs: number): () => void {
  let frame: number | undefined;
  const ask = () => {
    frame = requestAnimationFrame(run);
  };
  const breath = waitMs > 0 ? setTimeout(ask, waitMs) : undefined;
  if (breath === undefined) ask();
  const timer = setTimeout(run, hiddenMs);
  return () => {
    if (frame !== undefined) cancelAnimationFrame(frame);
    clearTimeout(breath);
    clearTimeout(timer);
  };
}

/** What `select` takes from the store; it must return the same value while nothing changed. */
export function useStore<State, Selected>(store: Store<State>, select: (state: State) => Selected): Selected {
  return useSyncExternalStore(store.subscribe, () => select(store.get()));
}
