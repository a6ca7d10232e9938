import { limits } from "@souffleur/contracts";
import { useEffect, useState } from "react";

type Field = keyof typeof limits.registerDebounceMs;
type Timers = Map<Field, ReturnType<typeof setTimeout>>;

function clear(timers: Timers): void {
  for (const timer of timers.values()) clearTimeout(timer);
}

/** Checks a field once typing has paused for the specified time. */
export function useDebouncedChecks(check: (field: Field) => void) {
  const [timers] = useState<Timers>(() => new Map());
  useEffect(() => () => clear(timers), [timers]);
  return {
    schedule(field: Field): void {
      clearTimeout(timers.get(field));
      timers.set(
        field,
        setTimeout(() => check(field), limits.registerDebounceMs[field]),
      );
    },
    cancel: () => clear(timers),
  };
}
