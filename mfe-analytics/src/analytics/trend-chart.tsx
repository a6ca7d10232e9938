import {
  Bar,
  CartesianGrid,
  ComposedChart,
  Line,
  ResponsiveContainer,
  Tooltip,
  XAxis,
  YAxis,
} from "recharts";
import type { Bucket } from "./buckets.ts";
import { roundTicks } from "./round-ticks.ts";
import styles from "./trend-chart.module.css";

export interface Series {
  label: string;
  /** Null for a gap in the line. */
  value: (bucket: Bucket) => number | null;
  /** Bars are stacked. Without it, only tooltip and table show the figures. */
  drawn?: "bar" | "line" | "target" | "average" | "previous";
  color?: string;
}

/** The formats of a chart's figures, on its axis (`tick`) and elsewhere, and the possible distances of its ticks. */
export interface Measure {
  tick: (value: number) => string;
  format: (value: number) => string;
  steps: readonly number[];
}

interface TrendChartProps {
  buckets: readonly Bucket[];
  series: readonly Series[];
  measure: Measure;
}

export const axis = {
  tickLine: false,
  axisLine: false,
  tick: { fill: "var(--text-second)", fontSize: 12 },
} as const;
const margin = { top: 8, right: 8, bottom: 0, left: 0 };
const lines = {
  line: { strokeWidth: 2 },
  target: { strokeWidth: 2, strokeDasharray: "4 4" },
  average: { strokeWidth: 2, strokeDasharray: "4 4" },
  previous: { strokeWidth: 1.5, strokeOpacity: 0.55 },
} as const;

/** A dash for a gap. */
export function textOf({ value }: Series, bucket: Bucket, { format }: Measure): string {
  const shown = value(bucket);
  return shown === null ? "–" : format(shown);
}

export function TrendChart({ buckets, series, measure }: TrendChartProps) {
  const bars = series.filter(({ drawn }) => drawn === "bar");
  const lined = series.flatMap(({ drawn, ...one }) =>
    drawn === undefined || drawn === "bar" ? [] : [{ drawn, ...one }],
  );
  const heights = buckets.flatMap((bucket) => [
    ...lined.flatMap(({ value }) => value(bucket) ?? []),
    ...(bars.length === 0 ? [] : [0, bars.reduce((sum, { value }) => sum + (value(bucket) ?? 0), 0)]),
  ]);
  const ticks = roundTicks(heights.length === 0 ? [0] : heights, measure.steps);
  return (
    <ResponsiveContainer width="100%" height="100%">
      <ComposedChart data={[...buckets]} margin={margin} accessibilityLayer={false}>
        <CartesianGrid vertical={false} stroke="var(--border)" />
        {/* As many labels as fit, at equal distances. */}
        <XAxis dataKey="name" interval="equidistantPreserveStart" minTickGap={16} {...axis} />
        <YAxis
          width={52}
          ticks={ticks}
          domain={[ticks[0] ?? 0, ticks.at(-1) ?? 1]}
          interval={0}
          tickFormatter={measure.tick}
          {...axis}
        />
        <Tooltip
          isAnimationActive={false}
          cursor={{ fill: "var(--hover)", stroke: "var(--border)" }}
          content={({ active, label }) => {
            const bucket = buckets.find(({ name }) => name === label);
            if (!active || bucket === undefined) return null;
            return <BucketTip bucket={bucket} series={series} measure={measure} />;
          }}
        />
        {bars.map(({ label, value, color = "var(--chart-1)" }, index) => (
          <Bar
            key={label}
            isAnimationActive={false}
            dataKey={value}
            name={label}
            stackId="bars"
            fill={color}
            radius={index === bars.length - 1 ? [4, 4, 0, 0] : 0}
          />
        ))}
        {lined.map(({ label, value, drawn, color = "var(--text-second)" }) => (
          <Line
            key={label}
            isAnimationActive={false}
            type="linear"
            dataKey={value}
            name={label}
            stroke={color}
            // Without dots, a figure between two gaps would be invisible.
            dot={drawn === "line" ? { r: 2, fill: color, strokeWidth: 0 } : false}
            activeDot={drawn === "line"}
            {...lines[drawn]}
          />
        ))}
      </ComposedChart>
    </ResponsiveContainer>
  );
}

function BucketTip({ bucket, series, measure }: Omit<TrendChartProps, "buckets"> & { bucket: Bucket }) {
  return (
    <div className={styles.tip}>
      <p>{bucket.name}</p>
      <table>
        <tbody>
          {series.map((one) => (
            <tr key={one.label}>
              <th scope="row">{one.label}</th>
              <td>{textOf(one, bucket, measure)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
