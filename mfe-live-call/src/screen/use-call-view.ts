import { useRef, useState } from "react";
import { flushSync } from "react-dom";
import type { LiveCallState } from "../call/live-call-state.ts";
import { type Store, useStore } from "../lib/store.ts";
import { useMediaQuery } from "../lib/use-media-query.ts";
import type { ChosenLine } from "./conversation/conversation-pane.tsx";
import type { PhoneTab } from "./phone/phone-tabs.tsx";

/** Where the panes are tabs: a phone, unless it is held sideways. The styles have the same condition. */
const phone = "(max-width: 559px), (max-width: 759px) and (max-aspect-ratio: 4 / 3)";

/** Where there is no room for the conversation's head: a phone, also one that is held sideways. The styles have it, too. */
export const headless = `${phone}, (max-height: 559px) and (min-width: 560px) and (min-aspect-ratio: 4 / 3)`;

/** Where the reader is in the call: the open tab, undefined where all panes are shown, and the line that was chosen elsewhere. */
export function useCallView(store: Store<LiveCallState>) {
  const isPhone = useMediaQuery(phone);
  const isOver = useStore(store, ({ call, callId }) => call.status === "ended" && callId !== undefined);
  const callId = useStore(store, (state) => state.callId);
  const isActive = useStore(store, ({ call }) => call.status === "active");
  // A call starts with the best reply, and one that is over with its wrap-up, whatever was shown before.
  const visit = isOver ? callId : isActive ? "live" : "waiting";
  const [line, setLine] = useState<ChosenLine>();
  const [chosen, choose] = useState<{ tab: PhoneTab; visit: string | undefined }>();
  const wrapUp = useRef<HTMLElement>(null);
  const opened = chosen?.visit === visit ? chosen?.tab : undefined;
  // The notes of a call that is over are part of its wrap-up.
  const wanted = isOver && opened === "notes" ? "suggestions" : opened;
  const tab = wanted ?? (isOver || isActive ? "suggestions" : "transcript");
  const goTo = (next: PhoneTab) => choose({ tab: next, visit });
  return {
    tab: isPhone ? tab : undefined,
    goTo,
    line,
    goToLine(seq: number): void {
      if (isPhone) goTo("transcript");
      setLine({ seq });
    },
    /** The element of the wrap-up. */
    wrapUp,
    goToWrapUp(): void {
      // A hidden element can't take the focus.
      flushSync(() => goTo("suggestions"));
      wrapUp.current?.focus();
    },
  };
}
