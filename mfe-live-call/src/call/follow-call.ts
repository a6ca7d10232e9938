import type { ErrorCode, JoinAnswer } from "@souffleur/contracts";
import { getCall, getTranscript } from "@souffleur/contracts";
import { call, joinCallSession, serverNow } from "@souffleur/shared-ui";
import type { Store } from "../store.ts";
import { pauseAfter, wait } from "../wait.ts";
import { addStored, missingLines } from "./conversation.ts";
import { callEnded, changeCall, joined, type LiveCallState } from "./live-call-state.ts";

/** A hole may be no more than a join's answer that is on its way. */
const graceMs = 250;

/** Refusals that another try would not change. */
const lasting: ReadonlySet<ErrorCode> = new Set(["NOT_FOUND", "FORBIDDEN", "VALIDATION_ERROR"]);

/** A server's time on this browser's clock, never ahead of it; both in ms since the epoch. */
export function localTime(iso: string): number {
  const skew = serverNow() - Date.now();
  return Math.min(Date.now(), Date.parse(iso) - skew);
}

/** Joins the call's room with the last line that is here, as often as it takes, until called off. */
export async function followCall(
  store: Store<LiveCallState>,
  sessionId: string,
  signal: AbortSignal,
): Promise<void> {
  /** Whether the answer says all that there is to know. */
  let settled = false;
  const take = (answer: JoinAnswer) => {
    if (signal.aborted) return;
    if (answer.success) {
      settled = true;
      store.set((state) => joined(state, sessionId, answer.data));
      if (answer.data.status === "ended") void endAsStored(store, answer.data.callId);
      return;
    }
    console.warn(`The call could not be joined: ${answer.error}`);
    settled = lasting.has(answer.code);
    if (settled) store.set((state) => changeCall(state, { type: "failed", message: answer.error }));
  };
  for (let failures = 1; !signal.aborted; failures += 1) {
    try {
      await joinCallSession({ sessionId, after: store.get().conversation.through }, take);
    } catch (error) {
      if (!signal.aborted) console.warn("The call could not be joined", error);
    }
    if (settled) return;
    await wait(pauseAfter(failures), signal);
  }
}

/** The call ended while this browser was away: when and why, the stored call says. */
async function endAsStored(store: Store<LiveCallState>, callId: string): Promise<void> {
  const stored = await call(getCall, { params: { callId } }).then(
    ({ data }) => data.call,
    () => undefined,
  );
  const at = stored?.endedAt === undefined ? Date.now() : localTime(stored.endedAt);
  store.set((state) => callEnded(state, { callId, reason: stored?.reason }, at));
}

/** Asks for the lines that are missing below one that is here, until none is. */
export async function repairGap(
  store: Store<LiveCallState>,
  callId: string,
  signal: AbortSignal,
): Promise<void> {
  let failures = 0;
  for (
    await wait(graceMs, signal);
    !signal.aborted && missingLines(store.get().conversation) > 0;
    await wait(pauseAfter(failures), signal)
  ) {
    try {
      const after = store.get().conversation.through;
      const { data } = await call(getTranscript, { params: { callId }, query: { after } }, signal);
      if (signal.aborted) return;
      store.set((state) =>
        state.callId === callId
          ? { ...state, conversation: addStored(state.conversation, data.lines) }
          : state,
      );
    } catch (error) {
      if (!signal.aborted) console.warn("Missing lines could not be fetched", error);
    }
    failures += 1;
  }
}
