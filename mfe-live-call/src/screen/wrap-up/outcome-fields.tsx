import { limits, Outcome, outcomeLabels } from "@souffleur/contracts";
import { contractText, formatDollars, shortcutsOn, TextField } from "@souffleur/shared-ui";
import { useId, useRef } from "react";
import { digitOf } from "../../lib/digit-key.ts";
import { useKeyPress } from "../../lib/use-key-press.ts";
import { checkOutcome, type OutcomeForm, parseAmount } from "../../outcome/outcome-form.ts";
import { t } from "../../texts/texts.ts";
import styles from "./wrap-up.module.css";

interface OutcomeFieldsProps {
  form: OutcomeForm;
  onChange: (form: OutcomeForm) => void;
}

/**
 * The fields of a call's outcome. Outside text fields a digit chooses it, once: the next digits are an amount, and must not
 * choose another one. So the focus goes to the field that is filled in next.
 */
export function OutcomeFields({ form, onChange }: OutcomeFieldsProps) {
  const name = useId();
  const { errors } = checkOutcome(form);
  const hasKeys = shortcutsOn();
  const areKeysLive = hasKeys && form.outcome === undefined;
  const amount = useRef<HTMLInputElement>(null);
  const nextStep = useRef<HTMLInputElement>(null);
  /** The key that has chosen the outcome: held down, it would type into the field. */
  const chosenBy = useRef<string>(undefined);
  const isSuccessful = form.outcome === "successful";
  const dollars = parseAmount(form.amount);
  useKeyPress((press) => {
    if (press.repeated) return press.code === chosenBy.current;
    chosenBy.current = undefined;
    if (!areKeysLive || press.typing || press.control || press.modified) return false;
    const outcome = Outcome.options[(digitOf(press) ?? 0) - 1];
    if (outcome === undefined) return false;
    chosenBy.current = press.code;
    onChange({ ...form, outcome });
    (outcome === "successful" ? amount : nextStep).current?.focus();
    return true;
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
              {...(areKeysLive && { "aria-keyshortcuts": String(index + 1) })}
              onChange={() => onChange({ ...form, outcome })}
            />
            <span>{contractText(outcomeLabels[outcome])}</span>
            {hasKeys && (
              <kbd aria-hidden data-dead={areKeysLive ? undefined : true}>
                {index + 1}
              </kbd>
            )}
          </label>
        ))}
      </fieldset>
      {/* Shown for every outcome, so that choosing one moves nothing. */}
      <TextField
        ref={amount}
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
        ref={nextStep}
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
