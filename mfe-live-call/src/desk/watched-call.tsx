import {
  Badge,
  Button,
  buttonClass,
  CloseIcon,
  EmptyState,
  ErrorState,
  IconButton,
  Skeleton,
  useNow,
  useSession,
} from "@souffleur/shared-ui";
import { useLineNotes } from "@souffleur/shared-ui/transcript";
import { isCallGone } from "@souffleur/shared-ui/wrap-up";
import { type ComponentProps, useEffect, useRef } from "react";
import { Link } from "react-router-dom";
import { errorText } from "../lib/request-errors.ts";
import { type Store, useStore } from "../lib/store.ts";
import { CallTimer } from "../screen/call-timer.tsx";
import { ConversationPane } from "../screen/conversation/conversation-pane.tsx";
import { t } from "../texts/texts.ts";
import { Alerts, JoinButton } from "./alerts.tsx";
import { Prompter } from "./prompter.tsx";
import { useMayCoach } from "./use-may-coach.ts";
import { useWatchedCall } from "./use-watched-call.ts";
import { useWhispers } from "./use-whispers.ts";
import type { Wall } from "./wall-state.ts";
import styles from "./watched-call.module.css";
import { useOpenedToWhisper, WhisperForm } from "./whisper-form.tsx";
import { SentWhispers } from "./whispers.tsx";

interface WatchedCallProps {
  callId: string;
  wall: Store<Wall>;
  onClose: () => void;
}

/** A call beside the wall: its transcript and the whispers to its agent, who is shown who is watching. */
export function WatchedCall({ callId, wall, onClose }: WatchedCallProps) {
  const userId = useSession().user?.id ?? "";
  const { store, call, error, retry } = useWatchedCall(callId);
  const onWall = useStore(wall, ({ calls }) => calls.get(callId));
  const state = useStore(store, (now) => now.call);
  // On the agent's own screen a test call has the demonstration's agent; here accounts are followed.
  const names = { agent: call?.agentName || t("Agent"), client: call?.customer.name || t("Client") };
  const now = useNow(1000);
  const title = useRef<HTMLHeadingElement>(null);
  const toWhisper = useOpenedToWhisper() !== undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when the call is opened; the whisper's field takes the focus itself
  useEffect(() => {
    if (!toWhisper) title.current?.focus();
  }, []);
  const isOwn = onWall?.agentId === userId;
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
        <div className={styles.alerts}>
          {call?.source === "simulation" && <Badge>{t("Test call")}</Badge>}
          {onWall !== undefined && <Alerts call={onWall} now={now} />}
          {onWall !== undefined && <JoinButton call={onWall} />}
        </div>
      </header>
      {error !== null && call === undefined ? (
        isCallGone(error) ? (
          <EmptyState action={<Button onClick={onClose}>{t("Close call")}</Button>}>
            {error.message}
          </EmptyState>
        ) : (
          <ErrorState onRetry={retry}>{errorText(error, t("This call could not be loaded."))}</ErrorState>
        )
      ) : call === undefined ? (
        <Skeleton height={320} />
      ) : call.status === "ended" ? (
        <EmptyState
          action={
            <Link to={`/analytics/calls/${callId}`} className={buttonClass()}>
              {t("Open its review")}
            </Link>
          }
        >
          {t("This call has ended.")}
        </EmptyState>
      ) : (
        <>
          <div className={styles.conversation}>
            <NotedConversation store={store} names={names} callId={callId} userId={userId} isOwn={isOwn} />
          </div>
          {!isOwn && (
            <Coaching callId={callId} isOver={isOver} agentName={call.agentName || t("the agent")} />
          )}
        </>
      )}
    </section>
  );
}

/** The conversation, with notes on its lines. */
function NotedConversation({
  store,
  names,
  callId,
  userId,
  isOwn,
}: Pick<ComponentProps<typeof ConversationPane>, "store" | "names"> & {
  callId: string;
  userId: string;
  isOwn: boolean;
}) {
  const lineNotes = useLineNotes(callId, { userId, isAgent: isOwn, mayWrite: useMayCoach() && !isOwn });
  return <ConversationPane store={store} names={names} whileWaiting={null} lineNotes={lineNotes} />;
}

/** What the agent has on the prompter, and the whispers to them. */
function Coaching({ callId, isOver, agentName }: { callId: string; isOver: boolean; agentName: string }) {
  const { whispers, prompter, isFailed } = useWhispers(callId, isOver);
  const mayCoach = useMayCoach();
  return (
    <>
      {!isOver && <Prompter callId={callId} suggestions={prompter} whispers={whispers} />}
      {!isOver && mayCoach && <WhisperForm callId={callId} agentName={agentName} />}
      <SentWhispers whispers={whispers} isFailed={isFailed} />
    </>
  );
}
