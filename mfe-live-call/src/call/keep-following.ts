import type { ServerEvent } from "@souffleur/contracts/realtime";
import { connectionStatus, onServerEvent, subscribeConnection } from "@souffleur/shared-ui";
import type { Store } from "../lib/store.ts";
import { missingLines } from "../transcript/conversation.ts";
import { followCall, pollCall, repairGap } from "./follow-call.ts";
import type { LiveCallState } from "./live-call-state.ts";

/**
 * Keeps the store's call joined while the socket is connected, otherwise polls its lines; fetches missing lines, and joins
 * again where the server has more than this page.
 * @returns a function that stops it
 */
export function keepFollowing(store: Store<LiveCallState>): () => void {
  const following = whileKept((sessionId, signal) => void followCall(store, sessionId, signal));
  const polling = whileKept((callId, signal) => void pollCall(store, callId, signal));
  const repairing = whileKept((callId, signal) => void repairGap(store, callId, signal));
  const update = () => {
    const { call, callId, sessionId, openedAs, conversation } = store.get();
    const isLive = openedAs === undefined && (call.status === "active" || call.status === "ended");
    const isConnected = connectionStatus() === "connected";
    following(isLive && isConnected ? sessionId : undefined);
    polling(call.status === "active" && !isConnected ? callId : undefined);
    repairing(missingLines(conversation) > 0 ? callId : undefined);
  };
  let seen: ServerEvent<"session_state"> | undefined;
  const stopStates = onServerEvent("session_state", (state) => {
    const { call, sessionId, conversation } = store.get();
    if (state.sessionId !== sessionId) return;
    const before = seen?.sessionId === sessionId ? seen : undefined;
    seen = state;
    // Once for each number: its line may be on the way, or may never be stored.
    const hasMore = state.lastLine > conversation.through && state.lastLine !== before?.lastLine;
    const hasChanged = state.corrections > (before?.corrections ?? 0);
    if (!hasMore && !hasChanged && !(state.status === "ended" && call.status === "active")) return;
    following(undefined);
    update();
  });
  const stops = [store.subscribe(update), subscribeConnection(update), stopStates];
  update();
  return () => {
    for (const stop of stops) stop();
    following(undefined);
    polling(undefined);
    repairing(undefined);
  };
}

/** Runs a task for each new id, until the id changes. */
function whileKept(run: (id: string, signal: AbortSignal) => void): (id: string | undefined) => void {
  let current: { id: string; abort: AbortController } | undefined;
  return (id) => {
    if (current?.id === id) return;
    const before = current;
    const next = id === undefined ? undefined : { id, abort: new AbortController() };
    current = next;
    // The end of the task may change the store, which calls this again.
    before?.abort.abort();
    if (next !== undefined && current === next) run(next.id, next.abort.signal);
  };
}
