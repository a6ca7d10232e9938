import type { ServerEvent } from "@souffleur/contracts/realtime";
import { type ComponentType, useSyncExternalStore } from "react";
import { createListeners } from "../browser/listeners.ts";
import { serverNow } from "../http/request.ts";
import { runningCall, subscribeConnection } from "./socket.ts";

/** A call of this page's user; its start on this browser's clock in ms, undefined while it is being connected. */
export interface CallInProgress {
  readonly startedAt: number | undefined;
}

interface Owner {
  letGo: () => void;
  /** What is shown of its call on other screens. */
  Bar?: ComponentType | undefined;
}

let owner: Owner | undefined;
/** The call that is over for its owner, also where the server could not be told, or has not said so. */
let over: string | undefined;
/** The call that this page holds with its microphone and its shared sound, whichever screen is shown. */
let held: CallInProgress | undefined;
/** The last announced call, converted once. */
let announced: { event: ServerEvent<"call_started">; call: CallInProgress } | undefined;
const heldCall = createListeners();

function hold(call: CallInProgress | undefined, overCallId?: string): void {
  if (call === held && overCallId === over) return;
  held = call;
  over = overCallId;
  heldCall.notify();
}

/**
 * Makes the caller the owner of the page's call. Only one part of a page may record it: an earlier owner, such as a replaced
 * release of the call's screen, lets go of it first.
 * @param letGo releases the call's recordings
 * @param Bar shows its call on other screens
 * @returns a function that sets the call that the owner holds, and the id of the one that is over
 */
export function ownPageCall(
  letGo: () => void,
  Bar?: ComponentType,
): (call: CallInProgress | undefined, overCallId?: string) => void {
  owner?.letGo();
  const self: Owner = { letGo, Bar };
  owner = self;
  hold(undefined);
  return (call, overCallId) => {
    if (owner === self) hold(call, overCallId);
  };
}

/** The call of this page, or one that was announced to it; undefined where the user is in no call. */
export function callInProgress(): CallInProgress | undefined {
  const event = runningCall();
  if (held !== undefined || event === undefined || event.callId === over) return held;
  if (announced?.event !== event) {
    const skew = serverNow() - Date.now();
    announced = { event, call: { startedAt: Math.min(Date.now(), Date.parse(event.startedAt) - skew) } };
  }
  return announced.call;
}

function subscribe(listener: () => void): () => void {
  const stops = [heldCall.subscribe(listener), subscribeConnection(listener)];
  return () => {
    for (const stop of stops) stop();
  };
}

export function useCallInProgress(): CallInProgress | undefined {
  return useSyncExternalStore(subscribe, callInProgress);
}

/** What shows the page's call on other screens; undefined where the page holds none. */
export function useCallBar(): ComponentType | undefined {
  return useSyncExternalStore(subscribe, () => (held === undefined ? undefined : owner?.Bar));
}
