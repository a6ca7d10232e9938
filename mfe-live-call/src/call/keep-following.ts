import { connectionStatus, subscribeConnection } from "@souffleur/shared-ui";
import type { Store } from "../lib/store.ts";
import { missingLines } from "../transcript/conversation.ts";
import { followCall, repairGap } from "./follow-call.ts";
import type { LiveCallState } from "./live-call-state.ts";

/**
 * Keeps the store's call joined while the socket is connected, and fetches missing lines.
 * @returns a function that stops it
 */
export function keepFollowing(store: Store<LiveCallState>): () => void {
  const following = whileKept((sessionId, signal) => void followCall(store, sessionId, signal));
  const repairing = whileKept((callId, signal) => void repairGap(store, callId, signal));
  const update = () => {
    const { call, callId, sessionId, openedAs, conversation } = store.get();
    const isLive = openedAs === undefined && (call.status === "active" || call.status === "ended");
    following(isLive && connectionStatus() === "connected" ? sessionId : undefined);
    repairing(missingLines(conversation) > 0 ? callId : undefined);
  };
  const stops = [store.subscribe(update), subscribeConnection(update)];
  update();
  return () => {
    for (const stop of stops) stop();
    following(undefined);
    repairing(undefined);
  };
}

/** Runs a task for each new id, until the id changes. */
function whileKept(run: (id: string, signal: AbortSignal) => void): (id: string | undefined) => void {
  let current: { id: string; abort: AbortController } | undefined;
  return (id) => {
    if (current?.id === id) return;
    current?.abort.abort();
    current = id === undefined ? undefined : { id, abort: new AbortController() };
    if (current !== undefined) run(current.id, current.abort.signal);
  };
}
