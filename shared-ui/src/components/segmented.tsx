import { useId } from "react";
import { useShown } from "../browser/use-shown.ts";
import styles from "./segmented.module.css";

interface SegmentedProps<Value extends string> {
  label: string;
  value: Value;
  /** `lang` is that of a label in another language than the page. */
  options: readonly { value: Value; label: string; lang?: string }[];
  onChange: (value: Value) => void;
}

/** A radio group that looks like one control; the arrow keys move the selection. */
export function Segmented<Value extends string>({ label, value, options, onChange }: SegmentedProps<Value>) {
  const name = useId();
  const [chosen, setChosen] = useShown(value);
  return (
    <div role="radiogroup" aria-label={label} className={styles.group}>
      {options.map((option) => (
        <label key={option.value} className={styles.option}>
          <input
            type="radio"
            name={name}
            checked={option.value === chosen}
            onChange={() => {
              setChosen(option.value);
              onChange(option.value);
            }}
          />
          <span lang={option.lang}>{option.label}</span>
        </label>
      ))}
    </div>
  );
}
