import { type CallSummary, outcomeLabels, sourceLabels } from "@souffleur/contracts";
import { contractText, SelectField, TextField, useShown } from "@souffleur/shared-ui";
import { t } from "../texts/texts.ts";
import { type CallFilters, lengths, statusLabels, toWrapUp } from "./call-filters.ts";
import styles from "./filter-bar.module.css";

interface FilterBarProps {
  filters: CallFilters;
  /** Undefined if the user sees only their own calls. */
  agents: readonly Pick<CallSummary, "agentId" | "agentName">[] | undefined;
  isOpen: boolean;
  onChange: (change: CallFilters) => void;
}

export function FilterBar({ filters, agents, isOpen, onChange }: FilterBarProps) {
  const { agent, outcome, source, status, length, from, to } = filters;
  const isKnown = agents?.some(({ agentId }) => agentId === agent);
  return (
    <div role="group" aria-label={t("Filters")} data-open={isOpen} className={styles.filters}>
      {agents !== undefined && (
        <Choice
          label={t("Agent")}
          all={t("All agents")}
          value={agent}
          options={[
            ...(agent === undefined || isKnown ? [] : [[agent, t("Selected agent")] as const]),
            ...agents.map(({ agentId, agentName }) => [agentId, agentName] as const),
          ]}
          onChange={(agent) => onChange({ agent })}
        />
      )}
      <Choice
        label={t("Outcome")}
        all={t("All outcomes")}
        value={outcome}
        options={[[toWrapUp, t("To wrap up")], ...optionsOf(outcomeLabels, contractText)]}
        onChange={(outcome) => onChange({ outcome })}
      />
      <Choice
        label={t("Source")}
        all={t("All sources")}
        value={source}
        options={optionsOf(sourceLabels, contractText)}
        onChange={(source) => onChange({ source })}
      />
      <Choice
        label={t("Status")}
        all={t("All")}
        value={status}
        options={optionsOf(statusLabels, t)}
        onChange={(status) => onChange({ status })}
      />
      <Choice
        label={t("Length")}
        all={t("Any length")}
        value={length}
        options={Object.entries(lengths).map(([key, { label }]) => [key, t(label)])}
        onChange={(length) => onChange({ length })}
      />
      <Day label={t("From")} value={from} onChange={(from) => onChange({ from })} />
      <Day
        label={t("To")}
        value={to}
        error={from && to && to < from ? t("This day is before the first one.") : undefined}
        onChange={(to) => onChange({ to })}
      />
    </div>
  );
}

type Option = readonly [value: string, label: string];

function optionsOf<Label>(labels: Readonly<Record<string, Label>>, translate: (label: Label) => string) {
  return Object.entries(labels).map(([value, label]): Option => [value, translate(label)]);
}

interface ChoiceProps<Value extends string> {
  label: string;
  /** The label of the option without a filter. */
  all: string;
  value: Value | undefined;
  options: readonly Option[];
  onChange: (value: Value | undefined) => void;
}

function Choice<Value extends string>({ label, all, value, options, onChange }: ChoiceProps<Value>) {
  const [shown, show] = useShown<string>(value ?? "");
  return (
    <SelectField
      label={label}
      value={shown}
      onChange={({ target }) => {
        show(target.value);
        onChange((target.value || undefined) as Value | undefined);
      }}
    >
      <option value="">{all}</option>
      {options.map(([option, text]) => (
        <option key={option} value={option}>
          {text}
        </option>
      ))}
    </SelectField>
  );
}

interface DayProps {
  label: string;
  value: string | undefined;
  error?: string | undefined;
  onChange: (day: string | undefined) => void;
}

function Day({ label, value, error, onChange }: DayProps) {
  const [shown, show] = useShown<string>(value ?? "");
  return (
    <TextField
      label={label}
      type="date"
      min="1900-01-01"
      max="2099-12-31"
      value={shown}
      error={error}
      onChange={({ target }) => {
        show(target.value);
        // While a year is being typed, the value has years such as 0020.
        if (target.value === "" || /^(19|20)/.test(target.value)) onChange(target.value || undefined);
      }}
    />
  );
}
