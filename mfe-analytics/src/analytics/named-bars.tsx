import { Bar, BarChart, Cell, LabelList, ResponsiveContainer, Tooltip, XAxis, YAxis } from "recharts";
import { t } from "../texts/texts.ts";
import tipStyles from "./trend-chart.module.css";
import { axis } from "./trend-chart.tsx";

interface NamedBarsProps {
  /** `label` is the value as it is read. */
  bars: readonly { id: string; name: string; value: number; label: string; color: string }[];
  /** The values' name in the tooltip. */
  measure: string;
}

/** A horizontal bar for each name, with its value at its end. */
export function NamedBars({ bars, measure }: NamedBarsProps) {
  const labelLength = Math.max(...bars.map(({ label }) => label.length));
  return (
    <ResponsiveContainer width="100%" height="100%">
      <BarChart
        data={[...bars]}
        layout="vertical"
        margin={{ top: 0, right: 12 + labelLength * 7, bottom: 0, left: 0 }}
        accessibilityLayer={false}
      >
        <XAxis type="number" domain={[0, "dataMax"]} hide />
        <YAxis type="category" dataKey="name" width={140} interval={0} {...axis} />
        <Tooltip
          isAnimationActive={false}
          separator={t(": ")}
          // The bars' colours are too pale for text.
          itemStyle={{ color: "var(--text)", padding: 0 }}
          contentStyle={{ all: "unset" }}
          wrapperClassName={tipStyles.tip ?? ""}
          cursor={{ fill: "var(--hover)", stroke: "var(--border)" }}
          formatter={(_value, _name, { payload }) => payload.label}
        />
        <Bar dataKey="value" name={measure} barSize={14} radius={[0, 4, 4, 0]} isAnimationActive={false}>
          {bars.map(({ id, color }) => (
            <Cell key={id} fill={color} />
          ))}
          <LabelList dataKey="label" position="right" fill="var(--text)" fontSize={12} />
        </Bar>
      </BarChart>
    </ResponsiveContainer>
  );
}
