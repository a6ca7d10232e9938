import {
  Badge,
  buttonClass,
  CloseIcon,
  EmptyState,
  ErrorState,
  IconButton,
  Skeleton,
  useNow,
} from "@souffleur/shared-ui";
import { useEffect, useRef } from "react";
import { Link } from "react-router-dom";
import { partiesOf } from "../call/demo-parties.ts";
import { errorText } from "../lib/request-errors.ts";
import { type Store, useStore } from "../lib/store.ts";
import { CallTimer } from "../screen/call-timer.tsx";
import { ConversationPane } from "../screen/conversation/conversation-pane.tsx";
import { t } from "../texts/texts.ts";
import { useWatchedCall } from "./use-watched-call.ts";
import { Alerts } from "./wall-row.tsx";
import type { Wall } from "./wall-state.ts";
import styles from "./watched-call.module.css";
import { Whispers } from "./whispers.tsx";

interface WatchedCallProps {
  callId: string;
  userId: string;
  wall: Store<Wall>;
  onClose: () => void;
}

/** A call beside the wall: its transcript and the whispers to its agent, who is shown who is watching. */
export function WatchedCall({ callId, userId, wall, onClose }: WatchedCallProps) {
  const { store, call, error, retry } = useWatchedCall(callId);
  const onWall = useStore(wall, ({ calls }) => calls.get(callId));
  const state = useStore(store, (now) => now.call);
  const names = useStore(store, partiesOf);
  const now = useNow(1000);
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => title.current?.focus(), []);
  const isOver = call?.status === "ended" || state.status === "ended";
  return (
    <section aria-labelledby="watched-call-title" className={styles.pane}>
      <header className={styles.head}>
        <h2 id="watched-call-title" ref={title} tabIndex={-1}>
          {call === undefined
            ? t("Call")
            : t("{agent} with {client}", {
                agent: call.agentName || t("Agent"),
                client: call.customer.name || t("Client"),
              })}
        </h2>
        {state.status === "active" && <CallTimer call={state} className={styles.time} />}
        {isOver && <Badge tone="accent">{t("Ended")}</Badge>}
        <IconButton label={t("Close call")} onClick={onClose}>
          <CloseIcon aria-hidden />
        </IconButton>
      </header>
      {onWall !== undefined && (
        <div className={styles.alerts}>
          <Alerts call={onWall} userId={userId} now={now} />
        </div>
      )}
      {error !== null && call === undefined ? (
        <ErrorState onRetry={retry}>{errorText(error, t("This call could not be loaded."))}</ErrorState>
      ) : call === undefined ? (
        <Skeleton height={320} />
      ) : call.status === "ended" ? (
        <EmptyState
          action={
            <Link to={`/analytics/calls/${callId}`} className={buttonClass("secondary")}>
              {t("Open its review")}
            </Link>
          }
        >
          {t("This call has ended.")}
        </EmptyState>
      ) : (
        <>
          <div className={styles.conversation}>
            <ConversationPane store={store} names={names} whileWaiting={null} />
          </div>
          {onWall?.agentId !== userId && (
            <Whispers callId={callId} isOver={isOver} agentName={call.agentName || t("the agent")} />
          )}
        </>
      )}
    </section>
  );
}
