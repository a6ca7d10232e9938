import { Button, CloseIcon } from "@souffleur/shared-ui";
import { t } from "../texts/texts.ts";
import { type CallFilters, includesFilters, isFiltered, filters as names, presets } from "./call-filters.ts";
import styles from "./filter-chips.module.css";
import { type Agents, filterText } from "./filter-choices.ts";

interface FilterChipsProps {
  filters: CallFilters;
  agents: Agents | undefined;
  onChange: (change: CallFilters) => void;
  onClear: () => void;
}

/** The presets, then the filters that are set otherwise; each goes by one press. */
export function FilterChips({ filters, agents, onChange, onClear }: FilterChipsProps) {
  const offered = presets.map(({ label, filters: make }) => {
    const part: CallFilters = make();
    const own = Object.keys(part) as (keyof CallFilters)[];
    return { label, part, own, isSet: includesFilters(filters, part) };
  });
  const ofPresets = offered.flatMap(({ own, isSet }) => (isSet ? own : []));
  const others = names.filter((name) => filters[name] !== undefined && !ofPresets.includes(name));
  return (
    <div className={styles.chips}>
      {offered.map(({ label, part, own, isSet }) => (
        <Button
          key={label}
          small
          aria-pressed={isSet}
          onClick={() => onChange(isSet ? Object.fromEntries(own.map((name) => [name, undefined])) : part)}
        >
          {t(label)}
        </Button>
      ))}
      {others.map((name) => {
        const filter = filterText(name, filters, agents) ?? "";
        return (
          <Button
            key={name}
            small
            className={styles.chip}
            aria-label={t("Remove {filter}", { filter })}
            onClick={() => onChange({ [name]: undefined })}
          >
            <span className={styles.text}>{filter}</span>
            <CloseIcon aria-hidden />
          </Button>
        );
      })}
      {isFiltered(filters) && (
        <Button small variant="quiet" onClick={onClear}>
          {t("Clear filters")}
        </Button>
      )}
    </div>
  );
}
