import { getTranscript, reviewCall } from "@souffleur/contracts";
import { call } from "@souffleur/shared-ui";
import { lineNotesQuery, mergeAll, storedLine } from "@souffleur/shared-ui/transcript";
import { useQuery } from "@tanstack/react-query";

/**
 * A call with its figures, and its transcript merged as on the live screen. The notes on its lines, which the lines make
 * room for, are there before it, or have failed.
 */
export function useReview(userId: string, callId: string) {
  return useQuery({
    queryKey: ["calls", userId, "review", callId],
    queryFn: async ({ signal, client }) => {
      const params = { callId };
      const [review, transcript] = await Promise.all([
        call(reviewCall, { params }, signal),
        call(getTranscript, { params }, signal),
        client.prefetchQuery(lineNotesQuery(callId)),
      ]);
      return { ...review.data, bubbles: mergeAll(transcript.data.lines.map(storedLine)) };
    },
  });
}
