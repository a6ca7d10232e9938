import { SelectField, TextField } from "@souffleur/shared-ui";
import { useState } from "react";
import { t } from "../texts/texts.ts";
import { type CallFilters, filters as names } from "./call-filters.ts";
import styles from "./filter-bar.module.css";
import { type Agents, choiceOf, type FilterChoice, filterLabels } from "./filter-choices.ts";

interface FilterBarProps {
  filters: CallFilters;
  /** Undefined if the user sees only their own calls. */
  agents: Agents | undefined;
  onChange: (change: CallFilters) => void;
}

export function FilterBar({ filters, agents, onChange }: FilterBarProps) {
  return (
    <div role="group" aria-label={t("Filters")} className={styles.filters}>
      {names.map((name) => {
        const choice = choiceOf(name, filters, agents);
        const control = {
          label: t(filterLabels[name]),
          value: filters[name],
          onChange: (value: string | undefined) => onChange({ [name]: value }),
        };
        if (choice !== undefined) return <Choice key={name} {...control} {...choice} />;
        return name === "agent" ? null : <Day key={name} {...control} />;
      })}
    </div>
  );
}

interface FieldProps {
  label: string;
  value: string | undefined;
  onChange: (value: string | undefined) => void;
}

function Choice({ label, all, value, options, onChange }: FieldProps & FilterChoice) {
  const [shown, show] = useShown(value);
  return (
    <SelectField
      label={label}
      value={shown}
      onChange={({ target }) => {
        show(target.value);
        onChange(target.value || undefined);
      }}
    >
      <option value="">{t(all)}</option>
      {options.map(([option, text]) => (
        <option key={option} value={option}>
          {text}
        </option>
      ))}
    </SelectField>
  );
}

function Day({ label, value, onChange }: FieldProps) {
  const [shown, show] = useShown(value);
  return (
    <TextField
      label={label}
      type="date"
      min="1900-01-01"
      max="2099-12-31"
      value={shown}
      onChange={({ target }) => {
        show(target.value);
        // While a year is being typed, the value has years such as 0020.
        if (target.value === "" || /^(19|20)/.test(target.value)) onChange(target.value || undefined);
      }}
    />
  );
}

/** The value of a control, which follows the address: that changes some moments after the control. */
function useShown(value = "") {
  const [shown, setShown] = useState(value);
  const [last, setLast] = useState(value);
  if (last !== value) {
    setLast(value);
    setShown(value);
  }
  return [shown, setShown] as const;
}
