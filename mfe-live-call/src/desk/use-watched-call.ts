import { getCall } from "@souffleur/contracts";
import type { ServerEventName } from "@souffleur/contracts/realtime";
import { call, onServerEvent, socketRequest } from "@souffleur/shared-ui";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { applyServerEvent, isInterim } from "../call/apply-server-event.ts";
import { localTime } from "../call/follow-call.ts";
import { callStarted, initialLiveCall } from "../call/live-call-state.ts";
import { useFollowing } from "../call/use-following.ts";
import { createStore } from "../lib/store.ts";

/** What somebody that looks on sees of a call. */
const watched = [
  "conversation_message",
  "live_transcription",
  "bridge_transcription",
  "call_ended",
  "call_deleted",
  "service_status_change",
] as const satisfies ServerEventName[];

/** A running call of somebody else, line by line. The page leaves it with the screen. */
export function useWatchedCall(callId: string) {
  const [store] = useState(() => createStore(initialLiveCall));
  const query = useQuery({
    queryKey: ["live-call", "watched", callId],
    queryFn: async ({ signal }) => (await call(getCall, { params: { callId } }, signal)).data.call,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  const { data } = query;
  useEffect(() => {
    if (data?.status === "active") store.set((state) => callStarted(state, data, localTime(data.startedAt)));
  }, [store, data]);

  useEffect(() => {
    const clock = { now: Date.now, local: localTime };
    const stops = watched.map((name) =>
      onServerEvent(name, (event) => {
        const set = isInterim(name, event) ? store.setThrottled : store.setNextFrame;
        // Why it ended is its agent's to read.
        const shown = name === "call_ended" ? { ...event, reason: undefined } : event;
        set((state) => applyServerEvent[name](state, shown as never, clock));
      }),
    );
    return () => {
      for (const stop of stops) stop();
    };
  }, [store]);

  useFollowing(store);
  const sessionId = data?.sessionId;
  useEffect(() => {
    if (sessionId === undefined) return undefined;
    return () => void socketRequest("leave_call_session", { sessionId }, () => {}).catch(() => {});
  }, [sessionId]);
  return { store, call: data, error: query.error, retry: () => void query.refetch() };
}
