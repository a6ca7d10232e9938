import { useEffect, useState } from "react";

/** After this time what was chosen before is no longer on its way, in ms: a busy machine has taken longer than a second. */
const arrivalMs = 10_000;

/**
 * The value of a control, which follows the one outside. That changes later, as the address does in a transition: what was
 * chosen first may arrive after the second choice, which it must not undo.
 */
export function useShown<Value>(value: Value) {
  const [{ shown, last, earlier }, set] = useState({ shown: value, last: value, earlier: [] as Value[] });
  if (last !== value) {
    const arrived = earlier.indexOf(value);
    set({
      shown: arrived < 0 ? value : shown,
      last: value,
      earlier: arrived < 0 ? [] : earlier.slice(arrived + 1),
    });
  }
  useEffect(() => {
    if (earlier.length === 0) return undefined;
    const timer = setTimeout(() => set((before) => ({ ...before, earlier: [] })), arrivalMs);
    return () => clearTimeout(timer);
  }, [earlier]);

  const show = (next: Value) =>
    set((before) => ({
      shown: next,
      last: before.last,
      // Back at the value outside, what was chosen in between is still on its way.
      earlier:
        before.shown === before.last && before.earlier.length === 0 ? [] : [...before.earlier, before.shown],
    }));
  return [shown, show] as const;
}
