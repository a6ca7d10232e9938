import { type Analytics as Figures, formatMinutes, type TrendPoint } from "@souffleur/contracts";
import { formatCount, formatDollars, formatPercent } from "@souffleur/shared-ui";
import styles from "./analytics.module.css";
import { type Bucket, bucketsOf, daysOf, totalOf } from "./buckets.ts";
import { Change } from "./change.tsx";
import { ChartCard } from "./chart-card.tsx";
import { formatRate } from "./figures.ts";
import { NamedBars } from "./named-bars.tsx";
import { durationSteps, numberSteps } from "./round-ticks.ts";
import { TopPerformers } from "./top-performers.tsx";
import { TrendCard } from "./trend-card.tsx";
import type { Measure, Series } from "./trend-chart.tsx";

interface SectionsProps {
  figures: Figures;
  /** Whether figures of another range are being loaded. */
  stale: boolean;
}

const compactDollars = new Intl.NumberFormat("en-US", {
  style: "currency",
  currency: "USD",
  notation: "compact",
  maximumFractionDigits: 1,
});
const counts: Measure = { tick: formatCount, format: formatCount, steps: numberSteps };
const rates: Measure = { tick: formatPercent, format: formatRate, steps: numberSteps };
const durations: Measure = { tick: formatMinutes, format: formatMinutes, steps: durationSteps };
const dollars: Measure = {
  tick: (value) => compactDollars.format(value).replace("K", "k"),
  format: formatDollars,
  steps: numberSteps,
};

/** Without a call there is neither a rate nor a duration. */
const ofCalls =
  (value: (point: TrendPoint) => number) =>
  (point: TrendPoint): number | null =>
    point.calls === 0 ? null : value(point);
const conversionOf = ofCalls((point) => point.conversionRate);
const durationOf = ofCalls((point) => point.averageSeconds);

const growth = (now: number, before: number) => (now / before - 1) * 100;

export function Sections({ figures, stale }: SectionsProps) {
  const {
    callVolume,
    conversionRate,
    averageCallSeconds,
    revenue,
    recentTrends,
    previousTrends,
    lostReasons,
  } = figures;
  const daysOfBucket = daysOf(recentTrends);
  const days = daysOfBucket * recentTrends.length;
  const buckets = bucketsOf(figures, daysOfBucket);
  const before = totalOf(previousTrends);
  const reached = (revenue.current / revenue.target) * 100;
  const perDeal = revenue.current / callVolume.successful;
  const previous = (value: (point: TrendPoint) => number | null): Series => ({
    label: `Previous ${days} days`,
    value: ({ previous: point }: Bucket) => (point === undefined ? null : value(point)),
    drawn: "previous",
  });
  const average = (value: number): Series => ({
    label: "Period average",
    value: () => value,
    drawn: "average",
  });
  return (
    <div className={styles.grid} aria-busy={stale}>
      <TrendCard
        title="Call Volume"
        headline={
          <>
            {formatCount(callVolume.total)}
            {before.calls > 0 && <Change by={callVolume.changePercent} days={days} />}
          </>
        }
        note={
          before.calls === 0
            ? "No calls in the previous period"
            : `${formatCount(callVolume.successful)} successful, ${formatCount(callVolume.failed)} failed`
        }
        buckets={buckets}
        measure={counts}
        series={[
          {
            label: "Successful",
            value: ({ successful }) => successful,
            drawn: "bar",
            color: "var(--chart-1)",
          },
          { label: "Failed", value: ({ failed }) => failed, drawn: "bar", color: "var(--chart-5)" },
          { label: "Total", value: ({ calls }) => calls },
          previous(({ calls }) => calls),
        ]}
      />
      <TrendCard
        title="Conversion"
        headline={
          <>
            {formatRate(conversionRate)}
            {before.calls > 0 && (
              <Change
                by={conversionRate - (before.successful / before.calls) * 100}
                unit=" pts"
                days={days}
              />
            )}
          </>
        }
        note={`${formatCount(callVolume.successful)} of ${formatCount(callVolume.total)} calls succeeded`}
        buckets={buckets}
        measure={rates}
        series={[
          { label: "Conversion", value: conversionOf, drawn: "line", color: "var(--chart-1)" },
          average(conversionRate),
          previous(conversionOf),
        ]}
      />
      <TrendCard
        title="Average Duration"
        headline={
          <>
            {formatMinutes(averageCallSeconds)}
            {before.averageSeconds > 0 && (
              <Change by={growth(averageCallSeconds, before.averageSeconds)} days={days} neutral />
            )}
          </>
        }
        note="Average call length (min:sec)"
        buckets={buckets}
        measure={durations}
        series={[
          { label: "Average duration", value: durationOf, drawn: "line", color: "var(--chart-3)" },
          average(averageCallSeconds),
          previous(durationOf),
        ]}
      />
      <TrendCard
        title="Revenue vs Target"
        headline={
          <>
            {formatDollars(revenue.current)}
            {revenue.previousMonth > 0 && (
              <Change by={growth(revenue.current, revenue.previousMonth)} days={days} />
            )}
          </>
        }
        note={
          revenue.target === 0
            ? "No target: no revenue in the previous period"
            : `${formatRate(reached)} of ${formatDollars(revenue.target)}`
        }
        buckets={buckets}
        measure={dollars}
        series={[
          {
            label: "Revenue so far",
            value: ({ revenueSoFar }) => revenueSoFar,
            drawn: "line",
            color: "var(--chart-2)",
          },
          { label: "Target so far", value: ({ targetSoFar }) => targetSoFar, drawn: "target" },
          previous(({ revenueSoFar }) => revenueSoFar),
        ]}
      />
      <TopPerformers figures={figures} />
      <ChartCard
        title="Call Success Analysis"
        headline={`${formatCount(callVolume.successful)} successful`}
        note={`${formatCount(callVolume.failed)} failed, by reason`}
        columns={["Outcome", "Calls", "Share"]}
        rows={[
          ["Successful", formatCount(callVolume.successful), formatRate(conversionRate)],
          ...lostReasons.map(({ reason, calls }) => [
            reason,
            formatCount(calls),
            formatRate((calls / callVolume.total) * 100),
          ]),
        ]}
      >
        <NamedBars
          bars={[
            { id: "successful", name: "Successful", value: callVolume.successful, color: "var(--chart-2)" },
            ...lostReasons.map(({ reason, calls }) => ({
              id: reason,
              name: reason,
              value: calls,
              color: "var(--chart-5)",
            })),
          ]}
          measure="Calls"
          format={(calls) => `${formatCount(calls)} · ${formatRate((calls / callVolume.total) * 100)}`}
        />
      </ChartCard>
      <TrendCard
        title="Revenue Insights"
        headline={
          callVolume.successful === 0 ? (
            "No deals"
          ) : (
            <>
              {formatDollars(perDeal)} <small>per deal</small>
              {before.revenue > 0 && before.successful > 0 && (
                <Change by={growth(perDeal, before.revenue / before.successful)} days={days} />
              )}
            </>
          )
        }
        note={
          revenue.previousMonth === 0
            ? "No revenue in the previous period"
            : `${formatDollars(revenue.current)} in total, ${formatDollars(revenue.previousMonth)} in the previous ${days} days`
        }
        buckets={buckets}
        measure={dollars}
        series={[
          { label: "Revenue", value: (point) => point.revenue, drawn: "bar", color: "var(--chart-2)" },
          previous((point) => point.revenue),
        ]}
      />
    </div>
  );
}
