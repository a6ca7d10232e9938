import { type CallSummary, outcomeLabels, sourceLabels } from "@souffleur/contracts";
import { contractText, SelectField, TextField } from "@souffleur/shared-ui";
import { type ReactNode, useState } from "react";
import { t } from "../texts/texts.ts";
import { type CallFilters, lengths, toWrapUp } from "./call-filters.ts";
import { statusLabels } from "./call-labels.ts";
import styles from "./filter-bar.module.css";

interface FilterBarProps {
  filters: CallFilters;
  /** Undefined where all calls are the reader's own. */
  agents: readonly Pick<CallSummary, "agentId" | "agentName">[] | undefined;
  /** Whether it is open on a phone, where it is closed at first. */
  isOpen: boolean;
  onChange: (change: CallFilters) => void;
}

export function FilterBar({ filters, agents, isOpen, onChange }: FilterBarProps) {
  const { agent, outcome, source, status, length, from, to } = filters;
  const isKnown = agent === undefined || agents?.some(({ agentId }) => agentId === agent);
  return (
    <div role="group" aria-label={t("Filters")} data-open={isOpen} className={styles.filters}>
      {agents !== undefined && (
        <Choice
          label={t("Agent")}
          all={t("All agents")}
          value={agent}
          onChange={(agent) => onChange({ agent })}
        >
          {!isKnown && <option value={agent}>{t("Selected agent")}</option>}
          {agents.map(({ agentId, agentName }) => (
            <option key={agentId} value={agentId}>
              {agentName}
            </option>
          ))}
        </Choice>
      )}
      <Choice
        label={t("Outcome")}
        all={t("All outcomes")}
        value={outcome}
        onChange={(outcome) => onChange({ outcome })}
      >
        <option value={toWrapUp}>{t("To wrap up")}</option>
        <Options labels={outcomeLabels} />
      </Choice>
      <Choice
        label={t("Source")}
        all={t("All sources")}
        value={source}
        onChange={(source) => onChange({ source })}
      >
        <Options labels={sourceLabels} />
      </Choice>
      <Choice label={t("Status")} all={t("All")} value={status} onChange={(status) => onChange({ status })}>
        {Object.entries(statusLabels).map(([key, label]) => (
          <option key={key} value={key}>
            {t(label)}
          </option>
        ))}
      </Choice>
      <Choice
        label={t("Length")}
        all={t("Any length")}
        value={length}
        onChange={(length) => onChange({ length })}
      >
        {Object.entries(lengths).map(([key, { label }]) => (
          <option key={key} value={key}>
            {t(label)}
          </option>
        ))}
      </Choice>
      <Day label={t("From")} value={from} onChange={(from) => onChange({ from })} />
      <Day label={t("To")} value={to} onChange={(to) => onChange({ to })} />
    </div>
  );
}

function Options({ labels }: { labels: Readonly<Record<string, string>> }) {
  return Object.entries(labels).map(([value, label]) => (
    <option key={value} value={value}>
      {contractText(label)}
    </option>
  ));
}

interface ChoiceProps<Value extends string> {
  label: string;
  /** The option without a filter. */
  all: string;
  value: Value | undefined;
  onChange: (value: Value | undefined) => void;
  children: ReactNode;
}

function Choice<Value extends string>({ label, all, value, onChange, children }: ChoiceProps<Value>) {
  const [shown, show] = useShown(value);
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
      {children}
    </SelectField>
  );
}

interface DayProps {
  label: string;
  value: string | undefined;
  onChange: (day: string | undefined) => void;
}

function Day({ label, value, onChange }: DayProps) {
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
        // While the year is being typed, the field has days of the first centuries.
        if (target.value === "" || /^(19|20)/.test(target.value)) onChange(target.value || undefined);
      }}
    />
  );
}

/** A control's own value: the address, which it follows, changes some moments after it. */
function useShown(value = "") {
  const [shown, setShown] = useState(value);
  const [last, setLast] = useState(value);
  if (last !== value) {
    setLast(value);
    setShown(value);
  }
  return [shown, setShown] as const;
}
