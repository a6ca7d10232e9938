import { type BrowserError, browserErrors, resolveBrowserError } from "@souffleur/contracts";
import { call, toast } from "@souffleur/shared-ui";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { endsSession, type FailureTexts, ownFailureText } from "../users/failure-text.ts";

const againMs = 15_000;
const key = ["admin", "browser-errors"];
const loadingTexts: FailureTexts = {
  refused: "Failed to load errors",
  unanswered: "Failed to load errors. Please check your connection.",
};
const resolveTexts: FailureTexts = {
  refused: "The error could not be resolved.",
  unanswered: "The error could not be resolved. Please try again.",
};

/** The errors of all browsers, asked for again every 15 seconds. */
export function useBrowserErrors() {
  const queryClient = useQueryClient();
  const { data, error, isFetching } = useQuery({
    queryKey: key,
    queryFn: async ({ signal }) => (await call(browserErrors, {}, signal)).data,
    refetchInterval: againMs,
    refetchOnMount: "always",
  });
  return {
    errors: data?.errors,
    /** Why nothing can be shown. */
    failure:
      error === null || data !== undefined || isFetching ? undefined : ownFailureText(error, loadingTexts),
    reload: () => void queryClient.invalidateQueries({ queryKey: key }),
  };
}

/** Takes an error off the list until it is seen again; `onEnd` is called when it is off. */
export function useResolve(onEnd: () => void) {
  const queryClient = useQueryClient();
  const { mutate, isPending } = useMutation({
    mutationFn: ({ id }: BrowserError) => call(resolveBrowserError, { params: { errorId: id } }),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: key });
      onEnd();
    },
    onError: (error) => endsSession(error) || toast.error(ownFailureText(error, resolveTexts)),
  });
  return { isPending, resolve: (error: BrowserError) => mutate(error) };
}
