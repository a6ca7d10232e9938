import {
  Badge,
  buttonClass,
  CloseIcon,
  EmptyState,
  ErrorState,
  IconButton,
  RequestError,
  Skeleton,
} from "@souffleur/shared-ui";
import { useEffect, useRef, useState } from "react";
import { Link } from "react-router-dom";
import { partiesOf } from "../call/demo-parties.ts";
import { type Store, useStore } from "../lib/store.ts";
import { CallTimer } from "../screen/call-timer.tsx";
import { ConversationPane } from "../screen/conversation/conversation-pane.tsx";
import { t } from "../texts/texts.ts";
import styles from "./shoulder.module.css";
import { useWatchedCall } from "./use-watched-call.ts";
import { Needs } from "./wall-row.tsx";
import type { Wall } from "./wall-state.ts";
import { Whispers } from "./whispers.tsx";

interface ShoulderProps {
  callId: string;
  userId: string;
  wall: Store<Wall>;
  onClose: () => void;
}

/** A call beside the wall: what is said, read-only, and whispers to its agent, who sees who looks on. */
export function Shoulder({ callId, userId, wall, onClose }: ShoulderProps) {
  const { store, call, error, retry } = useWatchedCall(callId);
  const onWall = useStore(wall, ({ calls }) => calls.get(callId));
  const state = useStore(store, (now) => now.call);
  const names = useStore(store, partiesOf);
  const [now, setNow] = useState(Date.now);
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => title.current?.focus(), []);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  const isOver = call?.status === "ended" || state.status === "ended";
  return (
    <section aria-labelledby="shoulder-title" className={styles.shoulder}>
      <header className={styles.shoulderHead}>
        <h2 id="shoulder-title" ref={title} tabIndex={-1}>
          {call === undefined
            ? t("Call")
            : t("{agent} with {client}", {
                agent: call.agentName || t("Agent"),
                client: call.clientName || t("Client"),
              })}
        </h2>
        {state.status === "active" && <CallTimer call={state} className={styles.time} />}
        {isOver && <Badge tone="accent">{t("Ended")}</Badge>}
        <IconButton label={t("Close call")} onClick={onClose}>
          <CloseIcon aria-hidden />
        </IconButton>
      </header>
      {onWall !== undefined && (
        <div className={styles.needs}>
          <Needs call={onWall} userId={userId} now={now} />
        </div>
      )}
      {error !== null && call === undefined ? (
        <ErrorState onRetry={retry}>
          {error instanceof RequestError ? error.message : t("This call could not be loaded.")}
        </ErrorState>
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
