import { Button, ErrorState, formatDateTime, Skeleton } from "@souffleur/shared-ui";
import { type AutosaveState, useAutosave } from "@souffleur/shared-ui/saving";
import { type RefObject, useLayoutEffect } from "react";
import type { LiveCallState } from "../../call/live-call-state.ts";
import { type Store, useStore } from "../../lib/store.ts";
import { checkOutcome, type OutcomeForm } from "../../outcome/outcome-form.ts";
import { useOutcome } from "../../outcome/use-outcome.ts";
import { type Text, t } from "../../texts/texts.ts";
import { OutcomeConflict } from "./outcome-conflict.tsx";
import { OutcomeFields } from "./outcome-fields.tsx";
import { OutcomeSummary } from "./outcome-summary.tsx";
import { TalkFigures } from "./talk-figures.tsx";
import { useReview } from "./use-review.ts";
import { UsedReplies } from "./used-replies.tsx";
import styles from "./wrap-up.module.css";

interface WrapUpPaneProps {
  store: Store<LiveCallState>;
  callId: string;
  section: RefObject<HTMLElement | null>;
  /** Closes the call; undefined where another button does. */
  onNext: (() => void) | undefined;
}

/** A call's outcome and its figures. */
export function WrapUpPane({ store, callId, section, onNext }: WrapUpPaneProps) {
  const openedAs = useStore(store, (state) => state.openedAs);
  const outcome = useOutcome(callId);
  const state = useAutosave(outcome);
  const review = useReview(store, callId);
  const startedAt = useStore(store, ({ call }) => (call.status === "ended" ? call.startedAt : 0));
  const isOpened = openedAs !== undefined;
  useLayoutEffect(() => {
    const pane = section.current;
    const column = pane?.parentElement;
    if (!pane || !column) return;
    // It is below the suggestions, because placing it above would move them. Its column is scrolled to it instead.
    column.scrollTop += pane.getBoundingClientRect().top - column.getBoundingClientRect().top;
    // The row that was pressed has disappeared.
    if (isOpened) pane.focus({ preventScroll: true });
  }, [isOpened, section]);
  return (
    <section ref={section} tabIndex={-1} aria-labelledby="wrap-up-title" className={styles.pane}>
      <div className={styles.head}>
        <h2 id="wrap-up-title">{t("Wrap-up")}</h2>
        {openedAs === "read-only" && (
          <Button small onClick={() => store.set((state) => ({ ...state, openedAs: "wrap-up" }))}>
            {t("Edit")}
          </Button>
        )}
      </div>
      {isOpened && <p className={styles.second}>{formatDateTime(startedAt)}</p>}
      {openedAs === "read-only" ? (
        <OutcomeSummary form={state.status === "loading" ? undefined : state.value} />
      ) : (
        <>
          <OutcomeFields form={state.value} onChange={(form) => outcome.change(form)} />
          <div role="status" className={styles.status}>
            {state.other === undefined ? (
              t(statusText(state))
            ) : (
              <OutcomeConflict
                mine={state.value}
                other={state.other.value}
                onDecide={(form) => outcome.decide(form)}
              />
            )}
          </div>
        </>
      )}
      {review.isError && review.data === undefined ? (
        <ErrorState onRetry={() => void review.refetch()}>
          {t("The figures of this call could not be loaded.")}
        </ErrorState>
      ) : (
        <>
          <h3>{t("Talk")}</h3>
          <TalkFigures talk={review.data?.talk} />
          <h3>{t("Replies used")}</h3>
          {review.data ? <UsedReplies suggestions={review.data.suggestions} /> : <Skeleton />}
        </>
      )}
      {onNext !== undefined && (
        <Button variant="primary" wide onClick={onNext}>
          {t("Next call")}
        </Button>
      )}
    </section>
  );
}

function statusText({ value, status }: AutosaveState<OutcomeForm>): Text {
  if (status === "loading") return "Loading…";
  if (status === "refused") return "Not saved: the call was deleted or is another agent's";
  if (status === "unsaved") return "Saved in this browser; waiting for the server";
  if (Object.keys(checkOutcome(value).errors).length > 0)
    return "Saved in this browser until it is corrected";
  if (value.outcome === undefined) {
    const isEmpty = value.nextStep.trim() === "" && value.nextStepAt === "";
    return isEmpty ? "To wrap up" : "Saved in this browser until you choose an outcome";
  }
  return status === "saved" ? "Saved" : "Saving…";
}
