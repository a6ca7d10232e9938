import { useEffect, useSyncExternalStore } from "react";

/** How many screens tell of the connection themselves. */
let telling = 0;
const listeners = new Set<() => void>();

function count(change: 1 | -1): void {
  telling += change;
  for (const listener of [...listeners]) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** For a screen that says itself that the connection is lost: while it `tells`, the shell does not say so too. */
export function useTellConnection(tells: boolean): void {
  useEffect(() => {
    if (!tells) return undefined;
    count(1);
    return () => count(-1);
  }, [tells]);
}

/** Whether what is shown tells of the connection itself. */
export function useIsConnectionToldByScreen(): boolean {
  return useSyncExternalStore(subscribe, () => telling > 0);
}
