import { useConnectionStatus, useSession } from "@souffleur/shared-ui";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { speechQuery } from "../audio/speech-query.ts";
import { useStore } from "../lib/store.ts";
import { autoGenerates } from "../suggestions/auto-generate.ts";
import { missingLines } from "../transcript/conversation.ts";
import { followCall, repairGap } from "./follow-call.ts";
import { createLiveCall, type LiveCall } from "./live-call.ts";

/** The screen's call, synchronized with the server while the screen is shown. */
export function useLiveCall(): LiveCall {
  const { user } = useSession();
  const queryClient = useQueryClient();
  const [live] = useState(() =>
    createLiveCall({
      auto: autoGenerates(user?.id),
      // Without an answer, recording is tried.
      isTranscribed: () =>
        queryClient.fetchQuery({ ...speechQuery, staleTime: 0, retry: false }).then(
          ({ configured }) => configured,
          () => true,
        ),
    }),
  );
  const { store, microphone, sharedAudio } = live;
  useEffect(() => live.open(), [live]);

  const status = useStore(store, (state) => state.call.status);
  const callId = useStore(store, (state) => state.callId);
  const sessionId = useStore(store, (state) => state.sessionId);
  const isConnected = useConnectionStatus() === "connected";
  const isKept = useStore(store, (state) => state.openedAs !== undefined);
  const isFollowed = isConnected && !isKept && (status === "active" || status === "ended");
  useEffect(() => {
    if (!isFollowed || sessionId === undefined) return undefined;
    const abort = new AbortController();
    void followCall(store, sessionId, abort.signal);
    return () => abort.abort();
  }, [store, isFollowed, sessionId]);

  const hasGap = useStore(store, (state) => missingLines(state.conversation) > 0);
  useEffect(() => {
    if (!hasGap || callId === undefined) return undefined;
    const abort = new AbortController();
    void repairGap(store, callId, abort.signal);
    return () => abort.abort();
  }, [store, hasGap, callId]);

  useEffect(() => {
    if (status === "active" || status === "connecting") return;
    microphone.close();
    sharedAudio.stop();
  }, [status, microphone, sharedAudio]);
  return live;
}
