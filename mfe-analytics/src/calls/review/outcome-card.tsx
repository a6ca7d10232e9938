import type { Call } from "@souffleur/contracts";
import { Badge, Card, formatShortDate } from "@souffleur/shared-ui";
import { outcomeOf } from "../call-labels.ts";
import styles from "./review.module.css";

/** What the call came to, and its agent's notes. */
export function OutcomeCard({ call }: { call: Call }) {
  const { nextStep, nextStepAt, notes } = call;
  const { label, tone } = outcomeOf(call);
  return (
    <Card title="Outcome and notes">
      <dl className={styles.facts}>
        <dt>Outcome</dt>
        <dd>
          <Badge tone={tone}>{label}</Badge>
        </dd>
        {nextStep !== undefined && (
          <>
            <dt>Next step</dt>
            <dd>{nextStep}</dd>
          </>
        )}
        {nextStepAt !== undefined && (
          <>
            <dt>Due</dt>
            <dd>
              {/* A day is the same in every zone. */}
              <time dateTime={nextStepAt}>{formatShortDate(`${nextStepAt}T00:00:00`)}</time>
            </dd>
          </>
        )}
      </dl>
      <h3 className={styles.notesTitle}>Notes</h3>
      {notes.trim() === "" ? (
        <p className={styles.none}>No notes.</p>
      ) : (
        <p className={styles.notes}>{notes}</p>
      )}
    </Card>
  );
}
