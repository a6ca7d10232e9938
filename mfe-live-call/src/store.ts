import { useSyncExternalStore } from "react";

/** A value that outlives renders: what is asynchronous reads and changes it without waiting for one. */
export interface Store<State> {
  get: () => State;
  set: (change: (state: State) => State) => void;
  /** Changes it now and tells before a paint soon: of many changes until then only the last is shown. */
  setSoon: (change: (state: State) => State) => void;
  subscribe: (listener: () => void) => () => void;
}

export function createStore<State>(initial: State): Store<State> {
  let state = initial;
  const listeners = new Set<() => void>();
  let callOff: (() => void) | undefined;
  let toldAt = Number.NEGATIVE_INFINITY;

  function tell(): void {
    callOff?.();
    callOff = undefined;
    toldAt = performance.now();
    for (const listener of [...listeners]) listener();
  }

  return {
    get: () => state,
    set: (change) => {
      const next = change(state);
      if (next === state) return;
      state = next;
      tell();
    },
    setSoon: (change) => {
      const next = change(state);
      if (next === state) return;
      state = next;
      callOff ??= beforeNextPaint(tell, toldAt + breathMs - performance.now());
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/**
 * Between two renders of what streams in. Nobody reads faster; a page that renders for each of fifty lines a second
 * has no time left for the one who scrolls or types.
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
