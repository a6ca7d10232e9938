import { useSyncExternalStore } from "react";

/** A value that outlives renders: what is asynchronous reads and changes it without waiting for one. */
export interface Store<State> {
  get: () => State;
  set: (change: (state: State) => State) => void;
  /** Changes it now and notifies before the next paint, at least `frameMs` after the last such notification. */
  setNextFrame: (change: (state: State) => State) => void;
  /** The same for what the next change replaces: at least `frameMs` after the last notification of any kind. */
  setThrottled: (change: (state: State) => State) => void;
  subscribe: (listener: () => void) => () => void;
}

export function createStore<State>(initial: State): Store<State> {
  let state = initial;
  const listeners = new Set<() => void>();
  let pending: { at: number; callOff: () => void } | undefined;
  let isNextFrame = false;
  let notifiedAt = Number.NEGATIVE_INFINITY;
  let nextFrameNotifiedAt = Number.NEGATIVE_INFINITY;

  function notify(): void {
    pending?.callOff();
    pending = undefined;
    notifiedAt = performance.now();
    if (isNextFrame) nextFrameNotifiedAt = notifiedAt;
    isNextFrame = false;
    for (const listener of [...listeners]) listener();
  }

  function notifyAfter(last: number): void {
    const now = performance.now();
    const at = Math.max(now, last + frameMs);
    if (pending !== undefined && pending.at <= at) return;
    pending?.callOff();
    pending = { at, callOff: beforeNextPaint(notify, at - now) };
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
      if (change(how)) notify();
    },
    setNextFrame: (how) => {
      if (!change(how)) return;
      isNextFrame = true;
      notifyAfter(nextFrameNotifiedAt);
    },
    setThrottled: (how) => {
      if (change(how)) notifyAfter(notifiedAt);
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
const frameMs = 32;
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
  const delay = waitMs > 0 ? setTimeout(ask, waitMs) : undefined;
  if (delay === undefined) ask();
  const timer = setTimeout(run, hiddenMs);
  return () => {
    if (frame !== undefined) cancelAnimationFrame(frame);
    clearTimeout(delay);
    clearTimeout(timer);
  };
}

/** What `select` takes from the store; it must return the same value while nothing changed. */
export function useStore<State, Selected>(store: Store<State>, select: (state: State) => Selected): Selected {
  return useSyncExternalStore(store.subscribe, () => select(store.get()));
}
