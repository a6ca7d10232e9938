import { useQuery } from "@tanstack/react-query";
import { type FailureTexts, ownFailureText } from "../users/failure-text.ts";

/** Reports from browsers, loaded again every 15 seconds. Older data are shown rather than a failure. */
export function usePolledQuery<Data>(
  queryKey: readonly string[],
  load: (signal: AbortSignal) => Promise<Data>,
  texts: FailureTexts,
) {
  const { data, error, isFetching, refetch } = useQuery({
    queryKey,
    queryFn: ({ signal }) => load(signal),
    refetchInterval: 15_000,
    refetchOnMount: "always",
  });
  const hasFailed = error !== null && data === undefined && !isFetching;
  return {
    data,
    failure: hasFailed ? ownFailureText(error, texts) : undefined,
    reload: () => void refetch(),
  };
}
