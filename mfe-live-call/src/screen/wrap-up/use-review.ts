import { reviewCall } from "@souffleur/contracts";
import { call } from "@souffleur/shared-ui";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { LiveCallState } from "../../call/live-call-state.ts";
import { type Store, useStore } from "../../lib/store.ts";

export const reviewKey = (callId: string) => ["calls", callId, "review"] as const;

/** A call's talk figures and replies, fetched again when its last lines or its end arrive. */
export function useReview(store: Store<LiveCallState>, callId: string) {
  const lines = useStore(store, ({ conversation }) => conversation.through);
  const endReason = useStore(store, (state) => state.endReason);
  return useQuery({
    queryKey: [...reviewKey(callId), lines, endReason],
    queryFn: async ({ signal }) => (await call(reviewCall, { params: { callId } }, signal)).data,
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
}
