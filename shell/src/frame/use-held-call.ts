import { useCallBar, useCallInProgress } from "@souffleur/shared-ui";
import { useEffect } from "react";
import { remotes } from "../remotes/remotes.ts";
import { callRemote } from "../screens/screens.ts";

/**
 * Makes the page hold the user's running call, so that its bar is shown, also where its screen was not opened: after a
 * reload of another screen, and in another tab.
 */
export function useHeldCall(): void {
  const isRunning = useCallInProgress() !== undefined;
  const isHeld = useCallBar() !== undefined;
  useEffect(() => {
    if (!isRunning || isHeld) return undefined;
    let isWanted = true;
    void remotes.whenLoaded(callRemote).then(() => {
      const state = remotes.state(callRemote);
      if (isWanted && state.status === "ready") state.module.holdCall?.();
    });
    return () => {
      isWanted = false;
    };
  }, [isRunning, isHeld]);
}
