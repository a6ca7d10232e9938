import { useSyncExternalStore } from "react";

/** State outside React: asynchronous code reads and changes it without waiting for a render. */
export interface Store<State> {
  get: () => State;
  set: (change: (state: State) => State) => void;
  /** Changes the state at once and notifies before the next paint, at least `frameMs` after the last `setNextFrame`. */
  setNextFrame: (change: (state: State) => State) => void;
  /** For values that the next change replaces: notifies at least `frameMs` after the last notification of any kind. */
  setThrottled: (change: (state: State) => State) => void;
  subscribe: (listener: () => void) => () => void;
}

export function createStore<State>(initial: State): Store<State> {
  let state = initial;
  const listeners = new Set<() => void>();
  let pending: { at: number; cancel: () => void } | undefined;
  let isNextFrame = false;
  let notifiedAt = Number.NEGATIVE_INFINITY;
  let nextFrameNotifiedAt = Number.NEGATIVE_INFINITY;

  function notify(): void {
    pending?.cancel();
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
    pending?.cancel();
    pending = { at, cancel: beforeNextPaint(notify, at - now) };
  }

  /** @returns whether it changed anything */
  function apply(change: (state: State) => State): boolean {
    const before = state;
    state = change(before);
    return state !== before;
  }

  return {
    get: () => state,
    set: (change) => {
      if (apply(change)) notify();
    },
    setNextFrame: (change) => {
      if (!apply(change)) return;
      isNextFrame = true;
      notifyAfter(nextFrameNotifiedAt);
    },
    setThrottled: (change) => {
      if (apply(change)) notifyAfter(notifiedAt);
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/**
 * The minimum time between two renders of streamed text. Rendering each of fifty lines a second would leave no time for
 * scrolling and typing. A final line does not wait for the last interim text.
 */
const frameMs = 32;
/** A hidden page paints no frames, but its state must stay current. */
const hiddenMs = 250;

/**
 * @param waitMs the minimum delay in milliseconds; zero or less for none
 * @returns a function that cancels it
 */
function beforeNextPaint(run: () => void, waitMs: number): () => void {
  let frame: number | undefined;
  let delay: ReturnType<typeof setTimeout> | undefined;
  const request = () => {
    frame = requestAnimationFrame(run);
  };
  if (waitMs > 0) delay = setTimeout(request, waitMs);
  else request();
  const timer = setTimeout(run, hiddenMs);
  return () => {
    if (frame !== undefined) cancelAnimationFrame(frame);
    clearTimeout(delay);
    clearTimeout(timer);
  };
}

/** A part of the store's state; `select` must return the same value while nothing has changed. */
export function useStore<State, Selected>(store: Store<State>, select: (state: State) => Selected): Selected {
  return useSyncExternalStore(store.subscribe, () => select(store.get()));
}
