import { useConnectionStatus, useSession } from "@souffleur/shared-ui";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { speechQuery } from "../audio/speech-query.ts";
import { useStore } from "../store.ts";
import { autoGenerates } from "../suggestions/auto-generate.ts";
import { missingLines } from "./conversation.ts";
import { followCall, repairGap } from "./follow-call.ts";
import { createLiveCall, type LiveCall } from "./live-call.ts";

/** The screen's call, kept in step with the server while the screen is shown. */
export function useLiveCall(): LiveCall {
  const { user } = useSession();
  const queryClient = useQueryClient();
  const [live] = useState(() =>
    createLiveCall({
      auto: autoGenerates(user?.id),
      // A server that does not say is tried.
      isTranscribed: () =>
        queryClient.fetchQuery({ ...speechQuery, staleTime: 0, retry: false }).then(
          ({ configured }) => configured,
          () => true,
        ),
    }),
  );
  const { store, microphone } = live;
  useEffect(() => live.open(), [live]);

  const status = useStore(store, (state) => state.call.status);
  const callId = useStore(store, (state) => state.callId);
  const sessionId = useStore(store, (state) => state.sessionId);
  const isConnected = useConnectionStatus() === "connected";
  const isFollowed = isConnected && (status === "active" || status === "ended");
  useEffect(() => {
    if (!isFollowed || sessionId === undefined) return undefined;
    const over = new AbortController();
    void followCall(store, sessionId, over.signal);
    return () => over.abort();
  }, [store, isFollowed, sessionId]);

  const hasGap = useStore(store, (state) => missingLines(state.conversation) > 0);
  useEffect(() => {
    if (!hasGap || callId === undefined) return undefined;
    const over = new AbortController();
    void repairGap(store, callId, over.signal);
    return () => over.abort();
  }, [store, hasGap, callId]);

  useEffect(() => {
    if (status === "ended" || status === "error" || status === "waiting") microphone.close();
  }, [status, microphone]);
  return live;
}
