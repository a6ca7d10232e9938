import { currentCommands } from "@souffleur/shared-ui";
import { useCallback, useEffect, useState } from "react";
import { holdCall } from "../screens/use-held-call.ts";

/**
 * The commands that are offered. They change by `refresh` alone, as with each letter: no other one may take the place of the
 * one that Enter is about to choose.
 * @param mayCall whether practice calls are offered, which needs the remote that has them, also where its screen was not opened
 * @returns `isComplete` is true once that is loaded
 */
export function useOfferedCommands(mayCall: boolean) {
  const [commands, setCommands] = useState(currentCommands);
  const [isComplete, setComplete] = useState(false);
  const refresh = useCallback(() => setCommands(currentCommands()), []);
  useEffect(() => {
    if (!mayCall) return undefined;
    let isOpen = true;
    void holdCall(() => isOpen).then(() => isOpen && setComplete(true));
    return () => {
      isOpen = false;
    };
  }, [mayCall]);
  return { commands, refresh, isComplete };
}
