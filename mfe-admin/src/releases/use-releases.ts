import { type LiveRelease, liveReleases, rollBackRelease } from "@souffleur/contracts";
import { call, RequestError, toast } from "@souffleur/shared-ui";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useRef } from "react";
import { endsSession, failureText } from "../users/failure-text.ts";

const againMs = 15_000;
const key = ["admin", "releases"];
const loadingTexts = {
  refused: "Failed to load releases",
  unanswered: "Failed to load releases. Please check your connection.",
};
const rollbackTexts = {
  refused: "The release could not be rolled back.",
  unanswered: "The release could not be rolled back. Please try again.",
};

/** What is live, asked for again every 15 seconds: browsers go on telling. */
export function useReleases() {
  const queryClient = useQueryClient();
  const { data, error, isFetching } = useQuery({
    queryKey: key,
    queryFn: async ({ signal }) => (await call(liveReleases, {}, signal)).data,
    refetchInterval: againMs,
    refetchOnMount: "always",
  });
  return {
    releases: data?.releases,
    rollbackPercent: data?.rollbackPercent,
    /** Why nothing can be shown; figures that are a little old are better than none. */
    failure:
      error === null || data !== undefined || isFetching ? undefined : failureText(error, loadingTexts),
    reload: () => void queryClient.invalidateQueries({ queryKey: key }),
  };
}

/** Rolls a release back, one at a time, and says how it went; `onEnd` is called when nothing is left to confirm. */
export function useRollback(onEnd: () => void) {
  const queryClient = useQueryClient();
  const running = useRef(false);
  const mutation = useMutation({
    mutationFn: ({ remote, version }: LiveRelease) =>
      call(rollBackRelease, { params: { remote }, body: { version } }),
    onSuccess: ({ message }) => {
      toast.success(message ?? "The release was rolled back.");
      onEnd();
    },
    onError: (error) => {
      if (endsSession(error)) return;
      toast.error(failureText(error, rollbackTexts));
      // Somebody else was faster: what was asked about is not live any more.
      if (error instanceof RequestError && error.status === 409) onEnd();
    },
    onSettled: () => {
      running.current = false;
      return queryClient.invalidateQueries({ queryKey: key });
    },
  });
  return {
    isPending: mutation.isPending,
    rollBack(release: LiveRelease) {
      // A double click comes before the button can be shown as busy.
      if (running.current) return;
      running.current = true;
      mutation.mutate(release);
    },
  };
}
