import { useEffect, useSyncExternalStore } from "react";

/** The number of mounted screens that show the connection's state themselves. */
let owners = 0;
const listeners = new Set<() => void>();

function changeOwners(by: 1 | -1): void {
  owners += by;
  for (const listener of [...listeners]) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** For a screen that shows a lost connection itself: while `isOwner` is true, the shell shows no notice about it. */
export function useOwnConnectionNotice(isOwner: boolean): void {
  useEffect(() => {
    if (!isOwner) return undefined;
    changeOwners(1);
    return () => changeOwners(-1);
  }, [isOwner]);
}

/** Whether the screen shows the connection's state itself. */
export function useIsConnectionNoticeOwned(): boolean {
  return useSyncExternalStore(subscribe, () => owners > 0);
}
