import { limits, Outcome, outcomeLabels } from "@souffleur/contracts";
import { contractText, formatDollars, shortcutsOn, TextField } from "@souffleur/shared-ui";
import { useId } from "react";
import { digitOf } from "../../lib/digit-key.ts";
import { useKeyPress } from "../../lib/use-key-press.ts";
import { checkOutcome, type OutcomeForm, parseAmount } from "../../outcome/outcome-form.ts";
import { t } from "../../texts/texts.ts";
import styles from "./wrap-up.module.css";

interface OutcomeFieldsProps {
  form: OutcomeForm;
  onChange: (form: OutcomeForm) => void;
}

/** The fields of a call's outcome; the digit keys choose the outcome, except in text fields. */
export function OutcomeFields({ form, onChange }: OutcomeFieldsProps) {
  const name = useId();
  const { errors } = checkOutcome(form);
  const hasKeys = shortcutsOn();
  const isSuccessful = form.outcome === "successful";
  const dollars = parseAmount(form.amount);
  useKeyPress((press) => {
    if (!hasKeys || press.typing || press.control || press.modified) return false;
    const outcome = Outcome.options[(digitOf(press) ?? 0) - 1];
    if (outcome !== undefined) onChange({ ...form, outcome });
    return outcome !== undefined;
  });
  return (
    <>
      <fieldset className={styles.outcomes}>
        <legend>{t("Outcome")}</legend>
        {Outcome.options.map((outcome, index) => (
          <label key={outcome} className={styles.outcome}>
            <input
              type="radio"
              name={name}
              checked={form.outcome === outcome}
              {...(hasKeys && { "aria-keyshortcuts": String(index + 1) })}
              onChange={() => onChange({ ...form, outcome })}
            />
            <span>{contractText(outcomeLabels[outcome])}</span>
            {hasKeys && <kbd aria-hidden>{index + 1}</kbd>}
          </label>
        ))}
      </fieldset>
      {/* Shown for every outcome, so that choosing one moves nothing. */}
      <TextField
        label={t("Amount (USD)")}
        inputMode="numeric"
        autoComplete="off"
        value={isSuccessful ? form.amount : ""}
        error={errors.amount}
        hint={isSuccessful ? dollars !== undefined && formatDollars(dollars) : t("For successful calls")}
        readOnly={!isSuccessful}
        aria-disabled={!isSuccessful}
        onChange={({ target }) => onChange({ ...form, amount: target.value })}
      />
      <TextField
        label={t("Next step")}
        autoComplete="off"
        maxLength={limits.nextStepMax}
        value={form.nextStep}
        error={errors.nextStep}
        onChange={({ target }) => onChange({ ...form, nextStep: target.value })}
      />
      <TextField
        label={t("Date of the next step")}
        type="date"
        min="2000-01-01"
        max="2099-12-31"
        value={form.nextStepAt}
        error={errors.nextStepAt}
        onChange={({ target }) => onChange({ ...form, nextStepAt: target.value })}
      />
    </>
  );
}
