import { type ConversationSummary, summarizeCall } from "@souffleur/contracts";
import { call, onServerEvent } from "@souffleur/shared-ui";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";

/**
 * The summary of a call, and what the language model has written of it so far.
 * @param version changes with the call's lines and its end
 */
export function useSummary(callId: string, version: string) {
  const [draft, setDraft] = useState("");
  useEffect(
    () => onServerEvent("summary_draft", (event) => event.callId === callId && setDraft(event.text)),
    [callId],
  );
  const query = useQuery<ConversationSummary>({
    queryKey: ["calls", callId, "summary", version],
    queryFn: async ({ signal }) => (await call(summarizeCall, { params: { callId } }, signal)).data,
    staleTime: Number.POSITIVE_INFINITY,
  });
  return { ...query, draft };
}
