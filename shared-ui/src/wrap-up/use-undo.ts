import { useEffect, useState } from "react";
import type { OutcomeForm } from "./outcome-form.ts";

const offeredMs = 6000;

/** For six seconds after an outcome was chosen: the outcome before, so that a wrong press is taken back. */
export function useUndo({ outcome: current }: OutcomeForm) {
  const [before, setBefore] = useState<{ outcome: OutcomeForm["outcome"] }>();
  useEffect(() => {
    if (before === undefined) return undefined;
    const timer = setTimeout(() => setBefore(undefined), offeredMs);
    return () => clearTimeout(timer);
  }, [before]);
  return {
    isOffered: before !== undefined && before.outcome !== current,
    /** Called before another outcome is chosen. Of several choices within the time, the first is taken back. */
    offer: () => setBefore((earlier) => ({ outcome: earlier === undefined ? current : earlier.outcome })),
    /** @returns the outcome to go back to */
    take() {
      setBefore(undefined);
      return before?.outcome;
    },
  };
}
