import type { Suggestion, SuggestionStatus } from "@souffleur/contracts";
import { classNames, Drawer, Notice, toast, useSession } from "@souffleur/shared-ui";
import { AgentNotes } from "@souffleur/shared-ui/wrap-up";
import { useQueryClient } from "@tanstack/react-query";
import { lazy, Suspense, useCallback, useEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { partiesOf } from "../call/demo-parties.ts";
import type { LiveCall } from "../call/live-call.ts";
import { useLiveCall } from "../call/use-live-call.ts";
import { useRefreshCalls } from "../lib/recent-calls.ts";
import { useStore } from "../lib/store.ts";
import { useMediaQuery } from "../lib/use-media-query.ts";
import { useNotes } from "../notes/use-notes.ts";
import { saveDrafts } from "../save-drafts.ts";
import { t } from "../texts/texts.ts";
import { CallBar } from "./bar/call-bar.tsx";
import { CallHeader } from "./call-header.tsx";
import { ConversationNotices } from "./conversation/conversation-notices.tsx";
import { type ChosenLine, ConversationPane } from "./conversation/conversation-pane.tsx";
import { CustomerCard, NoCustomer } from "./customer/customer-card.tsx";
import { TranscriptionStatus } from "./customer/transcription-status.tsx";
import { Insights } from "./insights.tsx";
import styles from "./live-call-screen.module.css";
import { type PhoneTab, PhoneTabs, panelProps } from "./phone/phone-tabs.tsx";
import { PinnedSuggestion } from "./phone/pinned-suggestion.tsx";
import { suggestionActions } from "./suggestions/suggestion-actions.ts";
import { SuggestionsPane } from "./suggestions/suggestions-pane.tsx";
import { useCallAddress } from "./use-call-address.ts";
import { PracticeCards } from "./waiting/practice-cards.tsx";
import { Presence } from "./waiting/presence.tsx";
import { useNewCallFocus } from "./waiting/use-new-call-focus.ts";
import { reviewKey } from "./wrap-up/use-review.ts";
import { WrapUpPane } from "./wrap-up/wrap-up-pane.tsx";

/** A chunk of its own: after the first call nothing is left to explain. */
const CoachMarks = lazy(async () => ({
  default: (await import("./coach-marks/coach-marks.tsx")).CoachMarks,
}));

/** A chunk of its own: a call that runs has no use for it. */
const OwnLists = lazy(() => import("./waiting/own-lists.tsx"));

/** Where the panes are tabs: a phone, unless it is held sideways. The styles have the same condition. */
const phone = "(max-width: 559px), (max-width: 759px) and (max-aspect-ratio: 4 / 3)";

/** A new element for each user: another user's call has another state. */
export function LiveCallScreen() {
  return <CallScreen key={useSession().user?.id} />;
}

function CallScreen() {
  const live = useLiveCall(CallBar);
  const { store } = live;
  const queryClient = useQueryClient();
  const { opening, goToNext } = useCallAddress(live);
  const call = useStore(store, (state) => state.call);
  const names = useStore(store, partiesOf);
  const source = useStore(store, (state) => state.source);
  const known = useStore(store, (state) => state.customer);
  const callId = useStore(store, (state) => state.callId);
  const openedAs = useStore(store, (state) => state.openedAs);
  const notes = useNotes(callId, openedAs !== undefined);
  useOldDrafts();
  const onStatus = useStatusReports(live);
  const isNarrow = useMediaQuery("(max-width: 1179px)");
  const isPhone = useMediaQuery(phone);
  const [drawerOpen, setDrawerOpen] = useState(false);
  const wrapUp = useRef<HTMLElement>(null);
  const controls = useRef<HTMLDivElement>(null);
  const start = useRef<HTMLButtonElement>(null);
  useNewCallFocus(start);
  const isSpoken = useStore(store, ({ conversation }) => conversation.bubbles.length > 0);
  // A call opened from the list starts with its wrap-up.
  const visit = openedAs === undefined ? "live" : callId;
  const [line, setLine] = useState<ChosenLine>();
  const [chosen, choose] = useState<{ tab: PhoneTab; visit: string | undefined }>();
  const overCallId = call.status === "ended" ? callId : undefined;
  const isOver = overCallId !== undefined;
  const opened = chosen?.visit === visit ? chosen?.tab : undefined;
  // The notes of a call that is over are part of its wrap-up.
  const wanted = isOver && opened === "notes" ? "suggestions" : opened;
  const tab = isPhone ? (wanted ?? (openedAs === undefined ? "transcript" : "suggestions")) : undefined;
  const goTo = (next: PhoneTab) => choose({ tab: next, visit });
  const actions = suggestionActions(store, { onNote: (reply) => notes.append(reply), onStatus });

  const next = () => {
    // Not left to a control that appears in the place of the pressed one; between calls there are no call controls.
    controls.current?.closest("header")?.querySelector("h1")?.focus({ preventScroll: true });
    goToNext();
  };
  const goToLine = (seq: number) => {
    if (isPhone) goTo("transcript");
    setLine({ seq });
  };
  const goToWrapUp = () => {
    // A hidden element can't take the focus.
    flushSync(() => goTo("suggestions"));
    wrapUp.current?.focus();
  };

  const isWaiting = call.status === "waiting" || call.status === "connecting";
  const isInHeader = isPhone && call.status === "active";
  const insights = <Insights isSpoken={isSpoken} />;
  const coachMarks = openedAs === undefined && (
    <Suspense>
      <CoachMarks status={call.status} isSpoken={isSpoken} />
    </Suspense>
  );
  const customer = (
    <>
      {isWaiting ? (
        <NoCustomer />
      ) : (
        <CustomerCard
          customer={known ?? { name: names.client }}
          isPhone={source === "telephony"}
          callId={callId}
          onSaved={(saved) =>
            store.set((state) => (state.callId === callId ? { ...state, customer: saved } : state))
          }
        />
      )}
      <div className={styles.foot}>
        {!isNarrow && coachMarks}
        {!isInHeader && insights}
        {/* Last: it grows when the recognizer has answered. */}
        <TranscriptionStatus store={store} />
      </div>
    </>
  );
  return (
    <div className={classNames(styles.screen, call.status === "active" && styles.inCall)}>
      {!isNarrow && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroller must be reachable from the keyboard
        <aside aria-label={t("Customer and transcription")} tabIndex={0} className={styles.side}>
          {customer}
        </aside>
      )}
      <div className={styles.centre}>
        <CallHeader
          live={live}
          insights={isInHeader ? insights : undefined}
          onCustomer={isNarrow ? () => setDrawerOpen(true) : undefined}
          controls={controls}
          onNext={isOver ? undefined : next}
          onWrapUp={isOver && tab === "transcript" ? goToWrapUp : undefined}
        />
        {call.status === "error" && (
          <Notice kind="error">{t("The call can't be shown. {reason}", { reason: call.message })}</Notice>
        )}
        {tab !== undefined && (
          <PhoneTabs
            value={tab}
            names={{
              transcript: t("Transcript"),
              suggestions: t(isOver ? "Wrap-up" : "Suggestions"),
              ...(!isOver && { notes: t("Notes") }),
            }}
            onChange={goTo}
          />
        )}
        {tab !== undefined && tab !== "transcript" && (
          <ConversationNotices store={store} clientName={names.client} />
        )}
        <div className={styles.transcript} {...panelProps("transcript", tab)}>
          <ConversationPane
            // A search and a place in the lines belong to one call.
            key={callId}
            store={store}
            names={names}
            line={line}
            whileWaiting={
              isWaiting ? (
                <>
                  <Presence />
                  <PracticeCards live={live} start={start} controls={controls} />
                  <Suspense>
                    <OwnLists opening={opening} />
                  </Suspense>
                </>
              ) : null
            }
          />
        </div>
        {!isOver && (
          <div className={styles.notes} {...panelProps("notes", tab)}>
            <AgentNotes notes={notes} readOnly={false} />
          </div>
        )}
      </div>
      <div className={styles.suggestions} {...panelProps("suggestions", tab)}>
        {isOver ? (
          <WrapUpPane
            key={overCallId}
            store={store}
            callId={overCallId}
            notes={notes}
            section={wrapUp}
            onLine={goToLine}
            onNext={next}
          />
        ) : (
          <SuggestionsPane
            store={store}
            actions={actions}
            onStatus={onStatus}
            onPopOut={() => void popOut(live, queryClient)}
          />
        )}
      </div>
      {tab !== undefined && tab !== "suggestions" && call.status === "active" && (
        <PinnedSuggestion store={store} actions={actions} />
      )}
      {isNarrow && coachMarks}
      {isNarrow && (
        <Drawer
          open={drawerOpen}
          onClose={() => setDrawerOpen(false)}
          title={t("Customer and transcription")}
        >
          <div className={styles.drawer}>{customer}</div>
        </Drawer>
      )}
    </div>
  );
}

/** Its window is a chunk of its own, which most calls do not need. */
async function popOut(...shown: Parameters<typeof import("./pop-out/open-pop-out.tsx")["openPopOut"]>) {
  try {
    await (await import("./pop-out/open-pop-out.tsx")).openPopOut(...shown);
  } catch (error) {
    console.warn("The prompter's window could not be loaded", error);
    toast.error(t("The window could not be loaded. Please check your internet connection."));
  }
}

/** How often the drafts of earlier calls are tried again; without drafts nothing is sent. */
const oldDraftsMs = 10_000;

/** Saves the notes and outcomes of earlier calls that did not reach the server, until it has them. */
function useOldDrafts(): void {
  const userId = useSession().user?.id ?? "";
  const onOutcome = useRefreshCalls();
  useEffect(() => {
    const save = () => void saveDrafts(userId, { onOutcome });
    save();
    window.addEventListener("online", save);
    const timer = setInterval(save, oldDraftsMs);
    return () => {
      window.removeEventListener("online", save);
      clearInterval(timer);
    };
  }, [userId, onOutcome]);
}

/** Reports what the agent does with suggestions, and refreshes the wrap-up, which shows the used ones. */
function useStatusReports({ report }: LiveCall): (suggestion: Suggestion, status: SuggestionStatus) => void {
  const queryClient = useQueryClient();
  return useCallback(
    (suggestion, status) =>
      void report(suggestion, status).then(() =>
        queryClient.invalidateQueries({ queryKey: reviewKey(suggestion.callId) }),
      ),
    [report, queryClient],
  );
}
