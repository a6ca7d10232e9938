import { useSession } from "@souffleur/shared-ui";
import type { Autosave } from "@souffleur/shared-ui/saving";
import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useMemo } from "react";
import { createOutcome } from "./outcome.ts";
import type { OutcomeForm } from "./outcome-form.ts";

/** The key of the lists of calls, which show the outcome of each. */
export const recentCallsKey = ["calls", "recent"] as const;

/** Refreshes the lists of calls after an outcome was saved. */
export function useRefreshCalls(): () => void {
  const queryClient = useQueryClient();
  return useCallback(() => void queryClient.invalidateQueries({ queryKey: recentCallsKey }), [queryClient]);
}

/** The outcome of a call that is over. */
export function useOutcome(callId: string): Autosave<OutcomeForm> {
  const userId = useSession().user?.id ?? "";
  const refreshCalls = useRefreshCalls();
  return useMemo(() => createOutcome(userId, callId, refreshCalls), [userId, callId, refreshCalls]);
}
