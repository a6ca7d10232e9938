import { type CallSummary, outcomeLabels, sourceLabels } from "@souffleur/contracts";
import { Button, CloseIcon, contractText } from "@souffleur/shared-ui";
import { formatDay } from "@souffleur/shared-ui/figures";
import { t } from "../texts/texts.ts";
import { type CallFilters, lengths, type Preset, presetsOf, statusLabels, toWrapUp } from "./call-filters.ts";
import styles from "./filter-chips.module.css";

interface FilterChipsProps {
  filters: CallFilters;
  agents: readonly Pick<CallSummary, "agentId" | "agentName">[];
  onChange: (change: CallFilters) => void;
}

/** The lists that are wanted most, as switches, and each other filter that is set, to be taken away by a press. */
export function FilterChips({ filters, agents, onChange }: FilterChipsProps) {
  const presets = presetsOf(new Date());
  const isSet = ({ name, value }: Preset) => filters[name] === value;
  const chips = chipsOf(filters, agents).filter(
    ({ name }) => !presets.some((preset) => preset.name === name && isSet(preset)),
  );
  return (
    <div role="group" aria-label={t("Lists and filters")} className={styles.chips}>
      {presets.map((preset) => (
        <Button
          key={preset.label}
          small
          aria-pressed={isSet(preset)}
          className={styles.preset}
          onClick={() => onChange({ [preset.name]: isSet(preset) ? undefined : preset.value })}
        >
          {t(preset.label)}
        </Button>
      ))}
      {chips.map(({ name, text }) => (
        <Button
          key={name}
          small
          aria-label={t("Remove the filter {text}", { text })}
          className={styles.chip}
          onClick={() => onChange({ [name]: undefined })}
        >
          <span>{text}</span>
          <CloseIcon aria-hidden />
        </Button>
      ))}
    </div>
  );
}

type Chip = { name: keyof CallFilters; text: string };

function chipsOf(
  { agent, outcome, source, status, length, from, to }: CallFilters,
  agents: FilterChipsProps["agents"],
): Chip[] {
  const agentName = agents.find(({ agentId }) => agentId === agent)?.agentName ?? t("Selected agent");
  const outcomeName =
    outcome === toWrapUp ? t("To wrap up") : outcome && contractText(outcomeLabels[outcome]);
  const values: [keyof CallFilters, string, string | undefined | false][] = [
    ["agent", t("Agent"), agent !== undefined && agentName],
    ["outcome", t("Outcome"), outcomeName],
    ["source", t("Source"), source && contractText(sourceLabels[source])],
    ["status", t("Status"), status && t(statusLabels[status])],
    ["length", t("Length"), length && t(lengths[length].label)],
    ["from", t("From"), from && formatDay(from)],
    ["to", t("To"), to && formatDay(to)],
  ];
  return values.flatMap(([name, label, value]) =>
    value ? [{ name, text: `${label}${t(": ")}${value}` }] : [],
  );
}
