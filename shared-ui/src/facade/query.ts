/**
 * What the shell shares under the name `@tanstack/react-query`. A whole shared package can't be shaken; add
 * here what a screen needs. `#react-query` is the package itself: its own name would lead back to this file.
 */

export type { QueryKey, UseMutationResult, UseQueryOptions, UseQueryResult } from "#react-query";
export {
  keepPreviousData,
  QueryClient,
  QueryClientProvider,
  queryOptions,
  skipToken,
  useIsFetching,
  useMutation,
  useQueries,
  useQuery,
  useQueryClient,
} from "#react-query";
