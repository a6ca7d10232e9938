import { useRef, useState } from "react";

/** Runs one task at a time: a second press while one is under way is none. */
export function useOneAtATime() {
  const asked = useRef(false);
  const [busy, setBusy] = useState(false);
  const once = async (task: () => Promise<void>) => {
    if (asked.current) return;
    asked.current = true;
    setBusy(true);
    await task();
    asked.current = false;
    setBusy(false);
  };
  return { busy, once };
}

export type Once = ReturnType<typeof useOneAtATime>["once"];
