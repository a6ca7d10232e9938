import { Button, ErrorState, formatDateTime, Skeleton } from "@souffleur/shared-ui";
import { useAutosave } from "@souffleur/shared-ui/saving";
import { AgentNotes, type Notes, OutcomeSummary, useOutcome, WrapUpForm } from "@souffleur/shared-ui/wrap-up";
import { type RefObject, useLayoutEffect } from "react";
import type { LiveCallState } from "../../call/live-call-state.ts";
import { useRefreshCalls } from "../../lib/recent-calls.ts";
import { type Store, useStore } from "../../lib/store.ts";
import { t } from "../../texts/texts.ts";
import { Summary } from "./summary.tsx";
import { TalkFigures } from "./talk-figures.tsx";
import { useReview } from "./use-review.ts";
import { UsedReplies } from "./used-replies.tsx";
import styles from "./wrap-up.module.css";

interface WrapUpPaneProps {
  store: Store<LiveCallState>;
  callId: string;
  notes: Notes;
  section: RefObject<HTMLElement | null>;
  /** Shows a line of the conversation. */
  onLine: (seq: number) => void;
  /** Closes the call. */
  onNext: () => void;
}

/** What is entered about a call that is over, and its figures. */
export function WrapUpPane({ store, callId, notes, section, onLine, onNext }: WrapUpPaneProps) {
  const openedAs = useStore(store, (state) => state.openedAs);
  const startedAt = useStore(store, ({ call }) => (call.status === "ended" ? call.startedAt : 0));
  const outcome = useOutcome(callId, useRefreshCalls());
  const isOpened = openedAs !== undefined;
  const isReadOnly = openedAs === "read-only";
  useLayoutEffect(() => {
    // The row that was pressed, or End Call, has disappeared.
    const isLost = document.activeElement === document.body;
    if (isOpened || isLost) section.current?.focus({ preventScroll: true });
  }, [isOpened, section]);
  return (
    <section ref={section} tabIndex={-1} aria-labelledby="wrap-up-title" className={styles.pane}>
      <div className={styles.head}>
        <h2 id="wrap-up-title">{t("Wrap-up")}</h2>
        {isOpened && <p className={styles.second}>{formatDateTime(startedAt)}</p>}
        {isReadOnly && (
          <Button small onClick={() => store.set((state) => ({ ...state, openedAs: "wrap-up" }))}>
            {t("Edit")}
          </Button>
        )}
      </div>
      <Summary
        store={store}
        callId={callId}
        onLine={onLine}
        into={isReadOnly ? undefined : { outcome, notes }}
      />
      {isReadOnly ? (
        <>
          <StoredOutcome outcome={outcome} />
          <AgentNotes notes={notes} readOnly />
          <Button variant="primary" wide onClick={onNext}>
            {t("Next call")}
          </Button>
        </>
      ) : (
        <WrapUpForm
          outcome={outcome}
          notes={<AgentNotes notes={notes} readOnly={false} />}
          doneText={t("Save and next call")}
          onDone={onNext}
          onLater={onNext}
        />
      )}
      <Figures store={store} callId={callId} isOpen={isReadOnly} />
    </section>
  );
}

function StoredOutcome({ outcome }: { outcome: ReturnType<typeof useOutcome> }) {
  const { status, value } = useAutosave(outcome);
  return <OutcomeSummary form={status === "loading" ? undefined : value} />;
}

interface FiguresProps {
  store: Store<LiveCallState>;
  callId: string;
  /** Whether they are shown at first. */
  isOpen: boolean;
}

function Figures({ store, callId, isOpen }: FiguresProps) {
  const review = useReview(store, callId);
  return (
    <details className={styles.figures} open={isOpen}>
      <summary>{t("Talk figures")}</summary>
      {review.isError && review.data === undefined ? (
        <ErrorState onRetry={() => void review.refetch()}>
          {t("The figures of this call could not be loaded.")}
        </ErrorState>
      ) : (
        <>
          <TalkFigures talk={review.data?.talk} />
          <h3>{t("Replies used")}</h3>
          {review.data ? <UsedReplies suggestions={review.data.suggestions} /> : <Skeleton />}
        </>
      )}
    </details>
  );
}
