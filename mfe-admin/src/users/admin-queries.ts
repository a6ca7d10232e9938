import { limits, listUsers, pendingUsers, type User, type UserStats, userStats } from "@souffleur/contracts";
import { call, toast } from "@souffleur/shared-ui";
import { type QueryKey, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { useEndpoint } from "../use-endpoint.ts";
import { endsSession, failures, failureText } from "./failure-text.ts";
import type { Tab } from "./table/tabs.ts";

const noStats: UserStats = { total: 0, active: 0, pending: 0, pendingVerification: 0 };

const linkPollMs = 5000;

/** The query keys of one administrator: another one who signs in on the same page must not see the data. */
export function adminKeys(callerId: string) {
  const everything = ["admin", callerId];
  return {
    everything,
    stats: [...everything, "stats"],
    pending: [...everything, "pending"],
    all: [...everything, "all"],
  } satisfies Record<string, QueryKey>;
}

export interface LoadedStats {
  /** Undefined while they load, all 0 after a failure. */
  readonly stats: UserStats | undefined;
  readonly isFailed: boolean;
}

export function useUserStats(callerId: string): LoadedStats {
  const { data, error } = useEndpoint(adminKeys(callerId).stats, userStats);
  useEffect(() => {
    if (error === null || endsSession(error)) return;
    toast.error(failureText(error, failures.stats()), { id: "admin-stats" });
  }, [error]);
  return { stats: error === null ? data?.stats : noStats, isFailed: error !== null };
}

/** The accounts by pages, so that the server answers no request at length; the screen sorts and searches all of them. */
async function readPages(
  endpoint: typeof listUsers | typeof pendingUsers,
  signal: AbortSignal,
): Promise<User[]> {
  const users: User[] = [];
  let cursor: string | undefined;
  do {
    const query = { limit: limits.usersPageMax, ...(cursor !== undefined && { cursor }) };
    const { data } = await call(endpoint, { query }, signal);
    users.push(...data.users);
    cursor = data.nextCursor;
  } while (cursor !== undefined && users.length < limits.accountsMax);
  return users;
}

export interface UserList {
  /** Undefined while it loads and after a failure. */
  readonly users: readonly User[] | undefined;
  /** There are more than the screen reads. */
  readonly isCut: boolean;
  /** The error text after a failure. */
  readonly failure: string | undefined;
  readonly refreshing: boolean;
  /** Reloads the list and the counts. */
  readonly reload: () => void;
}

/** The list of a tab: the pending users, or all users, which the screen filters for the Active tab. */
export function useUserList(callerId: string, tab: Tab): UserList {
  const queryClient = useQueryClient();
  const keys = adminKeys(callerId);
  const pending = useQuery({
    queryKey: keys.pending,
    queryFn: ({ signal }) => readPages(pendingUsers, signal),
    enabled: tab === "pending",
    refetchOnMount: "always",
  });
  const all = useQuery({
    queryKey: keys.all,
    queryFn: ({ signal }) => readPages(listUsers, signal),
    enabled: tab !== "pending",
    refetchOnMount: "always",
    // Its mail leaves within seconds, unless the mail server is down.
    refetchInterval: ({ state }) =>
      state.data?.some(({ passwordLink }) => passwordLink?.state === "waiting") ? linkPollMs : false,
  });
  const { data, error, isFetching } = tab === "pending" ? pending : all;
  const retrying = error !== null && isFetching;
  return {
    users: error === null ? data : undefined,
    isCut: data !== undefined && data.length >= limits.accountsMax,
    failure: error === null || retrying ? undefined : failureText(error, failures.list()),
    refreshing: isFetching,
    reload: () => void queryClient.invalidateQueries({ queryKey: keys.everything }),
  };
}
