import { useEffect, useSyncExternalStore } from "react";
import { createListeners } from "../browser/listeners.ts";

const none: readonly string[] = [];
let onScreen = none;
const { subscribe, notify } = createListeners();

/** For a screen that shows running calls with their requests for help: the shell shows none of those calls' requests. */
export function useShowCalls(callIds: readonly string[]): void {
  const key = callIds.join(" ");
  useEffect(() => {
    onScreen = key === "" ? none : key.split(" ");
    notify();
    return () => {
      onScreen = none;
      notify();
    };
  }, [key]);
}

/** The ids of the calls that the screen shows with their requests for help. */
export function useCallsOnScreen(): readonly string[] {
  return useSyncExternalStore(subscribe, () => onScreen);
}
