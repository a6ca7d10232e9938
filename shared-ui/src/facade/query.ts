/**
 * The module that the shell shares as `@tanstack/react-query`. A shared package is not tree-shaken, so only what screens
 * use is exported here. `#react-query` is the package itself; its own name resolves to this file.
 */

export type { QueryKey } from "#react-query";
export {
  keepPreviousData,
  MutationObserver,
  QueryClient,
  QueryClientProvider,
  queryOptions,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from "#react-query";
