import { limits, readDigits } from "@souffleur/contracts";
import { Address, contractText } from "@souffleur/shared-ui";
import { type RefObject, useId, useState } from "react";
import { T, t } from "../texts/texts.ts";
import styles from "./verify-email.module.css";

interface CodeInputProps {
  ref: RefObject<HTMLInputElement | null>;
  value: string;
  /** The address that the code was sent to. */
  email: string;
  error: string | undefined;
  /** The server has refused this code. */
  isWrong: boolean;
  onChange: (code: string) => void;
}

const places = Array.from({ length: limits.codeLength }, (_, place) => place);
const nothing = { start: -1, end: -1 };

/**
 * Six digits shown as `ddd ddd`; only digits are accepted, of any script, however they come into the field: typed, pasted,
 * dropped, or filled in by an input method or a password manager. The field itself is transparent and lies over the places.
 */
export function CodeInput({ ref, value, email, error, isWrong, onChange }: CodeInputProps) {
  const id = useId();
  const [selected, setSelected] = useState(nothing);
  const isInvalid = error !== undefined || isWrong;
  // The field is not controlled: React would take back what a program has put there without an event.
  const take = (field: HTMLInputElement) => {
    const code = codeOf(field);
    if (field.value !== code) {
      const caret = readDigits(field.value.slice(0, field.selectionStart ?? undefined)).length;
      field.value = code;
      field.setSelectionRange(caret, caret);
    }
    if (code !== value) onChange(code);
  };
  const place = (at: number) => (
    <span
      key={at}
      className={styles.digit}
      // The caret stands before the place that the next digit gets.
      data-active={
        selected.start === selected.end
          ? at === Math.min(selected.start, limits.codeLength - 1)
          : at >= selected.start && at < selected.end
      }
      data-invalid={isInvalid}
      aria-hidden
    >
      {value[at]}
    </span>
  );
  return (
    <div>
      <label htmlFor={id} className={styles.label}>
        {t("Verification code")}
      </label>
      <div className={styles.code} translate="no">
        {places.slice(0, 3).map(place)}
        <span className={styles.gap} aria-hidden />
        {places.slice(3).map(place)}
        <input
          ref={ref}
          id={id}
          className={styles.codeField}
          inputMode="numeric"
          autoComplete="one-time-code"
          spellCheck={false}
          onChange={({ target, nativeEvent }) => {
            // To change the text would end the composition; its end is an event of its own.
            if (!("isComposing" in nativeEvent && nativeEvent.isComposing)) take(target);
          }}
          onCompositionEnd={({ currentTarget }) => take(currentTarget)}
          onFocus={({ currentTarget }) => take(currentTarget)}
          onSelect={({ currentTarget: { selectionStart, selectionEnd } }) =>
            setSelected({ start: selectionStart ?? 0, end: selectionEnd ?? 0 })
          }
          onBlur={({ currentTarget }) => {
            take(currentTarget);
            setSelected(nothing);
          }}
          aria-invalid={isInvalid}
          aria-describedby={`${id}-below`}
        />
      </div>
      <p id={`${id}-below`} className={styles.below} data-invalid={error !== undefined} aria-live="polite">
        {error === undefined ? (
          <T
            text="Sent to <0/>"
            elements={[
              <strong key="address">
                <Address>{email}</Address>
              </strong>,
            ]}
          />
        ) : (
          contractText(error)
        )}
      </p>
    </div>
  );
}

/** The code in the field: also one that a program has put there without an event. */
export function codeOf(field: HTMLInputElement | null): string {
  return readDigits(field?.value ?? "").slice(0, limits.codeLength);
}
