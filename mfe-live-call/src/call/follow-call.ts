import { type Call, type ErrorCode, getCall, getTranscript, limits } from "@souffleur/contracts";
import type { JoinAnswer } from "@souffleur/contracts/realtime";
import { call, joinCallSession, serverNow } from "@souffleur/shared-ui";
import { backoffMs, wait } from "@souffleur/shared-ui/saving";
import type { Store } from "../lib/store.ts";
import { addStored, missingLines } from "../transcript/conversation.ts";
import { callEnded, changeCall, joined, type LiveCallState } from "./live-call-state.ts";

/** Missing lines may be part of the answer to a join that is still in flight. */
const graceMs = 250;

/** Errors that another attempt would not change. */
const permanent: ReadonlySet<ErrorCode> = new Set(["NOT_FOUND", "FORBIDDEN", "VALIDATION_ERROR"]);

/** Converts a server time to this browser's clock, never in the future; in ms since the epoch. */
export function localTime(iso: string): number {
  const skew = serverNow() - Date.now();
  return Math.min(Date.now(), Date.parse(iso) - skew);
}

/** Joins the call's room from the last known line, and retries until it succeeds or `signal` aborts. */
export async function followCall(
  store: Store<LiveCallState>,
  sessionId: string,
  signal: AbortSignal,
): Promise<void> {
  let settled = false;
  const onAnswer = (answer: JoinAnswer) => {
    if (signal.aborted) return;
    if (answer.success) {
      settled = true;
      store.set((state) => joined(state, sessionId, answer.data, localTime(answer.data.startedAt)));
      if (answer.data.status === "ended") void endAsStored(store, answer.data.callId);
      return;
    }
    console.warn(`The call could not be joined: ${answer.error}`);
    settled = permanent.has(answer.code);
    if (settled) store.set((state) => changeCall(state, { type: "failed", message: answer.error }));
  };
  for (let failures = 1; !signal.aborted; failures += 1) {
    try {
      await joinCallSession({ sessionId, after: store.get().conversation.through }, onAnswer);
    } catch (error) {
      if (!signal.aborted) console.warn("The call could not be joined", error);
    }
    if (settled) return;
    await wait(backoffMs(failures), signal);
  }
}

/** Ends a call that ended while this browser was disconnected: the stored call has the time and the reason. */
async function endAsStored(store: Store<LiveCallState>, callId: string): Promise<void> {
  const stored = await call(getCall, { params: { callId } }).catch(() => undefined);
  showEnd(store, callId, stored?.data.call ?? {});
}

function showEnd(
  store: Store<LiveCallState>,
  callId: string,
  { endedAt, reason }: Pick<Partial<Call>, "endedAt" | "reason">,
): void {
  const at = endedAt === undefined ? Date.now() : localTime(endedAt);
  store.set((state) => callEnded(state, { callId, reason }, at));
}

/** Fetches missing lines until there are none. */
export async function repairGap(
  store: Store<LiveCallState>,
  callId: string,
  signal: AbortSignal,
): Promise<void> {
  let failures = 0;
  for (
    await wait(graceMs, signal);
    !signal.aborted && missingLines(store.get().conversation) > 0;
    await wait(backoffMs(failures), signal)
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

/**
 * Fetches the lines of a running call regularly, for a network that lets no socket through, until `signal` aborts or the
 * call has ended.
 */
export async function pollCall(
  store: Store<LiveCallState>,
  callId: string,
  signal: AbortSignal,
): Promise<void> {
  const params = { callId };
  const show = (polled: boolean) => store.set((state) => ({ ...state, polled }));
  signal.addEventListener("abort", () => show(false), { once: true });
  for (let failures = 0; !signal.aborted; ) {
    await wait(Math.max(limits.transcriptPollMs, failures > 0 ? backoffMs(failures) : 0), signal);
    if (signal.aborted) return;
    try {
      const after = store.get().conversation.through;
      const [transcript, stored] = await Promise.all([
        call(getTranscript, { params, query: { after } }, signal),
        call(getCall, { params }, signal),
      ]);
      if (signal.aborted) return;
      failures = 0;
      const { lines } = transcript.data;
      store.set((state) => {
        if (state.callId !== callId) return state;
        return { ...state, polled: true, conversation: addStored(state.conversation, lines) };
      });
      if (stored.data.call.status === "ended") showEnd(store, callId, stored.data.call);
    } catch (error) {
      if (signal.aborted) return;
      failures += 1;
      console.warn("The call's lines could not be fetched", error);
      show(false);
    }
  }
}
