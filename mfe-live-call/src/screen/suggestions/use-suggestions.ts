import { useConnectionStatus } from "@souffleur/shared-ui";
import { requestSuggestions, suggestingIn } from "../../call/keep-suggesting.ts";
import type { LiveCallState } from "../../call/live-call-state.ts";
import { type Store, useStore } from "../../lib/store.ts";

export function useSuggestions(store: Store<LiveCallState>) {
  const slots = useStore(store, ({ suggestions }) => suggestions);
  const callId = useStore(store, suggestingIn);
  const auto = useStore(store, (state) => state.auto);
  const generating = useStore(store, (state) => state.generating);
  return {
    slots,
    /** Undefined while there is no call. */
    generate: callId === undefined ? undefined : () => void requestSuggestions(store, true),
    generating,
    auto,
    setAuto: (on: boolean) => store.set((state) => ({ ...state, auto: on })),
  };
}

/** Whether a call runs without a connection: the replies then answer what was said before it was lost. */
export function useIsOutdated(store: Store<LiveCallState>): boolean {
  const isActive = useStore(store, ({ call }) => call.status === "active");
  return useConnectionStatus() !== "connected" && isActive;
}
