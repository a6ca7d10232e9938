import type { EndReason } from "@souffleur/contracts";
import {
  Button,
  PhoneIcon,
  reconnect,
  SpinnerIcon,
  useConnectionStatus,
  WarningIcon,
} from "@souffleur/shared-ui";
import type { ReactElement } from "react";
import type { LiveCallState } from "../../call/live-call-state.ts";
import { type Store, useStore } from "../../lib/store.ts";
import { type Text, t } from "../../texts/texts.ts";
import { missingLines } from "../../transcript/conversation.ts";
import styles from "./conversation-notices.module.css";

interface ConversationNoticesProps {
  store: Store<LiveCallState>;
  clientName: string;
}

/**
 * The states of the call and of the connection that affect the conversation, shown above its lines: one at a time, always
 * in the same place, so that the lines do not move.
 */
export function ConversationNotices({ store, clientName }: ConversationNoticesProps) {
  const call = useStore(store, (state) => state.call);
  const missing = useStore(store, ({ conversation }) => missingLines(conversation));
  const isDown = useStore(store, ({ services }) => services.recognizer?.status === "down");
  const isPolled = useStore(store, ({ polled }) => polled);
  const connection = useConnectionStatus();
  const isActive = call.status === "active";
  const isDisconnected = isActive && connection !== "connected";
  const retry = connection === "offline" && (
    <Button small onClick={reconnect}>
      {t("Retry")}
    </Button>
  );
  // Without a socket, as where a proxy blocks WebSockets: lines are fetched, and no suggestion comes unasked.
  if (isDisconnected && isPolled)
    return (
      <OutageNotice
        key="polled"
        text={t("No live connection. New lines come every few seconds, suggestions with Generate.")}
      >
        {retry}
      </OutageNotice>
    );
  // The specified number of attempts is used up: the next ones come slowly, or with a press of Retry.
  if (isDisconnected && connection === "offline")
    return (
      <OutageNotice
        key="offline"
        text={t("Could not reconnect. Missed lines will appear when you're back online.")}
      >
        {retry}
      </OutageNotice>
    );
  const colleagues = isActive && <Colleagues store={store} />;
  if (missing > 0 || isDisconnected) return <GapNotice missing={missing}>{colleagues}</GapNotice>;
  // Without a recognizer the conversation is incomplete.
  if (isActive && isDown)
    return (
      <OutageNotice
        key="down"
        text={t("Transcription is down. The call continues. See Transcription status for the reason.")}
      >
        {colleagues}
      </OutageNotice>
    );
  if (call.status === "ended") return <EndNotice store={store} />;
  if (!isActive) return null;
  return (
    <p className={styles.banner}>
      <PhoneIcon aria-hidden />
      <span>{t("On the line: {name}", { name: clientName })}</span>
      {colleagues}
    </p>
  );
}

/** The colleague who comes to help, and those who watch the call: the agent has a right to know. */
function Colleagues({ store }: Pick<ConversationNoticesProps, "store">) {
  const coming = useStore(store, ({ help }) => help?.takenBy?.name);
  const { names: watchers = [] } = useStore(store, ({ lastEvents }) => lastEvents.call_watchers) ?? {};
  const text = [
    coming !== undefined && t("{name} is with you", { name: coming }),
    watchers.length > 0 &&
      t("{count} looking on: {names}", { count: watchers.length, names: watchers.join(", ") }),
  ]
    .filter(Boolean)
    .join(" · ");
  return (
    <span role="status" title={text} className={styles.colleagues}>
      {text}
    </span>
  );
}

const endTexts = {
  user_ended: "You ended the call.",
  script_finished: "The test call is over. Its script has finished.",
  server_restarted: "The call ended because the server restarted. The transcript so far is saved.",
  hangup: "The call was hung up.",
} as const satisfies Record<EndReason, Text>;

/** Why the call is over. */
function EndNotice({ store }: { store: Store<LiveCallState> }) {
  const reason = useStore(store, ({ endReason }) => endReason);
  const isKnown = reason !== undefined && Object.hasOwn(endTexts, reason);
  return <p className={styles.over}>{t(isKnown ? endTexts[reason as EndReason] : "The call is over.")}</p>;
}

interface OutageNoticeProps {
  text: string;
  children: ReactElement | false | undefined;
}

function OutageNotice({ text, children }: OutageNoticeProps) {
  return (
    <div className={styles.outage}>
      <WarningIcon aria-hidden />
      <p role="status">{text}</p>
      {children}
    </div>
  );
}

/** Shown while lines are missing or none can arrive. */
function GapNotice({ missing, children }: { missing: number; children: ReactElement | false | undefined }) {
  return (
    <div className={styles.gap}>
      <SpinnerIcon aria-hidden />
      <p role="status">
        {missing > 0
          ? t("Fetching {count, plural, one {{count} missing line} other {{count} missing lines}}…", {
              count: missing,
            })
          : t("Connection lost. Missed lines will appear when you're back online.")}
      </p>
      {children}
    </div>
  );
}
