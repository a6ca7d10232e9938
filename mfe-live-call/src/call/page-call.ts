import {
  ownPageCall,
  provideCommands,
  readStored,
  sessionState,
  subscribeSession,
  useSession,
  writeStored,
} from "@souffleur/shared-ui";
import { type ComponentType, createElement, useEffect, useMemo } from "react";
import { forgetCards } from "../suggestions/stored-cards.ts";
import { callCommands } from "./call-commands.ts";
import { createLiveCall, type LiveCall } from "./live-call.ts";

export type CallBar = ComponentType<{ live: LiveCall }>;

let current: { live: LiveCall; userId: string | undefined; letGo: () => void } | undefined;

/**
 * The call of this page: it goes on, with its microphone and its shared sound, while other screens are shown. It begins with
 * the first use of the call's screen, or with a running call, and ends with the user's session, or when another release of this remote takes over.
 * @param userId the signed-in user
 * @param Bar shows the call on other screens
 */
function pageCall(userId: string | undefined, Bar: CallBar): LiveCall {
  if (current === undefined || current.userId !== userId) current = hold(userId, Bar);
  return current.live;
}

/** The page's call, on its screen. @param Bar shows it on other screens */
export function useLiveCall(Bar: CallBar): LiveCall {
  const userId = useSession().user?.id;
  const live = useMemo(() => pageCall(userId, Bar), [userId, Bar]);
  useEffect(() => live.show(), [live]);
  return live;
}

/** Holds the running call in a page that has not opened the call's screen, so that its bar is shown. */
export function holdRunningCall(Bar: CallBar): void {
  pageCall(sessionState().user?.id, Bar).takeRunning();
}

/** Ends what the page does for its call, as at the end of the session: the call itself goes on. */
export function letGoOfPageCall(): void {
  current?.letGo();
}

function hold(userId: string | undefined, Bar: CallBar): NonNullable<typeof current> {
  // Suggestions are generated automatically, unless the user switched that off for this call.
  const autoKey = `souffleur.auto-generate.${userId ?? ""}`;
  const live = createLiveCall({ auto: readStored(autoKey) !== "off" });
  const letGo = () => {
    for (const stop of stops) stop();
    window.removeEventListener("beforeunload", askBeforeClosing);
    show(undefined);
    if (current?.live === live) current = undefined;
  };
  const show = ownPageCall(letGo, () => createElement(Bar, { live }));
  let shown: { startedAt: number | undefined } | undefined;
  let over: string | undefined;
  let { auto } = live.store.get();
  const follow = () => {
    const { call, ...state } = live.store.get();
    if (state.auto !== auto) writeStored(autoKey, state.auto ? undefined : "off");
    auto = state.auto;
    const isOn = call.status === "active" || call.status === "connecting";
    const startedAt = call.status === "active" ? call.startedAt : undefined;
    const overNow = call.status === "ended" ? call.callId : call.endedCallId;
    if (isOn && shown !== undefined && shown.startedAt === startedAt && over === overNow) return;
    shown = isOn ? { startedAt } : undefined;
    over = overNow;
    show(shown, over);
    // Only in a call: browsers may not keep a page with such a listener for going back to it.
    if (isOn) window.addEventListener("beforeunload", askBeforeClosing);
    else window.removeEventListener("beforeunload", askBeforeClosing);
  };
  const stops = [
    live.open(),
    live.store.subscribe(follow),
    provideCommands(() => callCommands(live)),
    subscribeSession(() => {
      if (sessionState().user?.id === userId) return;
      forgetCards();
      letGo();
    }),
  ];
  return { live, userId, letGo };
}

/** A page that only shows the bar records nothing, and can be closed without loss. */
function askBeforeClosing(event: Event): void {
  if (current?.live.wasShown()) event.preventDefault();
}
