import { useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";

/** The key of the lists of calls, which show the outcome of each. */
export const recentCallsKey = ["calls", "recent"] as const;

/** Refreshes the lists of calls after an outcome was saved. */
export function useRefreshCalls(): () => void {
  const queryClient = useQueryClient();
  return useCallback(() => void queryClient.invalidateQueries({ queryKey: recentCallsKey }), [queryClient]);
}
