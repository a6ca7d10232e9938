import type { Suggestion, SuggestionFate } from "@souffleur/contracts";
import { Drawer, Notice } from "@souffleur/shared-ui";
import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useRef, useState } from "react";
import { partiesOf } from "../call/demo-parties.ts";
import { useLiveCall } from "../call/use-live-call.ts";
import { useStore } from "../lib/store.ts";
import { useMediaQuery } from "../lib/use-media-query.ts";
import { useNotes } from "../notes/use-notes.ts";
import { useOldOutcomes } from "../outcome/use-outcome.ts";
import { createFateReports } from "../suggestions/report-fate.ts";
import { AgentNotes } from "./agent-notes.tsx";
import { AudioPanel } from "./audio/audio-panel.tsx";
import { CallHeader } from "./call-header.tsx";
import { ConversationPane } from "./conversation/conversation-pane.tsx";
import { CustomerCard } from "./customer/customer-card.tsx";
import { TranscriptionStatus } from "./customer/transcription-status.tsx";
import { OutcomeScore, SentimentTrend } from "./insights.tsx";
import { LeaveGuard } from "./leave-guard.tsx";
import styles from "./live-call-screen.module.css";
import { RecentCalls } from "./recent-calls/recent-calls.tsx";
import { SuggestionsPane } from "./suggestions/suggestions-pane.tsx";
import { useCallAddress } from "./use-call-address.ts";
import { reviewKey } from "./wrap-up/use-review.ts";
import { WrapUpPane } from "./wrap-up/wrap-up-pane.tsx";

export function LiveCallScreen() {
  const live = useLiveCall();
  const { store } = live;
  const { opening, goToNext } = useCallAddress(live);
  const call = useStore(store, (state) => state.call);
  const names = useStore(store, partiesOf);
  const source = useStore(store, (state) => state.source);
  const number = useStore(store, (state) => state.clientNumber);
  const callId = useStore(store, (state) => state.callId);
  const openedAs = useStore(store, (state) => state.openedAs);
  const notes = useNotes(callId, openedAs !== undefined);
  useOldOutcomes();
  const onFate = useFateReports();
  const isNarrow = useMediaQuery("(max-width: 1179px)");
  const isPhone = useMediaQuery("(max-width: 759px)");
  const [drawerOpen, setDrawerOpen] = useState(false);
  const wrapUp = useRef<HTMLElement>(null);
  const overCallId = call.status === "ended" ? callId : undefined;

  const customer = (
    <>
      <CustomerCard name={names.client} number={number} isPhone={source === "telephony"} />
      <TranscriptionStatus store={store} />
    </>
  );
  return (
    <div className={styles.screen}>
      {!isNarrow && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroller must be reachable from the keyboard
        <aside aria-label="Customer and transcription" tabIndex={0} className={styles.side}>
          {customer}
        </aside>
      )}
      <div className={styles.centre}>
        <CallHeader
          live={live}
          onCustomer={isNarrow ? () => setDrawerOpen(true) : undefined}
          onNext={goToNext}
          onWrapUp={isPhone && overCallId !== undefined ? () => wrapUp.current?.focus() : undefined}
        />
        {call.status === "error" && <Notice kind="error">The call can't be shown. {call.message}</Notice>}
        <div className={styles.instruments}>
          <OutcomeScore />
          <SentimentTrend />
          <AudioPanel live={live} />
        </div>
        <ConversationPane store={store} names={names} whileWaiting={<RecentCalls opening={opening} />} />
        <AgentNotes notes={notes} readOnly={openedAs === "read-only"} />
      </div>
      <div className={styles.suggestions}>
        {openedAs === undefined && <SuggestionsPane store={store} onUse={notes.append} onFate={onFate} />}
        {overCallId !== undefined && (
          <WrapUpPane
            key={overCallId}
            store={store}
            callId={overCallId}
            section={wrapUp}
            onNext={isPhone ? goToNext : undefined}
          />
        )}
      </div>
      {isNarrow && (
        <Drawer open={drawerOpen} onClose={() => setDrawerOpen(false)} title="Customer and transcription">
          <div className={styles.drawer}>{customer}</div>
        </Drawer>
      )}
      <LeaveGuard inCall={call.status === "active" || call.status === "connecting"} />
    </div>
  );
}

/** Reports what becomes of suggestions; the wrap-up shows the used ones. */
function useFateReports(): (suggestion: Suggestion, fate: SuggestionFate) => void {
  const [report] = useState(createFateReports);
  const queryClient = useQueryClient();
  return useCallback(
    (suggestion, fate) =>
      void report(suggestion, fate).then(() =>
        queryClient.invalidateQueries({ queryKey: reviewKey(suggestion.callId) }),
      ),
    [report, queryClient],
  );
}
