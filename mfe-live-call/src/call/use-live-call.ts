import { useSession } from "@souffleur/shared-ui";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { speechQuery } from "../audio/speech-query.ts";
import { useStore } from "../lib/store.ts";
import { autoGenerates } from "../suggestions/auto-generate.ts";
import { createLiveCall, type LiveCall } from "./live-call.ts";
import { useFollowing } from "./use-following.ts";

/** The screen's call, synchronized with the server while the screen is shown. */
export function useLiveCall(): LiveCall {
  const { user } = useSession();
  const queryClient = useQueryClient();
  const [live] = useState(() =>
    createLiveCall({
      auto: autoGenerates(user?.id),
      // If the server does not answer, recording is attempted.
      isTranscribed: () =>
        queryClient.fetchQuery({ ...speechQuery, staleTime: 0, retry: false }).then(
          ({ configured = true }) => configured,
          () => true,
        ),
    }),
  );
  const { store, microphone, sharedAudio } = live;
  useEffect(() => live.open(), [live]);

  const status = useStore(store, (state) => state.call.status);
  useFollowing(store);
  useEffect(() => {
    if (status === "active" || status === "connecting") return;
    microphone.close();
    sharedAudio.stop();
  }, [status, microphone, sharedAudio]);
  return live;
}
