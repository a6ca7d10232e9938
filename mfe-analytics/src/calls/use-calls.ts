import { type CallSummary, limits, listCalls, listUsers, may, type User } from "@souffleur/contracts";
import { call, failureTexts, RequestError } from "@souffleur/shared-ui";
import { keepPreviousData, useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { useLocation } from "react-router-dom";
import { type CallFilters, queryOf } from "./call-filters.ts";

/**
 * The calls that the filters find, page by page. Each visit has its own list: a new one begins with what is stored now,
 * and going back finds all pages that were read.
 */
export function useCalls(userId: string, filters: CallFilters) {
  const { key } = useLocation();
  const query = queryOf(filters);
  const { data, ...list } = useInfiniteQuery({
    queryKey: ["calls", userId, key, query],
    initialPageParam: undefined as string | undefined,
    queryFn: async ({ pageParam, signal }) => {
      const page = {
        ...query,
        limit: limits.callsPageMax,
        ...(pageParam !== undefined && { cursor: pageParam }),
      };
      return (await call(listCalls, { query: page }, signal)).data;
    },
    getNextPageParam: ({ nextCursor }) => nextCursor,
    placeholderData: keepPreviousData,
    // To read all pages again would cost a request for each.
    staleTime: ({ state }) => ((state.data?.pages.length ?? 0) > 1 ? Number.POSITIVE_INFINITY : 0),
  });
  const calls = useMemo(() => data?.pages.flatMap((page) => page.calls), [data]);
  return { ...list, calls };
}

/** The text for a failed request. */
export function textOf(error: unknown): string {
  return error instanceof RequestError ? error.message : failureTexts.unexpected;
}

export interface Agent {
  readonly id: string;
  readonly name: string;
}

/** The agents to choose from: all accounts for those who may list them, for others the agents of the calls shown. */
export function useAgents(user: User, calls: readonly CallSummary[] = []): Agent[] {
  const { data: users = [] } = useQuery({
    queryKey: ["calls", user.id, "agents"],
    queryFn: async ({ signal }) => (await call(listUsers, {}, signal)).data.users,
    enabled: may(user.role, "manageUsers"),
  });
  return useMemo(() => {
    const names = new Map<string, string>();
    for (const { agentId, agentName } of calls) names.set(agentId, agentName);
    for (const { id, firstName, lastName } of users) names.set(id, `${firstName} ${lastName}`);
    return [...names]
      .map(([id, name]) => ({ id, name }))
      .sort((one, other) => one.name.localeCompare(other.name, "fr"));
  }, [calls, users]);
}
