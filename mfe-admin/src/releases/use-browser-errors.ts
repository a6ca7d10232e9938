import { type BrowserError, browserErrors, resolveBrowserError } from "@souffleur/contracts";
import { call, toast } from "@souffleur/shared-ui";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { endsSession, type FailureTexts, ownFailureText } from "../users/failure-text.ts";
import { usePolledQuery } from "./use-polled-query.ts";

const key = ["admin", "browser-errors"];
const loadingTexts: FailureTexts = {
  refused: "Failed to load errors",
  unanswered: "Failed to load errors. Please check your connection.",
};
const resolveTexts: FailureTexts = {
  refused: "The error could not be resolved.",
  unanswered: "The error could not be resolved. Please try again.",
};

export function useBrowserErrors() {
  return usePolledQuery(key, async (signal) => (await call(browserErrors, {}, signal)).data, loadingTexts);
}

/** Removes an error from the list until it occurs again; `onEnd` is called after the removal. */
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
  return { isPending, resolve: mutate };
}
