import { type LiveRelease, liveReleases, rollBackRelease } from "@souffleur/contracts";
import { call, RequestError, toast } from "@souffleur/shared-ui";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRef } from "react";
import { t } from "../texts/texts.ts";
import { endsSession, type FailureTexts, ownFailureText } from "../users/failure-text.ts";
import { usePolledQuery } from "./use-polled-query.ts";

const key = ["admin", "releases"];
const loadingTexts: FailureTexts = {
  refused: "Failed to load releases",
  unanswered: "Failed to load releases. Please check your connection.",
};
const rollbackTexts: FailureTexts = {
  refused: "The release could not be rolled back.",
  unanswered: "The release could not be rolled back. Please try again.",
};

export function useReleases() {
  return usePolledQuery(key, async (signal) => (await call(liveReleases, {}, signal)).data, loadingTexts);
}

/** Rolls a release back, one at a time, and reports the result; `onEnd` is called when nothing is left to confirm. */
export function useRollback(onEnd: () => void) {
  const queryClient = useQueryClient();
  const running = useRef(false);
  const mutation = useMutation({
    mutationFn: ({ remote, version }: LiveRelease) =>
      call(rollBackRelease, { params: { remote }, body: { version } }),
    onSuccess: ({ message }) => {
      toast.success(message ?? t("The release was rolled back."));
      onEnd();
    },
    onError: (error) => {
      if (endsSession(error)) return;
      toast.error(ownFailureText(error, rollbackTexts));
      // The release is no longer live: another administrator was faster.
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
      // The second click of a double click arrives before the button is shown as busy.
      if (running.current) return;
      running.current = true;
      mutation.mutate(release);
    },
  };
}
