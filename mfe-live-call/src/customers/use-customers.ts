import { limits } from "@souffleur/contracts";
import {
  deleteCustomer,
  listCustomers,
  readCustomer,
  type StoredCustomer,
} from "@souffleur/contracts/customers";
import { call, failureTexts, RequestError } from "@souffleur/shared-ui";
import { keepPreviousData, useInfiniteQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback, useMemo } from "react";

export const customersKey = ["customers"] as const;
const listKey = [...customersKey, "list"] as const;

/** The customers with the words of a search, page by page. */
export function useCustomers(userId: string, q: string) {
  const { data, ...list } = useInfiniteQuery({
    queryKey: [...listKey, userId, q],
    initialPageParam: undefined as string | undefined,
    queryFn: async ({ pageParam, signal }) => {
      const read = async (cursor?: string) => {
        const query = {
          limit: limits.callsPageMax,
          ...(q !== "" && { q }),
          ...(cursor !== undefined && { cursor }),
        };
        return (await call(listCustomers, { query }, signal)).data;
      };
      let page = await read(pageParam);
      // A page of a search may be empty although others follow.
      while (page.customers.length === 0 && page.nextCursor !== undefined) page = await read(page.nextCursor);
      return page;
    },
    getNextPageParam: ({ nextCursor }) => nextCursor,
    placeholderData: keepPreviousData,
    // Reloading several pages would cost a request for each.
    staleTime: ({ state }) => ((state.data?.pages.length ?? 0) > 1 ? Number.POSITIVE_INFINITY : 0),
  });
  const customers = useMemo(() => data?.pages.flatMap((page) => page.customers), [data]);
  return { ...list, customers };
}

export const customerQuery = (userId: string, customerId: string) => ({
  queryKey: [...customersKey, "one", userId, customerId],
  queryFn: async ({ signal }: { signal: AbortSignal }) =>
    (await call(readCustomer, { params: { customerId } }, signal)).data,
  staleTime: 0,
});

/** Shows a stored customer wherever it is shown, and has the lists loaded again. */
export function useStoredCustomer(userId: string) {
  const queryClient = useQueryClient();
  return useCallback(
    (stored: StoredCustomer) => {
      queryClient.setQueryData(customerQuery(userId, stored.id).queryKey, stored);
      void queryClient.resetQueries({ queryKey: listKey });
    },
    [queryClient, userId],
  );
}

/** Deletes a customer; one that is gone already counts as deleted. */
export function useDeleteCustomer() {
  const queryClient = useQueryClient();
  return useCallback(
    async (customerId: string) => {
      try {
        await call(deleteCustomer, { params: { customerId } });
      } catch (error) {
        if (!(error instanceof RequestError && error.status === 404)) throw error;
      }
      // Not its own page, which is still there, and would ask for it.
      await queryClient.resetQueries({
        queryKey: customersKey,
        predicate: ({ queryKey }) => queryKey[3] !== customerId,
      });
    },
    [queryClient],
  );
}

/** The text for a failed request. */
export const failureText = (error: unknown): string =>
  error instanceof RequestError ? (error.serverMessage ?? error.message) : failureTexts.unexpected;
