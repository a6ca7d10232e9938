import type { Call } from "@souffleur/contracts";
import { Badge, Card, formatShortDate } from "@souffleur/shared-ui";
import { t } from "../../texts/texts.ts";
import { outcomeOf } from "../call-labels.ts";
import styles from "./review.module.css";

/** The outcome of a call and its agent's notes. */
export function OutcomeCard({ call }: { call: Call }) {
  const { nextStep, nextStepAt, notes } = call;
  const { label, tone } = outcomeOf(call);
  return (
    <Card title={t("Outcome and notes")}>
      <dl className={styles.facts}>
        <dt>{t("Outcome")}</dt>
        <dd>
          <Badge tone={tone}>{label}</Badge>
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
              {/* A local time: a day is the same in every time zone. */}
              <time dateTime={nextStepAt}>{formatShortDate(`${nextStepAt}T00:00:00`)}</time>
            </dd>
          </>
        )}
      </dl>
      <h3 className={styles.notesTitle}>{t("Notes")}</h3>
      {notes.trim() === "" ? (
        <p className={styles.none}>{t("No notes.")}</p>
      ) : (
        <p className={styles.notes}>{notes}</p>
      )}
    </Card>
  );
}
