import { useEffect, useSyncExternalStore } from "react";
import { createListeners } from "../browser/listeners.ts";

/** The number of mounted screens that show the connection's state themselves. */
let owners = 0;
const { subscribe, notify } = createListeners();

function changeOwners(by: 1 | -1): void {
  owners += by;
  notify();
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
