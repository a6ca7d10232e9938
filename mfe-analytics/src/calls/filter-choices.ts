import { type CallSummary, outcomeLabels, sourceLabels } from "@souffleur/contracts";
import { contractText, formatShortDate } from "@souffleur/shared-ui";
import { type Text, t } from "../texts/texts.ts";
import { type CallFilters, type FilterName, lengths, toWrapUp } from "./call-filters.ts";
import { statusLabels } from "./call-labels.ts";

export type Agents = readonly Pick<CallSummary, "agentId" | "agentName">[];

type Option = readonly [value: string, label: string];

/** A filter of which one of some values is chosen. */
export interface FilterChoice {
  /** The label of the option without a filter. */
  all: Text;
  options: readonly Option[];
}

export const filterLabels = {
  agent: "Agent",
  outcome: "Outcome",
  source: "Source",
  status: "Status",
  length: "Length",
  from: "From",
  to: "To",
} as const satisfies Record<FilterName, Text>;

/** The choice of a filter; undefined for days, and for agents where the user sees only their own calls. */
export function choiceOf(
  name: FilterName,
  { agent }: CallFilters,
  agents: Agents | undefined,
): FilterChoice | undefined {
  switch (name) {
    case "agent": {
      if (agents === undefined) return undefined;
      const known = agents.map(({ agentId, agentName }): Option => [agentId, agentName]);
      const isUnknown = agent !== undefined && !known.some(([id]) => id === agent);
      return { all: "All agents", options: isUnknown ? [[agent, t("Selected agent")], ...known] : known };
    }
    case "outcome":
      return {
        all: "All outcomes",
        options: [[toWrapUp, t("To wrap up")], ...optionsOf(outcomeLabels, contractText)],
      };
    case "source":
      return { all: "All sources", options: optionsOf(sourceLabels, contractText) };
    case "status":
      return { all: "All", options: optionsOf(statusLabels, t) };
    case "length":
      return { all: "Any length", options: optionsOf(lengths, ({ label }) => t(label)) };
    default:
      return undefined;
  }
}

function optionsOf<Label>(labels: Readonly<Record<string, Label>>, translate: (label: Label) => string) {
  return Object.entries(labels).map(([value, label]): Option => [value, translate(label)]);
}

/** A filter that is set, such as `Outcome: No need`; undefined where it is not set. */
export function filterText(name: FilterName, filters: CallFilters, agents: Agents | undefined) {
  const value = filters[name];
  if (value === undefined) return undefined;
  const choice = choiceOf(name, filters, agents);
  const label = choice?.options.find(([option]) => option === value)?.[1];
  // A day of the local time zone.
  const shown = label ?? formatShortDate(`${value}T00:00:00`);
  return t(filterLabels[name]) + t(": ") + shown;
}
