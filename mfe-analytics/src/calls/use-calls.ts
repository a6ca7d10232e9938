import { type Endpoint, type EndpointInput, limits, listCallAgents, listCalls } from "@souffleur/contracts";
import { call, download, failureTexts, onServerEvent, RequestError, toast } from "@souffleur/shared-ui";
import {
  keepPreviousData,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from "@tanstack/react-query";
import { useCallback, useEffect, useMemo } from "react";
import { useLocation } from "react-router-dom";
import { t } from "../texts/texts.ts";
import { type CallFilters, queryOf } from "./call-filters.ts";

/**
 * The filtered calls, page by page. Each visit has its own list: a new visit loads the newest calls, and going back
 * restores all loaded pages.
 */
export function useCalls(userId: string, filters: CallFilters) {
  const { key } = useLocation();
  const query = queryOf(filters);
  const { data, ...list } = useInfiniteQuery({
    queryKey: ["calls", userId, key, query],
    initialPageParam: undefined as string | undefined,
    queryFn: async ({ pageParam: cursor, signal }) => {
      const read = async (cursor?: string) => {
        const page = { ...query, limit: limits.callsPageMax, ...(cursor !== undefined && { cursor }) };
        return (await call(listCalls, { query: page }, signal)).data;
      };
      let page = await read(cursor);
      // A page of a search may be empty although others follow.
      while (page.calls.length === 0 && page.nextCursor !== undefined) page = await read(page.nextCursor);
      return page;
    },
    getNextPageParam: ({ nextCursor }) => nextCursor,
    placeholderData: keepPreviousData,
    // Reloading several pages would cost a request for each.
    staleTime: ({ state }) => ((state.data?.pages.length ?? 0) > 1 ? Number.POSITIVE_INFINITY : 0),
  });
  const { deleted } = useDeletedCalls();
  const calls = useMemo(
    () => data?.pages.flatMap((page) => page.calls.filter(({ callId }) => !deleted.includes(callId))),
    [data, deleted],
  );
  return { ...list, calls };
}

const deletedKey = ["deleted calls"] as const;

/** The ids of calls that were deleted here or elsewhere; loaded lists may still contain them. */
export function useDeletedCalls() {
  const queryClient = useQueryClient();
  const { data: deleted } = useQuery({
    queryKey: deletedKey,
    // Never requested: filled by events.
    enabled: false,
    queryFn: (): readonly string[] => [],
    initialData: [],
    gcTime: Number.POSITIVE_INFINITY,
  });
  const addDeleted = useCallback(
    (callId: string) =>
      void queryClient.setQueryData<readonly string[]>(deletedKey, (before = []) => [...before, callId]),
    [queryClient],
  );
  useEffect(() => onServerEvent("call_deleted", ({ callId }) => addDeleted(callId)), [addDeleted]);
  return { deleted, addDeleted };
}

/** The text for a failed request. */
export function failureText(error: unknown): string {
  return error instanceof RequestError ? error.message : failureTexts.unexpected;
}

/** Saves a call's file; a failure is reported by a toast. */
export function useDownload<E extends Endpoint>(endpoint: E) {
  return useMutation({
    mutationFn: (input: Partial<EndpointInput<E>>) => download(endpoint, input),
    onError: (error) => toast.error(t("The export failed. {reason}", { reason: failureText(error) })),
  });
}

/** The agents of all calls that the user may see. */
export function useAgents(userId: string, mayChoose: boolean) {
  const { data } = useQuery({
    queryKey: ["calls", userId, "agents"],
    queryFn: async ({ signal }) => (await call(listCallAgents, {}, signal)).data.agents,
    enabled: mayChoose,
  });
  return useMemo(
    () => data?.toSorted((one, other) => one.agentName.localeCompare(other.agentName, "fr")) ?? [],
    [data],
  );
}

/** The API's error for the search text; undefined without an error or for another one. */
export function refusedSearch(error: unknown): string | undefined {
  return error instanceof RequestError ? error.fields.q : undefined;
}
