import type { ServerEvent } from "@souffleur/contracts/realtime";
import { useSyncExternalStore } from "react";
import { serverNow } from "../http/request.ts";
import { runningCall, subscribeConnection } from "./socket.ts";

/** A call of this page's user; its start on this browser's clock in ms, undefined while it is being connected. */
export interface CallInProgress {
  readonly startedAt: number | undefined;
}

let owner: { letGo: () => void } | undefined;
/** The call that this page holds with its microphone and its shared sound, whichever screen is shown. */
let held: CallInProgress | undefined;
/** The last announced call, converted once. */
let announced: { event: ServerEvent<"call_started">; call: CallInProgress } | undefined;
const listeners = new Set<() => void>();

function hold(call: CallInProgress | undefined): void {
  if (call === held) return;
  held = call;
  for (const listener of [...listeners]) listener();
}

/**
 * Makes the caller the owner of the page's call. Only one part of a page may record it: an earlier owner, such as a replaced
 * release of the call's screen, lets go of it first.
 * @param letGo releases the call's recordings
 * @returns a function that sets the call that the owner holds
 */
export function ownPageCall(letGo: () => void): (call: CallInProgress | undefined) => void {
  owner?.letGo();
  const self = { letGo };
  owner = self;
  hold(undefined);
  return (call) => {
    if (owner === self) hold(call);
  };
}

/** The call of this page, or one that was announced to it; undefined where the user is in no call. */
export function callInProgress(): CallInProgress | undefined {
  const event = runningCall();
  if (held !== undefined || event === undefined) return held;
  if (announced?.event !== event) {
    const skew = serverNow() - Date.now();
    announced = { event, call: { startedAt: Math.min(Date.now(), Date.parse(event.startedAt) - skew) } };
  }
  return announced.call;
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  const stop = subscribeConnection(listener);
  return () => {
    listeners.delete(listener);
    stop();
  };
}

export function useCallInProgress(): CallInProgress | undefined {
  return useSyncExternalStore(subscribe, callInProgress);
}
