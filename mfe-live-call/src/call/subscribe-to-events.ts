import { onServerEvent } from "@souffleur/shared-ui";
import type { Store } from "../lib/store.ts";
import { applyServerEvent, type CallEventName, type Clock, isInterim } from "./apply-server-event.ts";
import { localTime } from "./follow-call.ts";
import type { LiveCallState } from "./live-call-state.ts";

export const browserClock: Clock = { now: Date.now, local: localTime };

/** Applies the server's events of these names to the store. @returns a function that stops it */
export function subscribeToEvents(store: Store<LiveCallState>, names: readonly CallEventName[]): () => void {
  const stops = names.map(<Name extends CallEventName>(name: Name) =>
    onServerEvent(name, (event) => {
      const set = isInterim(name, event) ? store.setThrottled : store.setNextFrame;
      set((state) => applyServerEvent[name](state, event, browserClock));
    }),
  );
  return () => {
    for (const stop of stops) stop();
  };
}
