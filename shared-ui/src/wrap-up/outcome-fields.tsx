import { type AnsweredOutcome, isWon, labelOf, Outcome, outcomeLabels } from "@souffleur/contracts";
import {
  contractText,
  formatMoney,
  shortcutsOn,
  TextField,
  sharedText as t,
  takesText,
} from "@souffleur/shared-ui";
import { type ReactElement, useEffect, useId, useRef, useState } from "react";
import { KeyHint } from "./key-hint.tsx";
import { checkOutcome, currencyOf, type OutcomeForm, parseAmount } from "./outcome-form.ts";
import { useKeyPress } from "./use-key-press.ts";
import { useKeysLive } from "./use-keys-live.ts";
import styles from "./wrap-up.module.css";

/** As what the amount is read is announced once it is typed, and not with each of its digits. */
const spokenAfterMs = 1000;

interface OutcomeFieldsProps {
  form: OutcomeForm;
  /** Says that an outcome is to be chosen. */
  error: string | undefined;
  onChoose: (outcome: AnsweredOutcome) => void;
  onChange: (part: Partial<OutcomeForm>) => void;
  /** What stands beside the amount. */
  children?: ReactElement;
}

/**
 * The outcome of a call, and the amount of what is won. Outside text fields a digit chooses the outcome, once: the next digits
 * are an amount, and must not choose another one. The focus stays out of the fields, so that no key types what it should do.
 */
export function OutcomeFields({ form, error, onChoose, onChange, children }: OutcomeFieldsProps) {
  const name = useId();
  const { errors } = checkOutcome(form);
  const hasKeys = useKeysLive(takesText);
  const areKeysLive = hasKeys && form.outcome === undefined;
  // One that only a newer server knows is shown as it is, and has no key.
  const shown = [...new Set([...Outcome.options, ...(form.outcome === undefined ? [] : [form.outcome])])];
  const fields = useRef<HTMLFieldSetElement>(null);
  /** The key that has chosen the outcome: held down, it would type into the amount. */
  const chosenBy = useRef<string>(undefined);
  const isSuccessful = isWon(form.outcome);
  const currency = currencyOf(form);
  const amount = isSuccessful ? parseAmount(form.amount, currency) : undefined;
  const reading = amount === undefined || Number.isNaN(amount) ? "" : formatMoney(amount, currency);
  const spokenReading = useSettled(reading, spokenAfterMs);
  useKeyPress((press) => {
    if (press.repeated) return press.code === chosenBy.current;
    chosenBy.current = undefined;
    if (!hasKeys || press.typing || press.control || press.modified) return false;
    // Typed right after the choice, a digit is the first one of the amount.
    if (isSuccessful && /^\d$/.test(press.key) && fields.current?.contains(document.activeElement))
      fields.current.parentElement?.querySelector<HTMLElement>("[name=amount]")?.focus();
    const at = (press.digit ?? 0) - 1;
    const outcome = Outcome.options[at];
    if (!areKeysLive || outcome === undefined) return false;
    chosenBy.current = press.code;
    onChoose(outcome);
    fields.current?.querySelectorAll("input")[at]?.focus();
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
            {shortcutsOn() && index < Outcome.options.length && (
              <KeyHint isLive={areKeysLive}>{index + 1}</KeyHint>
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
      <div className={styles.result}>
        {isSuccessful && (
          <TextField
            name="amount"
            label={t("Amount ({currency})", { currency })}
            inputMode="numeric"
            autoComplete="off"
            value={form.amount}
            error={errors.amount}
            hint={reading}
            isHintSilent
            onChange={({ target }) => onChange({ amount: target.value, currency })}
          />
        )}
        {children}
      </div>
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
