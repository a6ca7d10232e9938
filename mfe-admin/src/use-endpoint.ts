import type { Endpoint, z } from "@souffleur/contracts";
import { call } from "@souffleur/shared-ui";
import { type QueryKey, useQuery } from "@tanstack/react-query";

/** What an endpoint without input answers; read again on each visit, and as often as `refetchInterval` has it, in ms. */
export function useEndpoint<E extends Endpoint>(
  queryKey: QueryKey,
  endpoint: E,
  refetchInterval: number | false = false,
) {
  return useQuery({
    queryKey,
    queryFn: async ({ signal }) => (await call(endpoint, {}, signal)).data as z.output<E["data"]>,
    refetchOnMount: "always",
    refetchInterval,
  });
}
