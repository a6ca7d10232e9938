import { type Call, type CallReview, may } from "@souffleur/contracts";
import { Button, Card, useSession } from "@souffleur/shared-ui";
import { formatDay } from "@souffleur/shared-ui/figures";
import { usePrinting } from "@souffleur/shared-ui/transcript";
import { AgentNotes, Notes, OutcomeBadge, useOutcome, WrapUpForm } from "@souffleur/shared-ui/wrap-up";
import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useMemo, useState } from "react";
import { t } from "../../texts/texts.ts";
import styles from "./review.module.css";
import { SummaryCard, type SummaryCardProps } from "./summary-card.tsx";

interface OutcomeCardProps {
  call: CallReview["call"];
  /** The call's summary, above it. */
  summary: Omit<SummaryCardProps, "into">;
}

/** The outcome of a call and its agent's notes; a form while it is to be wrapped up by the reader. */
export function OutcomeCard({ call, summary }: OutcomeCardProps) {
  const { user } = useSession();
  const queryClient = useQueryClient();
  const isAgent = user?.id === call.agentId;
  const mayWrapUp = call.status === "ended" && user !== null && (isAgent || may(user.role, "manageUsers"));
  // Kept while it is filled in: the first choice is saved at once.
  const [isOpen, setOpen] = useState(mayWrapUp && call.outcome === undefined);
  const isPrinting = usePrinting();
  const close = () => {
    setOpen(false);
    void queryClient.invalidateQueries({ queryKey: ["calls"] });
  };
  return (
    <>
      {isOpen && (
        <div className={styles.form}>
          <WrapUpCard call={call} isAgent={isAgent} summary={summary} onClose={close} />
        </div>
      )}
      {(!isOpen || isPrinting) && (
        <>
          <SummaryCard {...summary} into={undefined} />
          <StoredOutcome call={call} onEdit={mayWrapUp && !isOpen ? () => setOpen(true) : undefined} />
        </>
      )}
    </>
  );
}

interface WrapUpCardProps {
  call: Call;
  /** Whether the reader is the call's agent, who alone writes its notes. */
  isAgent: boolean;
  summary: OutcomeCardProps["summary"];
  onClose: () => void;
}

function WrapUpCard({ call, isAgent, summary, onClose }: WrapUpCardProps) {
  const { callId } = call;
  const userId = useSession().user?.id ?? "";
  const queryClient = useQueryClient();
  const refresh = useCallback(
    () => void queryClient.invalidateQueries({ queryKey: ["calls"], refetchType: "none" }),
    [queryClient],
  );
  const outcome = useOutcome(callId, refresh);
  const notes = useMemo(() => new Notes({ userId, callId }), [userId, callId]);
  const close = () => Promise.all([outcome.save(), isAgent && notes.save()]).then(onClose);
  return (
    <>
      <SummaryCard {...summary} into={{ outcome, notes: isAgent ? notes : undefined }} />
      <Card title={t("Wrap-up")}>
        <WrapUpForm
          outcome={outcome}
          notes={isAgent ? <AgentNotes notes={notes} readOnly={false} /> : <ReadNotes notes={call.notes} />}
          doneText={t("Save outcome")}
          onDone={() => void close()}
          onLater={() => void close()}
        />
      </Card>
    </>
  );
}

interface StoredOutcomeProps {
  call: Call;
  /** Undefined where the reader may not change it. */
  onEdit: (() => void) | undefined;
}

function StoredOutcome({ call, onEdit }: StoredOutcomeProps) {
  const { nextStep, nextStepAt, notes } = call;
  return (
    <Card title={t("Outcome and notes")}>
      <dl className={styles.facts}>
        <dt>{t("Outcome")}</dt>
        <dd>
          <OutcomeBadge {...call} />
        </dd>
        {nextStep !== undefined && (
          <>
            <dt>{t("Next step")}</dt>
            <dd>{nextStep}</dd>
          </>
        )}
        {nextStepAt !== undefined && (
          <>
            <dt>{t("Due")}</dt>
            <dd>
              <time dateTime={nextStepAt}>{formatDay(nextStepAt)}</time>
            </dd>
          </>
        )}
      </dl>
      <ReadNotes notes={notes} />
      {onEdit !== undefined && (
        <div className={styles.edit}>
          <Button small onClick={onEdit}>
            {call.outcome === undefined ? t("Wrap up") : t("Edit")}
          </Button>
        </div>
      )}
    </Card>
  );
}

function ReadNotes({ notes }: { notes: string }) {
  return (
    <div>
      <h3 className={styles.notesTitle}>{t("Notes")}</h3>
      {notes.trim() === "" ? (
        <p className={styles.none}>{t("No notes.")}</p>
      ) : (
        <p className={styles.notes}>{notes}</p>
      )}
    </div>
  );
}
