import { limits } from "@souffleur/contracts";
import { Address, contractText } from "@souffleur/shared-ui";
import { OTPInput, REGEXP_ONLY_DIGITS } from "input-otp";
import { type Ref, useId } from "react";
import { T, t } from "../texts/texts.ts";
import styles from "./verify-email.module.css";

interface CodeInputProps {
  ref: Ref<HTMLInputElement>;
  value: string;
  /** The address that the code was sent to. */
  email: string;
  error: string | undefined;
  /** The server has refused this code. */
  isWrong: boolean;
  onChange: (code: string) => void;
}

/** Six digits shown as `ddd ddd`; only digits are accepted, typed or pasted. */
export function CodeInput({ ref, value, email, error, isWrong, onChange }: CodeInputProps) {
  const id = useId();
  const isInvalid = error !== undefined || isWrong;
  return (
    <div>
      <label htmlFor={id} className={styles.label}>
        {t("Verification code")}
      </label>
      <OTPInput
        ref={ref}
        id={id}
        maxLength={limits.codeLength}
        pattern={REGEXP_ONLY_DIGITS}
        // Widening for a password manager's badge would make the page scroll sideways on a phone.
        pushPasswordManagerStrategy="none"
        pasteTransformer={(text) => text.replace(/\D/g, "")}
        inputMode="numeric"
        autoComplete="one-time-code"
        value={value}
        onChange={onChange}
        aria-invalid={isInvalid}
        aria-describedby={`${id}-below`}
        containerClassName={styles.code ?? ""}
        render={({ slots }) => (
          <>
            <Digits slots={slots.slice(0, 3)} invalid={isInvalid} />
            <span className={styles.gap} aria-hidden />
            <Digits slots={slots.slice(3)} invalid={isInvalid} />
          </>
        )}
      />
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

interface DigitsProps {
  slots: readonly { char: string | null; isActive: boolean }[];
  invalid: boolean;
}

function Digits({ slots, invalid }: DigitsProps) {
  return slots.map((slot, index) => (
    <span
      // biome-ignore lint/suspicious/noArrayIndexKey: a digit is identified by its place
      key={index}
      className={styles.digit}
      data-active={slot.isActive}
      data-invalid={invalid}
      aria-hidden
    >
      {slot.char}
    </span>
  ));
}
