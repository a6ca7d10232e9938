import { getCall, getTranscript } from "@souffleur/contracts";
import { call } from "@souffleur/shared-ui";
import type { Store } from "../lib/store.ts";
import { localTime } from "./follow-call.ts";
import { type LiveCallState, showKeptCall } from "./live-call-state.ts";

/**
 * Opens a call from the list of calls: one that is to be wrapped up as its wrap-up, any other read-only.
 * @throws RequestError
 */
export async function openKeptCall(store: Store<LiveCallState>, callId: string): Promise<void> {
  const params = { callId };
  const [stored, transcript] = await Promise.all([
    call(getCall, { params }),
    call(getTranscript, { params, query: { after: 0 } }),
  ]);
  const kept = stored.data.call;
  const startedAt = localTime(kept.startedAt);
  const endedAt = localTime(kept.endedAt ?? kept.startedAt);
  store.set((state) => showKeptCall(state, kept, transcript.data.lines, { startedAt, endedAt }));
}
