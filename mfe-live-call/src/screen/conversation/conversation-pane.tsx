import type { Sender } from "@souffleur/contracts";
import { useOwnConnectionNotice } from "@souffleur/shared-ui";
import {
  type Bubble,
  isVirtual,
  type LineNotes,
  TranscriptToolbar,
  transcriptText,
  useFindKey,
  useSearch,
} from "@souffleur/shared-ui/transcript";
import { type ReactElement, useRef } from "react";
import { isUnknownToServer, type LiveCallState } from "../../call/live-call-state.ts";
import { type Store, useStore } from "../../lib/store.ts";
import { type Text, t } from "../../texts/texts.ts";
import { ConversationLog } from "./conversation-log.tsx";
import { ConversationNotices } from "./conversation-notices.tsx";
import styles from "./conversation-pane.module.css";
import { InterimBox } from "./interim-box.tsx";

const emptyTexts = {
  waiting: "Ready. Incoming calls open here.",
  connecting: "Connecting…",
  active: "The transcript starts when someone speaks.",
  ended: "Nothing was said in this call.",
  error: "This call can't be shown.",
} as const satisfies Record<LiveCallState["call"]["status"], Text>;
/** Shown where the server did not answer when the test call started: the call continues. */
const unknownText = "The test conversation could not be started. Your microphone's transcript appears here.";

/** A line that the reader has chosen elsewhere; a new object is another visit. */
export interface ChosenLine {
  seq: number;
}

interface ConversationPaneProps {
  store: Store<LiveCallState>;
  names: Readonly<Record<Sender, string>>;
  line?: ChosenLine | undefined;
  /** The score and the trend, for the agent on the line. */
  insights?: ReactElement | undefined;
  /** Shown below the text while there is no call, also while a practice call is being connected; otherwise null. */
  whileWaiting: ReactElement | null;
  /** The notes on the lines, for colleagues who watch the call. */
  lineNotes?: LineNotes;
}

export function ConversationPane({
  store,
  names,
  line,
  insights,
  whileWaiting,
  lineNotes,
}: ConversationPaneProps) {
  const call = useStore(store, (state) => state.call);
  const bubbles = useStore(store, (state) => state.conversation.bubbles);
  const said = useStore(store, ({ suggestions }) => suggestions.said);
  const startedOnServer = useStore(store, (state) => state.startedOnServer);
  const isUnknown = useStore(store, isUnknownToServer);
  const [first] = bubbles;
  const search = useSearch(bubbles);
  const section = useRef<HTMLElement>(null);
  const searchBox = useRef<HTMLInputElement>(null);
  const hit = search.position === undefined ? undefined : search.hits[search.position];
  const isLong = isVirtual(bubbles.length);
  useFindKey(section, searchBox, isLong);
  const isActive = call.status === "active";
  useOwnConnectionNotice(isActive);
  return (
    <section ref={section} aria-labelledby="conversation-title" className={styles.conversation}>
      <div className={styles.head}>
        <h2 id="conversation-title">{t("Conversation")}</h2>
        {insights && <div className={styles.insights}>{insights}</div>}
        {whileWaiting === null && (
          <TranscriptToolbar
            search={search}
            searchBox={searchBox}
            isLong={isLong}
            transcript={first && (() => transcriptText(bubbles, names, startedOnServer ?? first.timestamp))}
          />
        )}
      </div>
      <ConversationNotices store={store} clientName={names.client} />
      {whileWaiting !== null ? (
        <div
          role="log"
          aria-label={t("Conversation")}
          aria-live="off"
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroller must be reachable from the keyboard
          tabIndex={0}
          className={styles.waiting}
        >
          <p>{t(emptyTexts[call.status])}</p>
          {whileWaiting}
        </div>
      ) : (
        <ConversationLog
          bubbles={bubbles}
          said={said}
          names={names}
          query={search.query.trim()}
          current={hit ?? indexOf(bubbles, line)}
          visit={line}
          lineNotes={lineNotes}
          emptyText={t(isUnknown ? unknownText : emptyTexts[call.status])}
        />
      )}
      {isActive && <InterimBox store={store} names={names} />}
    </section>
  );
}

/** The index of the bubble that has a line. */
function indexOf(bubbles: readonly Bubble[], line: ChosenLine | undefined): number | undefined {
  if (line === undefined) return undefined;
  const index = bubbles.findIndex(({ fragments, repeats }) =>
    [...fragments, ...repeats].some(({ seq }) => seq === line.seq),
  );
  return index < 0 ? undefined : index;
}
