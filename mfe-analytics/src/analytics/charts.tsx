import { formatMinutes, type TrendPoint } from "@souffleur/contracts";
import { formatCount, formatDollars, formatPercent } from "@souffleur/shared-ui";
import {
  Bar,
  BarChart,
  CartesianGrid,
  Line,
  LineChart,
  ReferenceLine,
  ResponsiveContainer,
  Tooltip,
  XAxis,
  YAxis,
} from "recharts";
import styles from "./analytics.module.css";
import { formatRate } from "./figures.ts";

const day = new Intl.DateTimeFormat("en-US", { month: "short", day: "numeric" });

/** The first day of a point, for axes and tables. */
export function formatDay(at: number): string {
  return day.format(new Date(at));
}

export const axis = {
  tickLine: false,
  axisLine: false,
  tick: { fill: "var(--text-second)", fontSize: 12 },
} as const;
const margin = { top: 8, right: 8, bottom: 0, left: 0 };
export const tooltip = {
  isAnimationActive: false,
  separator: ": ",
  // The lines' colours are too pale for text.
  itemStyle: { color: "var(--text)" },
  wrapperClassName: styles.tooltip ?? "",
  contentStyle: { background: "var(--raised)", border: "1px solid var(--border)", borderRadius: 8 },
  cursor: { fill: "var(--hover)", stroke: "var(--border)" },
} as const;
const ofDay = { ...tooltip, labelFormatter: (label: unknown) => formatDay(Number(label)) };

const grid = <CartesianGrid vertical={false} stroke="var(--border)" />;
/** As many days as fit, at equal distances. */
const daysAxis = {
  dataKey: "from",
  tickFormatter: formatDay,
  interval: "equidistantPreserveStart",
  minTickGap: 24,
  ...axis,
} as const;
const days = <XAxis {...daysAxis} />;
/** The padding keeps the first day's label clear of the other axis' lowest figure. */
const daysOfLine = <XAxis {...daysAxis} padding={{ left: 20, right: 20 }} />;
const compact = new Intl.NumberFormat("en-US", {
  style: "currency",
  currency: "USD",
  notation: "compact",
  maximumFractionDigits: 1,
});
const dollars = (
  <YAxis
    width={52}
    allowDecimals={false}
    tickFormatter={(value: number) => compact.format(value).replace("K", "k")}
    {...axis}
  />
);
const line = { isAnimationActive: false, type: "monotone", strokeWidth: 2, dot: false } as const;

interface TrendProps {
  points: readonly TrendPoint[];
}

export function VolumeChart({ points }: TrendProps) {
  return (
    <ResponsiveContainer width="100%" height="100%">
      <BarChart data={[...points]} margin={margin} accessibilityLayer={false}>
        {grid}
        {days}
        <YAxis width={36} allowDecimals={false} {...axis} />
        <Tooltip {...ofDay} formatter={(value) => formatCount(Number(value))} />
        <Bar
          isAnimationActive={false}
          dataKey="successful"
          name="Successful"
          stackId="calls"
          fill="var(--chart-1)"
        />
        <Bar
          isAnimationActive={false}
          dataKey="failed"
          name="Failed"
          stackId="calls"
          fill="var(--chart-5)"
          radius={[4, 4, 0, 0]}
        />
      </BarChart>
    </ResponsiveContainer>
  );
}

interface RateChartProps extends TrendProps {
  measure: "conversionRate" | "averageSeconds";
  name: string;
  color: string;
  /** The range's average, drawn as a horizontal line. */
  average: number;
}

const formats = {
  conversionRate: { tick: formatPercent, value: formatRate },
  averageSeconds: { tick: formatMinutes, value: formatMinutes },
};

export function RateChart({ points, measure, name, color, average }: RateChartProps) {
  const { tick, value } = formats[measure];
  return (
    <ResponsiveContainer width="100%" height="100%">
      <LineChart data={[...points]} margin={margin} accessibilityLayer={false}>
        {grid}
        {daysOfLine}
        <YAxis width={44} domain={["auto", "auto"]} tickFormatter={tick} {...axis} />
        <Tooltip {...ofDay} formatter={(shown) => value(Number(shown))} />
        <ReferenceLine y={average} stroke="var(--text-second)" strokeDasharray="4 4" />
        <Line {...line} dataKey={measure} name={name} stroke={color} />
      </LineChart>
    </ResponsiveContainer>
  );
}

/** The accumulated revenue against the target. */
export function TargetChart({ points }: TrendProps) {
  return (
    <ResponsiveContainer width="100%" height="100%">
      <LineChart data={[...points]} margin={margin} accessibilityLayer={false}>
        {grid}
        {daysOfLine}
        {dollars}
        <Tooltip {...ofDay} formatter={(value) => formatDollars(Number(value))} />
        <Line
          {...line}
          dataKey="targetSoFar"
          name="Target so far"
          stroke="var(--text-second)"
          strokeDasharray="4 4"
        />
        <Line {...line} dataKey="revenueSoFar" name="Revenue so far" stroke="var(--chart-2)" />
      </LineChart>
    </ResponsiveContainer>
  );
}

export function RevenueChart({ points }: TrendProps) {
  return (
    <ResponsiveContainer width="100%" height="100%">
      <BarChart data={[...points]} margin={margin} accessibilityLayer={false}>
        {grid}
        {days}
        {dollars}
        <Tooltip {...ofDay} formatter={(value) => formatDollars(Number(value))} />
        <Bar
          isAnimationActive={false}
          dataKey="revenue"
          name="Revenue"
          fill="var(--chart-2)"
          radius={[4, 4, 0, 0]}
        />
      </BarChart>
    </ResponsiveContainer>
  );
}
