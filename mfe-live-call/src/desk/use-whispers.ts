import { listWhispers, sendWhisper, type Whisper } from "@souffleur/contracts/desk";
import { lineOf, type TranscriptionEvent } from "@souffleur/contracts/realtime";
import { call, onServerEvent, useConnectionStatus, useSession } from "@souffleur/shared-ui";
import { newId, useOverReload } from "@souffleur/shared-ui/saving";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { createStore, useStore } from "../lib/store.ts";

const keyOf = (callId: string) => ["live-call", "whispers", callId] as const;

/** The number of whispers that are shown. */
export const shownAtMost = 20;

/** The call's whispers with their states, and what is on its agent's prompter. */
export function useWhispers(callId: string, isOver: boolean) {
  const queryClient = useQueryClient();
  const isConnected = useConnectionStatus() === "connected";
  const { data, isError } = useQuery({
    queryKey: keyOf(callId),
    queryFn: async ({ signal }) => (await call(listWhispers, { params: { callId } }, signal)).data,
    staleTime: 0,
    // Events sent by another server process may be lost.
    refetchInterval: isOver ? false : 10_000,
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: changes may have been missed before the connection is back
  useEffect(() => {
    const renew = (event: { callId: string }) => {
      if (event.callId === callId) void queryClient.invalidateQueries({ queryKey: keyOf(callId) });
    };
    const renewIfSaid = (event: TranscriptionEvent) => {
      const line = lineOf(event);
      const known = queryClient.getQueryData<{ whispers: Whisper[] }>(keyOf(callId));
      if (line?.sender === "agent" && known?.whispers.slice(-shownAtMost).some(({ said }) => !said))
        renew(line);
    };
    renew({ callId });
    const stops = [
      onServerEvent("whisper_changed", renew),
      onServerEvent("suggestion", renew),
      // The line may say an open whisper.
      onServerEvent("live_transcription", renewIfSaid),
      onServerEvent("bridge_transcription", renewIfSaid),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }, [queryClient, callId, isConnected]);
  return { whispers: data?.whispers ?? [], prompter: data?.prompter ?? [], isFailed: isError && !data };
}

/** What is typed and not sent yet, by user and call. */
const unsent = createStore<ReadonlyMap<string, string>>(new Map());

/** It stays while another call, or the page in another language, is opened. */
export function useUnsentWhisper(callId: string) {
  const key = `${useSession().user?.id} ${callId}`;
  const text = useStore(unsent, (all) => all.get(key) ?? "");
  const change = (next: (now: string) => string) =>
    unsent.set((all) => new Map(all).set(key, next(all.get(key) ?? "")));
  useOverReload(
    `souffleur.whisper.${key}`,
    () => (text === "" ? undefined : { text }),
    (kept) => {
      const { text: typed } = kept as { text?: unknown };
      if (typeof typed === "string") change(() => typed);
    },
  );
  return [text, change] as const;
}

/** Sends whispers. @param onSent called with the sent text */
export function useSendWhisper(callId: string, onSent?: (text: string) => void) {
  const queryClient = useQueryClient();
  /** The ids of texts that are not sent yet: a text that is sent again after a lost answer stays one whisper. */
  const ids = useRef(new Map<string, string>());
  const send = useMutation({
    mutationFn: (text: string) => {
      const id = ids.current.get(text) ?? newId();
      ids.current.set(text, id);
      return call(sendWhisper, { params: { callId }, body: { id, text } });
    },
    onSuccess: (_answer, text) => {
      ids.current.delete(text);
      onSent?.(text);
      return queryClient.invalidateQueries({ queryKey: keyOf(callId) });
    },
  });
  return {
    send,
    /** A whisper in the list was sent, although the answer may be lost: the same text written again is another whisper. */
    forgetSent(): void {
      const known = queryClient.getQueryData<{ whispers: Whisper[] }>(keyOf(callId));
      const sent = new Set(known?.whispers.map(({ id }) => id));
      for (const [text, id] of ids.current) if (sent.has(id)) ids.current.delete(text);
    },
  };
}
