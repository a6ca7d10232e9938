import { CheckboxField, contractText } from "@souffleur/shared-ui";
import { useId } from "react";
import { type Text, t } from "../texts/texts.ts";
import styles from "./programs.module.css";

interface ChoicesFieldProps<Value extends string> {
  legend: string;
  texts: Readonly<Record<Value, Text>>;
  values: readonly Value[];
  /** In the order of `values`. */
  chosen: readonly Value[];
  error: string | undefined;
  onChange: (chosen: Value[]) => void;
}

/** Checkboxes of which several can be chosen. */
export function ChoicesField<Value extends string>({
  legend,
  texts,
  values,
  chosen,
  error,
  onChange,
}: ChoicesFieldProps<Value>) {
  const errorId = useId();
  const choose = (value: Value, isChosen: boolean) =>
    onChange(values.filter((one) => (one === value ? isChosen : chosen.includes(one))));
  return (
    <fieldset className={styles.choices} aria-describedby={error && errorId}>
      <legend>{legend}</legend>
      {values.map((value) => (
        <CheckboxField
          key={value}
          label={t(texts[value])}
          checked={chosen.includes(value)}
          onChange={({ target }) => choose(value, target.checked)}
        />
      ))}
      <p id={errorId} className={styles.error} aria-live="polite">
        {error && contractText(error)}
      </p>
    </fieldset>
  );
}
