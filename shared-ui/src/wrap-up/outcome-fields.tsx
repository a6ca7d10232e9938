import { type AnsweredOutcome, isWon, labelOf, Outcome, outcomeLabels } from "@souffleur/contracts";
import { contractText, formatMoney, shortcutsOn, TextField, sharedText as t } from "@souffleur/shared-ui";
import { useEffect, useId, useRef, useState } from "react";
import { checkOutcome, currencyOf, type OutcomeForm, parseAmount } from "./outcome-form.ts";
import { useKeyPress } from "./use-key-press.ts";
import styles from "./wrap-up.module.css";

/** As what the amount is read is announced once it is typed, and not with each of its digits. */
const spokenAfterMs = 1000;

interface OutcomeFieldsProps {
  form: OutcomeForm;
  /** Says that an outcome is to be chosen. */
  error: string | undefined;
  onChoose: (outcome: AnsweredOutcome) => void;
  onChange: (part: Partial<OutcomeForm>) => void;
}

/**
 * The outcome of a call, and its amount. Outside text fields a digit chooses the outcome, once: the next digits are an
 * amount, and must not choose another one. So the focus goes to the field that is filled in next.
 */
export function OutcomeFields({ form, error, onChoose, onChange }: OutcomeFieldsProps) {
  const name = useId();
  const { errors } = checkOutcome(form);
  const hasKeys = shortcutsOn();
  const areKeysLive = hasKeys && form.outcome === undefined;
  // One that only a newer server knows is shown as it is, and has no key.
  const shown = [...new Set([...Outcome.options, ...(form.outcome === undefined ? [] : [form.outcome])])];
  const fields = useRef<HTMLFieldSetElement>(null);
  /** The key that has chosen the outcome: held down, it would type into the field. */
  const chosenBy = useRef<string>(undefined);
  const isSuccessful = isWon(form.outcome);
  const currency = currencyOf(form);
  const amount = isSuccessful ? parseAmount(form.amount, currency) : undefined;
  const reading = amount === undefined || Number.isNaN(amount) ? "" : formatMoney(amount, currency);
  const spokenReading = useSettled(reading, spokenAfterMs);
  useKeyPress((press) => {
    if (press.repeated) return press.code === chosenBy.current;
    chosenBy.current = undefined;
    if (!areKeysLive || press.typing || press.control || press.modified) return false;
    const outcome = Outcome.options[(press.digit ?? 0) - 1];
    if (outcome === undefined) return false;
    chosenBy.current = press.code;
    onChoose(outcome);
    const next = isWon(outcome) ? "amount" : "nextStep";
    fields.current?.parentElement?.querySelector<HTMLElement>(`[name=${next}]`)?.focus();
    return true;
  });
  return (
    <>
      <fieldset ref={fields} className={styles.outcomes} aria-describedby={error && `${name}-error`}>
        <legend>{t("Outcome")}</legend>
        {shown.map((outcome, index) => (
          <label key={outcome} className={styles.outcome}>
            <input
              type="radio"
              name={name}
              checked={form.outcome === outcome}
              {...(areKeysLive && { "aria-keyshortcuts": String(index + 1) })}
              onChange={() => onChoose(outcome)}
            />
            {hasKeys && index < Outcome.options.length && (
              <kbd aria-hidden data-dead={areKeysLive ? undefined : true}>
                {index + 1}
              </kbd>
            )}
            <span>{contractText(labelOf(outcomeLabels, outcome))}</span>
          </label>
        ))}
      </fieldset>
      {error !== undefined && (
        <p id={`${name}-error`} role="alert" className={styles.error}>
          {error}
        </p>
      )}
      {/* Shown for every outcome, so that choosing one moves nothing. */}
      <TextField
        name="amount"
        label={t("Amount ({currency})", { currency })}
        inputMode="numeric"
        autoComplete="off"
        value={isSuccessful ? form.amount : ""}
        error={errors.amount}
        hint={isSuccessful ? reading : t("For won calls")}
        isHintSilent
        readOnly={!isSuccessful}
        aria-disabled={!isSuccessful}
        onChange={({ target }) => onChange({ amount: target.value, currency })}
      />
      <span aria-live="polite" className="visually-hidden">
        {spokenReading}
      </span>
    </>
  );
}

/** The text, once it has been the same for `ms` milliseconds. */
function useSettled(text: string, ms: number): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), ms);
    return () => clearTimeout(timer);
  }, [text, ms]);
  return settled;
}
