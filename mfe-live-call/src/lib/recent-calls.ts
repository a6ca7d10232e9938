import { useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";

/** The key of the lists of calls, which show the outcome of each. */
export const recentCallsKey = ["calls", "recent"] as const;

/** The key of the lists of open next steps, which are parts of outcomes. */
export const nextStepsKey = ["calls", "next-steps"] as const;

/** Refreshes the lists of calls and of next steps after an outcome was saved. */
export function useRefreshCalls(): () => void {
  const queryClient = useQueryClient();
  return useCallback(() => {
    for (const queryKey of [recentCallsKey, nextStepsKey]) void queryClient.invalidateQueries({ queryKey });
  }, [queryClient]);
}
