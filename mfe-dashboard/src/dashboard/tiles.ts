import { type DashboardStatistics, wonOutcome } from "@souffleur/contracts";
import {
  ActiveUserIcon,
  ClockIcon,
  formatCount,
  formatMoney,
  formatPercent,
  PercentIcon,
  PhoneIcon,
  RevenueIcon,
  SuccessIcon,
} from "@souffleur/shared-ui";
import type { Text } from "../texts/texts.ts";

export interface Tile {
  label: Text;
  icon: typeof PhoneIcon;
  value: (statistics: DashboardStatistics) => string;
  /** In the unit of the figure, a duration in seconds. */
  amount: (statistics: DashboardStatistics) => number;
  /** Of own figures: their label, where it differs, and which of the calls they count. */
  own?: {
    label?: Text;
    filters?: Record<string, string>;
    unit?: "pts";
    isNeutral?: boolean;
    isAverage?: true;
  };
}

const numberTile = (
  label: Text,
  icon: Tile["icon"],
  amount: Tile["amount"],
  own: Tile["own"] = {},
  format = formatCount,
): Tile => ({ label, icon, value: (statistics) => format(amount(statistics)), amount, own });

const won = { filters: { outcome: wonOutcome } };

export const tiles: readonly Tile[] = [
  numberTile("Total Calls", PhoneIcon, ({ totalCalls }) => totalCalls),
  numberTile("Successful", SuccessIcon, ({ successfulCalls }) => successfulCalls, { label: "Won", ...won }),
  {
    label: "Avg Duration",
    icon: ClockIcon,
    value: ({ averageCallDuration }) => averageCallDuration,
    amount: ({ averageCallDuration }) =>
      averageCallDuration.split(":").reduce((seconds, part) => seconds * 60 + Number(part), 0),
    own: { isNeutral: true, isAverage: true },
  },
  numberTile(
    "Conversion %",
    PercentIcon,
    ({ conversionRate }) => conversionRate,
    { ...won, unit: "pts" },
    formatPercent,
  ),
  {
    label: "Revenue",
    icon: RevenueIcon,
    value: ({ revenue, currency }) => formatMoney(revenue, currency),
    amount: ({ revenue }) => revenue,
    own: won,
  },
  numberTile("Active Agents", ActiveUserIcon, ({ activeAgents }) => activeAgents, { isNeutral: true }),
];
