/**
 * What the shell shares under the name `@tanstack/react-query`. A shared package is not tree-shaken: only what screens
 * use is exported here. `#react-query` is the package itself; its own name resolves to this file.
 */

export type { QueryKey } from "#react-query";
export {
  keepPreviousData,
  QueryClient,
  QueryClientProvider,
  queryOptions,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from "#react-query";
