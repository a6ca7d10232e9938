import { getCall, getTranscript } from "@souffleur/contracts";
import { call } from "@souffleur/shared-ui";
import type { Store } from "../lib/store.ts";
import { retryEnd } from "./end-on-server.ts";
import { localTime } from "./follow-call.ts";
import { type LiveCallState, showPastCall } from "./live-call-state.ts";

/**
 * Opens a call that is over: as its wrap-up where it has no outcome or was on this screen when it ended (`wasHere`),
 * otherwise read-only. A running call arrives over the socket instead.
 * @throws RequestError
 */
export async function openPastCall(
  store: Store<LiveCallState>,
  { callId, wasHere, signal }: { callId: string; wasHere: boolean; signal: AbortSignal },
): Promise<void> {
  await retryEnd(callId);
  const params = { callId };
  const [stored, transcript] = await Promise.all([
    call(getCall, { params }, signal),
    call(getTranscript, { params, query: { after: 0 } }, signal),
  ]);
  const kept = stored.data.call;
  if (signal.aborted || kept.status === "active") return;
  store.set((state) =>
    showPastCall(state, kept, {
      lines: transcript.data.lines,
      startedAt: localTime(kept.startedAt),
      endedAt: localTime(kept.endedAt ?? kept.startedAt),
      openedAs: wasHere || kept.outcome === undefined ? "wrap-up" : "read-only",
    }),
  );
}
