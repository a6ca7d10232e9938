import { useConnectionStatus } from "@souffleur/shared-ui";
import { useEffect } from "react";
import { type Store, useStore } from "../lib/store.ts";
import { missingLines } from "../transcript/conversation.ts";
import { followCall, pollCall, repairGap } from "./follow-call.ts";
import type { LiveCallState } from "./live-call-state.ts";

/** Keeps the store's call joined while the socket is connected, else polls its lines; fetches missing lines. */
export function useFollowing(store: Store<LiveCallState>): void {
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

  const isPolled = !isConnected && status === "active";
  useEffect(() => {
    if (!isPolled || callId === undefined) return undefined;
    const abort = new AbortController();
    void pollCall(store, callId, abort.signal);
    return () => abort.abort();
  }, [store, isPolled, callId]);

  const hasGap = useStore(store, (state) => missingLines(state.conversation) > 0);
  useEffect(() => {
    if (!hasGap || callId === undefined) return undefined;
    const abort = new AbortController();
    void repairGap(store, callId, abort.signal);
    return () => abort.abort();
  }, [store, hasGap, callId]);
}
