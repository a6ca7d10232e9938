import type { Endpoint } from "@souffleur/contracts";
import {
  type BrowserError,
  browserErrors,
  type LiveRelease,
  liveReleases,
  resolveBrowserError,
  rollBackRelease,
} from "@souffleur/contracts/live-releases";
import { call, RequestError, toast } from "@souffleur/shared-ui";
import { type QueryKey, useMutation, useQueryClient } from "@tanstack/react-query";
import { type Text, t } from "../texts/texts.ts";
import { useEndpoint } from "../use-endpoint.ts";
import { failureText, toastFailure } from "../users/failure-text.ts";

const errorsKey = ["admin", "browser-errors"];
const releasesKey = ["admin", "releases"];

/** Reports from browsers, loaded again every 15 seconds. Older data are shown rather than a failure. */
function useReports<E extends Endpoint>(queryKey: QueryKey, endpoint: E, refused: Text, unanswered: Text) {
  const { data, error, isLoadingError, refetch } = useEndpoint(queryKey, endpoint, 15_000);
  return {
    data,
    failure: isLoadingError
      ? failureText(error, { refused: t(refused), unanswered: t(unanswered) })
      : undefined,
    reload: () => void refetch(),
  };
}

export const useBrowserErrors = () =>
  useReports(
    errorsKey,
    browserErrors,
    "Failed to load errors",
    "Failed to load errors. Please check your connection.",
  );

export const useReleases = () =>
  useReports(
    releasesKey,
    liveReleases,
    "Failed to load releases",
    "Failed to load releases. Please check your connection.",
  );

/** Removes an error from the list until it occurs again; `onEnd` is called after the removal. */
export function useResolve(onEnd: () => void) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ id }: BrowserError) => call(resolveBrowserError, { params: { errorId: id } }),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: errorsKey });
      onEnd();
    },
    onError: (error) => toastFailure(error, "The error could not be resolved."),
  });
}

/** Rolls a release back, and reports the result; `onEnd` is called when nothing is left to confirm. */
export function useRollback(onEnd: () => void) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ remote, version }: LiveRelease) =>
      call(rollBackRelease, { params: { remote }, body: { version } }),
    onSuccess: ({ message }) => {
      toast.success(message ?? t("The release was rolled back."));
      onEnd();
    },
    onError: (error) => {
      toastFailure(error, "The release could not be rolled back.");
      // The release is no longer live: another administrator was faster.
      if (error instanceof RequestError && error.status === 409) onEnd();
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: releasesKey }),
  });
}
