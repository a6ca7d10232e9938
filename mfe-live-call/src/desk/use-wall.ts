import { limits, listCalls } from "@souffleur/contracts";
import { call, onServerEvent, socketRequest, useConnectionStatus } from "@souffleur/shared-ui";
import { backoffMs, wait } from "@souffleur/shared-ui/saving";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { createStore, type Store } from "../lib/store.ts";
import { changed, emptyWall, listed, replaced, type Wall, withLines } from "./wall-state.ts";

/** While the user scrolls, the lines of the calls that only pass by are not requested. */
const settleMs = 150;

/** All running calls of the organization. */
async function listRunning(signal: AbortSignal) {
  const running = [];
  for (let cursor: string | undefined; ; ) {
    const query = { status: "active", limit: limits.callsPageMax, ...(cursor && { cursor }) } as const;
    const { data } = await call(listCalls, { query }, signal);
    running.push(...data.calls);
    if (data.nextCursor === undefined) return running;
    cursor = data.nextCursor;
  }
}

/** @returns the wall, its failures, and a function that sets which calls' lines are on the screen */
export function useWall() {
  const [store] = useState<Store<Wall>>(() => createStore(emptyWall));
  const [shown, setShown] = useState<readonly string[]>([]);
  const [refusal, setRefusal] = useState<string>();
  const page = useRef({ hasWhole: false });
  const isConnected = useConnectionStatus() === "connected";
  const running = useQuery({
    queryKey: ["live-call", "running"],
    queryFn: ({ signal }) => listRunning(signal),
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
  });
  const { data } = running;
  useEffect(() => {
    if (data) store.set((wall) => listed(wall, data));
  }, [store, data]);

  useEffect(() => {
    const stops = [
      onServerEvent("desk_changed", (change) => store.setNextFrame((wall) => changed(wall, change))),
      onServerEvent("desk_lines", ({ lines }) => store.setNextFrame((wall) => withLines(wall, lines))),
    ];
    return () => {
      for (const stop of stops) stop();
      void socketRequest("leave_desk", {}, () => {}).catch(() => {});
    };
  }, [store]);

  const key = shown.join(" ");
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another set of calls is followed anew
  useEffect(() => {
    if (!isConnected) {
      page.current.hasWhole = false;
      return undefined;
    }
    const abort = new AbortController();
    void follow(store, shown, page.current, abort.signal, setRefusal);
    return () => abort.abort();
  }, [store, isConnected, key]);

  return {
    store,
    setShown,
    refusal,
    isLoading: data === undefined,
    isFailed: running.isError && data === undefined,
    retry: () => void running.refetch(),
  };
}

async function follow(
  store: Store<Wall>,
  callIds: readonly string[],
  page: { hasWhole: boolean },
  signal: AbortSignal,
  onRefused: (text: string | undefined) => void,
): Promise<void> {
  await wait(settleMs, signal);
  for (let failures = 1; !signal.aborted; failures += 1) {
    try {
      let isDone = false;
      const { hasWhole } = page;
      await socketRequest("follow_desk", { callIds: [...callIds], hasWhole }, (answer) => {
        isDone = answer.success || answer.code === "FORBIDDEN" || answer.code === "VALIDATION_ERROR";
        onRefused(answer.success ? undefined : answer.error);
        page.hasWhole = answer.success;
        if (!answer.success) return;
        const { isWhole, lines, ...change } = answer.data;
        store.set((wall) => withLines((isWhole ? replaced : changed)(wall, change), lines));
      });
      if (isDone) return;
    } catch (error) {
      // The server assumes that its answer was received, although it was lost.
      page.hasWhole = false;
      if (!signal.aborted) console.warn("The live calls could not be followed", error);
    }
    await wait(backoffMs(failures), signal);
  }
}
