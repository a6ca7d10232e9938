import type { DashboardStatistics } from "@souffleur/contracts";
import {
  ActiveUserIcon,
  ClockIcon,
  formatCount,
  formatDollars,
  formatPercent,
  PercentIcon,
  PhoneIcon,
  RevenueIcon,
  SuccessIcon,
} from "@souffleur/shared-ui";
import type { Text } from "../texts/texts.ts";

interface Tile {
  label: Text;
  icon: typeof PhoneIcon;
  value: (statistics: DashboardStatistics) => string;
  /** In the unit of the figure, a duration in seconds. */
  amount: (statistics: DashboardStatistics) => number;
}

const numberTile = (label: Text, icon: Tile["icon"], amount: Tile["amount"], format = formatCount): Tile => ({
  label,
  icon,
  value: (statistics) => format(amount(statistics)),
  amount,
});

export const tiles: readonly Tile[] = [
  numberTile("Total Calls", PhoneIcon, ({ totalCalls }) => totalCalls),
  numberTile("Successful", SuccessIcon, ({ successfulCalls }) => successfulCalls),
  {
    label: "Avg Duration",
    icon: ClockIcon,
    value: ({ averageCallDuration }) => averageCallDuration,
    amount: ({ averageCallDuration }) =>
      averageCallDuration.split(":").reduce((seconds, part) => seconds * 60 + Number(part), 0),
  },
  numberTile("Conversion %", PercentIcon, ({ conversionRate }) => conversionRate, formatPercent),
  numberTile("Revenue", RevenueIcon, ({ revenue }) => revenue, formatDollars),
  numberTile("Active Agents", ActiveUserIcon, ({ activeAgents }) => activeAgents),
];
