import { limits } from "@souffleur/contracts";
import { Button, TextField, sharedText as t } from "@souffleur/shared-ui";
import { formatDay } from "@souffleur/shared-ui/figures";
import { useState } from "react";
import { nextDays } from "./next-days.ts";
import { checkOutcome, type OutcomeForm } from "./outcome-form.ts";
import styles from "./wrap-up.module.css";

const labels = { tomorrow: "Tomorrow", friday: "Friday", nextWeek: "Next week" } as const;

interface NextStepFieldsProps {
  form: OutcomeForm;
  onChange: (part: Partial<OutcomeForm>) => void;
}

/** What is to be done next, and when. */
export function NextStepFields({ form, onChange }: NextStepFieldsProps) {
  const { errors } = checkOutcome(form);
  const days = nextDays(new Date());
  /** A date that is typed in part is no value, and would be taken for none. */
  const [isPart, setIsPart] = useState(false);
  return (
    <>
      <TextField
        name="nextStep"
        label={t("Next step")}
        autoComplete="off"
        maxLength={limits.nextStepMax}
        value={form.nextStep}
        error={errors.nextStep}
        onChange={({ target }) => onChange({ nextStep: target.value })}
      />
      <div className={styles.when}>
        <TextField
          label={t("Date of the next step")}
          type="date"
          // A browser that fills it in again after a reload would do so before it is loaded.
          autoComplete="off"
          min="2000-01-01"
          max="2099-12-31"
          value={form.nextStepAt}
          error={isPart ? t("Enter a whole date, or none.") : errors.nextStepAt}
          onBlur={({ target }) => setIsPart(target.validity.badInput)}
          onChange={({ target }) => {
            setIsPart(false);
            onChange({ nextStepAt: target.value });
          }}
        />
        <div role="group" aria-label={t("When")} className={styles.days}>
          {(["tomorrow", "friday", "nextWeek"] as const).map((name) => {
            const isChosen = form.nextStepAt === days[name];
            return (
              <Button
                key={name}
                small
                aria-pressed={isChosen}
                title={formatDay(days[name])}
                onClick={() => onChange({ nextStepAt: isChosen ? "" : days[name] })}
              >
                {t(labels[name])}
              </Button>
            );
          })}
        </div>
      </div>
    </>
  );
}
