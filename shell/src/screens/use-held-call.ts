import { useCallBar, useCallInProgress } from "@souffleur/shared-ui";
import { useEffect } from "react";
import { remotes } from "../remotes/remotes.ts";
import { callRemote } from "./screens.ts";

/** Makes the page hold the user's call, or the next one, also where its screen was not opened; nothing where it can't be loaded. */
export async function holdCall(isWanted: () => boolean): Promise<void> {
  await remotes.whenLoaded(callRemote);
  const state = remotes.state(callRemote);
  if (isWanted() && state.status === "ready") state.module.holdCall?.();
}

/** Holds a call that runs, so that its bar is shown: after a reload of another screen, and in another tab. */
export function useHeldCall(): void {
  const isRunning = useCallInProgress() !== undefined;
  const isHeld = useCallBar() !== undefined;
  useEffect(() => {
    if (!isRunning || isHeld) return undefined;
    let isWanted = true;
    void holdCall(() => isWanted);
    return () => {
      isWanted = false;
    };
  }, [isRunning, isHeld]);
}
