import { Drawer, Notice } from "@souffleur/shared-ui";
import { useEffect, useState } from "react";
import { useLocation } from "react-router-dom";
import { partiesOf } from "../call/demo-parties.ts";
import { useLiveCall } from "../call/use-live-call.ts";
import { useStore } from "../lib/store.ts";
import { useMediaQuery } from "../lib/use-media-query.ts";
import { useNotes } from "../notes/use-notes.ts";
import { AgentNotes } from "./agent-notes.tsx";
import { CallHeader } from "./call-header.tsx";
import { ConversationPane } from "./conversation/conversation-pane.tsx";
import { CustomerCard } from "./customer/customer-card.tsx";
import { TranscriptionStatus } from "./customer/transcription-status.tsx";
import { OutcomeScore, SentimentTrend } from "./insights.tsx";
import { LeaveGuard } from "./leave-guard.tsx";
import styles from "./live-call-screen.module.css";
import { MicrophonePanel } from "./microphone-panel.tsx";
import { SuggestionsPane } from "./suggestions/suggestions-pane.tsx";

export function LiveCallScreen() {
  const live = useLiveCall();
  const { store, closeCall } = live;
  const call = useStore(store, (state) => state.call);
  const names = useStore(store, partiesOf);
  const source = useStore(store, (state) => state.source);
  const number = useStore(store, (state) => state.clientNumber);
  const notes = useNotes(useStore(store, (state) => state.callId));
  const isNarrow = useMediaQuery("(max-width: 1179px)");
  const [drawerOpen, setDrawerOpen] = useState(false);

  // The shell's New Call leads here: it closes a call that is over.
  const { key } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new key is a new visit
  useEffect(() => closeCall(), [key, closeCall]);

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
        <CallHeader live={live} onCustomer={isNarrow ? () => setDrawerOpen(true) : undefined} />
        {call.status === "error" && <Notice kind="error">The call can't be followed. {call.message}</Notice>}
        <div className={styles.instruments}>
          <OutcomeScore />
          <SentimentTrend />
          <MicrophonePanel live={live} />
        </div>
        <ConversationPane store={store} names={names} />
        <AgentNotes notes={notes} />
      </div>
      <div className={styles.suggestions}>
        <SuggestionsPane store={store} onUse={notes.append} />
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
