import type { Suggestion, SuggestionStatus } from "@souffleur/contracts";
import { classNames, Drawer, Notice, toast, useSession } from "@souffleur/shared-ui";
import { AgentNotes, type Notes } from "@souffleur/shared-ui/wrap-up";
import { useQueryClient } from "@tanstack/react-query";
import { lazy, type ReactElement, Suspense, useCallback, useEffect, useRef, useState } from "react";
import { partiesOf } from "../call/demo-parties.ts";
import type { LiveCall } from "../call/live-call.ts";
import type { LiveCallState } from "../call/live-call-state.ts";
import { useLiveCall } from "../call/page-call.ts";
import { useRefreshCalls } from "../lib/recent-calls.ts";
import { type Store, useStore } from "../lib/store.ts";
import { useMediaQuery } from "../lib/use-media-query.ts";
import { useNotes } from "../notes/use-notes.ts";
import { onSavedOutcome } from "../save-drafts.ts";
import { t } from "../texts/texts.ts";
import { CallBar } from "./bar/call-bar.tsx";
import { CallHeader } from "./call-header.tsx";
import { ConversationNotices } from "./conversation/conversation-notices.tsx";
import { ConversationPane } from "./conversation/conversation-pane.tsx";
import { CustomerCard } from "./customer/customer-card.tsx";
import { TranscriptionStatus } from "./customer/transcription-status.tsx";
import { Insights } from "./insights.tsx";
import styles from "./live-call-screen.module.css";
import { PhoneTabs, panelProps } from "./phone/phone-tabs.tsx";
import { PinnedSuggestion } from "./phone/pinned-suggestion.tsx";
import { type SuggestionActions, suggestionActions } from "./suggestions/suggestion-actions.ts";
import { SuggestionsPane } from "./suggestions/suggestions-pane.tsx";
import { useCallAddress } from "./use-call-address.ts";
import { headless, useCallView } from "./use-call-view.ts";
import { useNewCallFocus } from "./waiting/use-new-call-focus.ts";
import { Waiting } from "./waiting/waiting.tsx";
import { reviewKey } from "./wrap-up/use-review.ts";
import { WrapUpPane } from "./wrap-up/wrap-up-pane.tsx";

/** A chunk of its own: after the first call nothing is left to explain. */
const CoachMarks = lazy(async () => ({
  default: (await import("./coach-marks/coach-marks.tsx")).CoachMarks,
}));

/** A new element for each user: another user's call has another state. */
export function LiveCallScreen() {
  return <CallScreen key={useSession().user?.id} />;
}

function CallScreen() {
  const live = useLiveCall(CallBar);
  const { store } = live;
  const { opening, goToNext } = useCallAddress(live);
  const call = useStore(store, (state) => state.call);
  const names = useStore(store, partiesOf);
  const callId = useStore(store, (state) => state.callId);
  const openedAs = useStore(store, (state) => state.openedAs);
  const notes = useNotes(callId, openedAs !== undefined);
  const refreshCalls = useRefreshCalls();
  useEffect(() => onSavedOutcome(refreshCalls), [refreshCalls]);
  const actions = useSuggestionActions(live, notes);
  const popOut = usePopOut(live);
  const { tab, goTo, line, goToLine, wrapUp, goToWrapUp } = useCallView(store);
  const isNarrow = useMediaQuery("(max-width: 1179px)");
  const isHeadless = useMediaQuery(headless);
  const [drawerOpen, setDrawerOpen] = useState(false);
  const controls = useRef<HTMLDivElement>(null);
  const start = useRef<HTMLButtonElement>(null);
  useNewCallFocus(start);
  const next = () => {
    // Not left to a control that appears in the place of the pressed one; between calls there are no call controls.
    controls.current?.closest("header")?.querySelector("h1")?.focus({ preventScroll: true });
    goToNext();
  };
  const isActive = call.status === "active";
  const isWaiting = call.status === "waiting" || call.status === "connecting";
  const overCallId = call.status === "ended" ? callId : undefined;
  const isOver = overCallId !== undefined;
  const isPhoneInCall = tab !== undefined && isActive;
  const insights = <Insights store={store} />;
  const coachMarks = openedAs === undefined && (
    <Suspense>
      <CoachMarks store={store} />
    </Suspense>
  );
  return (
    <div className={classNames(styles.screen, isActive && styles.inCall, isWaiting && styles.waiting)}>
      <CustomerPlace
        store={store}
        isDrawer={isNarrow}
        isOpen={drawerOpen}
        onClose={() => setDrawerOpen(false)}
        coachMarks={!isNarrow && coachMarks}
      />
      <div className={styles.centre}>
        <CallHeader
          live={live}
          insights={isHeadless ? insights : undefined}
          onCustomer={isNarrow ? () => setDrawerOpen(true) : undefined}
          controls={controls}
          onNext={isOver ? undefined : next}
          onWrapUp={isOver && tab === "transcript" ? goToWrapUp : undefined}
        />
        {call.status === "error" && (
          <Notice kind="error">{t("The call can't be shown. {reason}", { reason: call.message })}</Notice>
        )}
        {tab !== undefined && (
          <PhoneTabs value={tab} stage={isOver ? "over" : isActive ? "in call" : "before"} onChange={goTo} />
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
            insights={isHeadless ? undefined : insights}
            whileWaiting={
              isWaiting ? <Waiting live={live} start={start} controls={controls} opening={opening} /> : null
            }
          />
        </div>
        {!isOver && !isWaiting && (
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
          <SuggestionsPane store={store} actions={actions} onPopOut={popOut} />
        )}
      </div>
      {isPhoneInCall && tab !== "suggestions" && <PinnedSuggestion store={store} actions={actions} />}
      {isNarrow && coachMarks}
    </div>
  );
}

interface CustomerPlaceProps {
  store: Store<LiveCallState>;
  /** Whether there is no room for a pane. */
  isDrawer: boolean;
  isOpen: boolean;
  onClose: () => void;
  coachMarks: ReactElement | false;
}

/** The customer and the transcription's status: a pane, or a drawer. */
function CustomerPlace({ store, isDrawer, isOpen, onClose, coachMarks }: CustomerPlaceProps) {
  const label = t("Customer and transcription");
  const content = (
    <>
      <CustomerCard store={store} />
      <div className={styles.foot}>
        {coachMarks}
        <TranscriptionStatus store={store} />
      </div>
    </>
  );
  return isDrawer ? (
    <Drawer open={isOpen} onClose={onClose} title={label}>
      <div className={styles.drawer}>{content}</div>
    </Drawer>
  ) : (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroller must be reachable from the keyboard
    <aside aria-label={label} tabIndex={0} className={styles.side}>
      {content}
    </aside>
  );
}

/** Opens the prompter's window, a chunk of its own, which most calls do not need. */
function usePopOut(live: LiveCall): () => void {
  const queryClient = useQueryClient();
  return () =>
    void import("./pop-out/open-pop-out.tsx")
      .then(({ openPopOut }) => openPopOut(live, queryClient))
      .catch((error: unknown) => {
        console.warn("The prompter's window could not be loaded", error);
        toast.error(t("The window could not be loaded. Please check your internet connection."));
      });
}

/** The agent's actions on suggestions. Each refreshes the wrap-up, which shows the used ones. */
function useSuggestionActions({ store, report }: LiveCall, notes: Notes): SuggestionActions {
  const queryClient = useQueryClient();
  const onStatus = useCallback(
    (suggestion: Suggestion, status: SuggestionStatus, place?: number) =>
      void report(suggestion, status, place).then(() =>
        queryClient.invalidateQueries({ queryKey: reviewKey(suggestion.callId) }),
      ),
    [report, queryClient],
  );
  return suggestionActions(store, { onNote: (reply) => notes.append(reply), onStatus });
}
