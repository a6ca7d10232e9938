import { toast } from "@souffleur/shared-ui";
import { useEffect, useEffectEvent } from "react";
import { useLocation, useNavigate } from "react-router-dom";
import type { LiveCall } from "../call/live-call.ts";
import { openPastCall } from "../call/past-call.ts";
import { callOf, searchOf } from "../lib/call-search.ts";
import { errorText } from "../lib/request-errors.ts";
import { useStore } from "../lib/store.ts";
import { t } from "../texts/texts.ts";

/**
 * Keeps the call on the screen in its address, so that it is shown again after a reload or after going back.
 * @returns the call of the address while it is being opened, and a function that closes the call for the next one
 */
export function useCallAddress({ store, closeCall, startTestCall }: LiveCall) {
  const navigate = useNavigate();
  const { key, pathname, search, state: visit } = useLocation();
  const addressed = callOf(search);
  const status = useStore(store, (state) => state.call.status);
  const callId = useStore(store, (state) => state.callId);
  // The screen is still shown while the next one is being loaded, whose address the browser has already.
  const replace = (search: string, state?: unknown) => {
    if (window.location.pathname === pathname) navigate({ pathname, search }, { replace: true, state });
  };

  const followAddress = useEffectEvent((signal: AbortSignal) => {
    if (addressed !== null && addressed === store.get().callId) return;
    closeCall();
    if (store.get().call.status !== "waiting") return;
    const { wasHere = false, practice = false } = (visit ?? {}) as { wasHere?: boolean; practice?: boolean };
    // The first steps on the dashboard lead to a practice call by one press.
    if (practice && addressed === null) void startTestCall("discovery");
    if (addressed === null) return;
    openPastCall(store, { callId: addressed, wasHere, signal }).catch((error: unknown) => {
      if (signal.aborted) return;
      toast.error(errorText(error, t("This call could not be opened.")));
      replace("");
    });
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: each navigation, such as New Call, has a new key
  useEffect(() => {
    const abort = new AbortController();
    followAddress(abort.signal);
    return () => abort.abort();
  }, [key]);

  const followCall = useEffectEvent(() => {
    // The address may have closed the call that was rendered.
    const { call, callId } = store.get();
    if (call.status === "waiting" || call.status === "error" || (callId ?? null) === addressed) return;
    replace(callId === undefined ? "" : searchOf(callId), { wasHere: true });
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another call or status changes the address
  useEffect(() => followCall(), [status, callId]);

  return {
    opening: status === "waiting" ? (addressed ?? undefined) : undefined,
    goToNext() {
      closeCall();
      navigate({ pathname });
    },
  };
}
