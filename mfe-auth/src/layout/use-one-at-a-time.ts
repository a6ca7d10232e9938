import { useLayoutEffect, useRef, useState } from "react";

/** Runs one task at a time: a second press while one is under way is none. */
export function useOneAtATime() {
  const asked = useRef(false);
  const [run, setRun] = useState({ busy: false });
  const once = async (task: () => Promise<void>) => {
    if (asked.current) return;
    asked.current = true;
    setRun({ busy: true });
    await task();
    setRun({ busy: false });
  };
  // Not before the outcome is drawn: a press until then was meant for what stood there.
  useLayoutEffect(() => {
    if (!run.busy) asked.current = false;
  }, [run]);
  return { busy: run.busy, once };
}

export type Once = ReturnType<typeof useOneAtATime>["once"];
