import { limits } from "@souffleur/contracts";
import { useCallback, useEffect, useRef } from "react";

type Field = keyof typeof limits.registerDebounceMs;

/** Checks a field once typing has paused for the specified time. */
export function useDebouncedChecks(check: (field: Field) => void) {
  const timers = useRef(new Map<Field, ReturnType<typeof setTimeout>>());
  const latest = useRef(check);
  latest.current = check;
  useEffect(() => {
    const pending = timers.current;
    return () => {
      for (const timer of pending.values()) clearTimeout(timer);
    };
  }, []);
  const typed = useCallback((field: Field) => {
    clearTimeout(timers.current.get(field));
    timers.current.set(
      field,
      setTimeout(() => latest.current(field), limits.registerDebounceMs[field]),
    );
  }, []);
  const cancel = useCallback(() => {
    for (const timer of timers.current.values()) clearTimeout(timer);
    timers.current.clear();
  }, []);
  return { typed, cancel };
}
