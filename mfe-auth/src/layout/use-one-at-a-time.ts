import { useLayoutEffect, useRef, useState } from "react";

/** Runs one task at a time: a second press during a run is ignored. */
export function useOneAtATime() {
  const isRunning = useRef(false);
  const [run, setRun] = useState({ busy: false });
  const runOnce = async (task: () => Promise<void>) => {
    if (isRunning.current) return;
    isRunning.current = true;
    setRun({ busy: true });
    await task();
    setRun({ busy: false });
  };
  // Not before the result is rendered: an earlier press was meant for the previous view.
  useLayoutEffect(() => {
    if (!run.busy) isRunning.current = false;
  }, [run]);
  return { busy: run.busy, runOnce };
}

export type RunOnce = ReturnType<typeof useOneAtATime>["runOnce"];
