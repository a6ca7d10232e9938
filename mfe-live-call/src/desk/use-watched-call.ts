import { getCall } from "@souffleur/contracts";
import type { ServerEventName } from "@souffleur/contracts/realtime";
import { call, onServerEvent, socketRequest } from "@souffleur/shared-ui";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { subscribeToEvents } from "../call/apply-server-event.ts";
import { localTime } from "../call/follow-call.ts";
import { keepFollowing } from "../call/keep-following.ts";
import { callEnded, callStarted, initialLiveCall } from "../call/live-call-state.ts";
import { createStore } from "../lib/store.ts";

/** The events of a call that are shown to colleagues who watch it. */
const watchedEvents: readonly ServerEventName[] = [
  "line_changed",
  "live_transcription",
  "bridge_transcription",
  "call_deleted",
  "service_status_change",
];

/** Follows another agent's running call, until the component is unmounted. */
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

  useEffect(() => subscribeToEvents(store, (name) => watchedEvents.includes(name)), [store]);
  useEffect(
    () =>
      // Without the reason, whose text addresses the call's agent.
      onServerEvent("call_ended", ({ callId, sessionId, endedAt }) =>
        store.setNextFrame((state) => callEnded(state, { callId, sessionId }, localTime(endedAt))),
      ),
    [store],
  );

  useEffect(() => keepFollowing(store), [store]);
  const sessionId = data?.sessionId;
  useEffect(() => {
    if (sessionId === undefined) return undefined;
    return () => void socketRequest("leave_call_session", { sessionId }, () => {}).catch(() => {});
  }, [sessionId]);
  return { store, call: data, error: query.error, retry: () => void query.refetch() };
}
