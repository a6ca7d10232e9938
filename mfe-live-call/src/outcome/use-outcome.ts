import { useSession } from "@souffleur/shared-ui";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useMemo } from "react";
import type { Autosave } from "../autosave/autosave.ts";
import { callsWithOutcomeDraft, createOutcome } from "./outcome.ts";
import type { OutcomeForm } from "./outcome-form.ts";

/** The key of the lists of calls, which show the outcome of each. */
export const recentCallsKey = ["calls", "recent"] as const;

/** The outcome of a call that is over. */
export function useOutcome(callId: string): Autosave<OutcomeForm> {
  const userId = useSession().user?.id ?? "";
  const queryClient = useQueryClient();
  const outcome = useMemo(
    () =>
      createOutcome(userId, callId, () => void queryClient.invalidateQueries({ queryKey: recentCallsKey })),
    [userId, callId, queryClient],
  );
  useEffect(() => outcome.open(), [outcome]);
  return outcome;
}

/** Saves the outcomes of earlier calls that did not reach the server before the page was closed. */
export function useOldOutcomes(): void {
  const userId = useSession().user?.id ?? "";
  const queryClient = useQueryClient();
  useEffect(() => {
    const onSaved = () => void queryClient.invalidateQueries({ queryKey: recentCallsKey });
    for (const callId of callsWithOutcomeDraft(userId)) createOutcome(userId, callId, onSaved).open()();
  }, [userId, queryClient]);
}
