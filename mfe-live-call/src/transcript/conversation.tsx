import type { EndReason, Sender } from "@souffleur/contracts";
import {
  Button,
  PhoneIcon,
  reconnect,
  SpinnerIcon,
  useConnectionStatus,
  useTellConnection,
  WarningIcon,
} from "@souffleur/shared-ui";
import { useRef } from "react";
import { missingLines } from "../call/conversation.ts";
import { isUnknownToServer, type LiveCallState } from "../call/live-call-state.ts";
import { type Store, useStore } from "../store.ts";
import styles from "./conversation.module.css";
import { ConversationLog, isVirtual } from "./conversation-log.tsx";
import { InterimBox } from "./interim-box.tsx";
import { transcriptText } from "./transcript-text.ts";
import { TranscriptToolbar } from "./transcript-toolbar.tsx";
import { useFindKey } from "./use-find-key.ts";
import { useSearch } from "./use-search.ts";

const emptyTexts: Record<LiveCallState["call"]["status"], string> = {
  waiting: "No call yet. An incoming call appears here by itself.",
  connecting: "Connecting…",
  active: "The conversation appears here as soon as somebody speaks.",
  ended: "Nothing was said in this call.",
  error: "Nothing of this call can be shown.",
};
/** The server did not answer when the test call began: the call goes on all the same. */
const unknownText = "The test conversation could not be started. What the microphone records appears here.";

interface ConversationProps {
  store: Store<LiveCallState>;
  names: Readonly<Record<Sender, string>>;
}

export function Conversation({ store, names }: ConversationProps) {
  const call = useStore(store, (state) => state.call);
  const bubbles = useStore(store, (state) => state.conversation.bubbles);
  const isUnknown = useStore(store, isUnknownToServer);
  const search = useSearch(bubbles);
  const section = useRef<HTMLElement>(null);
  const searchBox = useRef<HTMLInputElement>(null);
  const isLong = isVirtual(bubbles.length);
  useFindKey(section, searchBox, isLong);
  const isActive = call.status === "active";
  useTellConnection(isActive);
  const startedAt = "startedAt" in call ? call.startedAt : (bubbles[0]?.timestamp ?? 0);
  return (
    <section ref={section} aria-labelledby="conversation-title" className={styles.conversation}>
      <div className={styles.head}>
        <h2 id="conversation-title">Conversation</h2>
        <TranscriptToolbar
          search={search}
          searchBox={searchBox}
          isLong={isLong}
          transcript={bubbles.length === 0 ? undefined : () => transcriptText(bubbles, names, startedAt)}
        />
      </div>
      {isActive && (
        <p className={styles.banner}>
          <span className={styles.pulse} aria-hidden />
          <PhoneIcon aria-hidden />
          Call in progress with {names.client}
        </p>
      )}
      {call.status === "ended" && <EndNotice store={store} />}
      <GapNotice store={store} isActive={isActive} />
      {isActive && <OutageNotice store={store} />}
      <ConversationLog
        bubbles={bubbles}
        names={names}
        query={search.query.trim()}
        current={search.position === undefined ? undefined : search.hits[search.position]}
        emptyText={isUnknown ? unknownText : emptyTexts[call.status]}
      />
      {isActive && <InterimBox store={store} names={names} />}
    </section>
  );
}

const endTexts: Record<EndReason, string> = {
  user_ended: "The call was ended by its agent.",
  script_finished: "The test call is over: its script is finished.",
  server_restarted: "The call ended because the server was restarted. What was said until then is kept.",
  agent_gone: "The call ended because its agent was gone.",
  hangup: "The line was hung up.",
};

/** Why the call is over. */
function EndNotice({ store }: { store: Store<LiveCallState> }) {
  const reason = useStore(store, ({ endReason }) => endReason);
  return <p className={styles.over}>{reason === undefined ? "The call is over." : endTexts[reason]}</p>;
}

/** Without a recognizer there are no new lines: who looks at the lines is to know that they are not all. */
function OutageNotice({ store }: { store: Store<LiveCallState> }) {
  const isDown = useStore(store, ({ services }) => services.deepgram?.status === "down");
  if (!isDown) return null;
  return (
    <p role="status" className={styles.outage}>
      <WarningIcon aria-hidden />
      Transcription is down. The call goes on; Transcription status says why.
    </p>
  );
}

/** The tries of the specification are used up: nothing arrives until somebody asks, or the network is back. */
function OfflineNotice() {
  return (
    <div className={styles.outage}>
      <WarningIcon aria-hidden />
      <p role="status">
        The connection could not be restored. What is said meanwhile appears when it is back.
      </p>
      <Button small onClick={reconnect}>
        Retry
      </Button>
    </div>
  );
}

/** Says that lines are missing while they are being fetched, or while nothing can arrive. */
function GapNotice({ store, isActive }: { store: Store<LiveCallState>; isActive: boolean }) {
  const missing = useStore(store, ({ conversation }) => missingLines(conversation));
  const connection = useConnectionStatus();
  const isCut = isActive && connection !== "connected";
  if (missing === 0 && !isCut) return null;
  if (isCut && connection === "offline") return <OfflineNotice />;
  return (
    <p role="status" className={styles.gap}>
      <SpinnerIcon aria-hidden />
      {missing > 0
        ? `Fetching ${missing} missing ${missing === 1 ? "line" : "lines"}…`
        : "The connection is lost. What is said meanwhile appears when it is back."}
    </p>
  );
}
