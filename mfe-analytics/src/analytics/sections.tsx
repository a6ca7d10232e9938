import { type DashboardStatistics, type Analytics as Figures, formatMinutes } from "@souffleur/contracts";
import { Badge, formatCount, formatDollars } from "@souffleur/shared-ui";
import styles from "./analytics.module.css";
import { ChartCard } from "./chart-card.tsx";
import { formatDay, RateChart, RevenueChart, TargetChart, VolumeChart } from "./charts.tsx";
import { formatRate } from "./figures.ts";
import { NamedBars } from "./named-bars.tsx";
import { TopPerformers } from "./top-performers.tsx";

interface SectionsProps {
  figures: Figures;
  /** The period before, where it may have been without calls. */
  previous?: DashboardStatistics | undefined;
  /** Whether figures of another range are being loaded. */
  stale: boolean;
}

export function Sections({ figures, previous, stale }: SectionsProps) {
  const { callVolume, conversionRate, averageCallSeconds, revenue, recentTrends, lostReasons } = figures;
  const perDay = (cells: (point: (typeof recentTrends)[number]) => string[]) =>
    recentTrends.map((point) => [formatDay(point.from), ...cells(point)]);
  const reached = (revenue.current / revenue.target) * 100;
  const growth = ((revenue.current - revenue.previousMonth) / revenue.previousMonth) * 100;
  return (
    <div className={styles.grid} aria-busy={stale}>
      <ChartCard
        title="Call Volume"
        headline={formatCount(callVolume.total)}
        note={
          previous?.totalCalls === 0 ? (
            "No calls in the previous period"
          ) : (
            <Change percent={callVolume.changePercent} />
          )
        }
        columns={["From", "Calls", "Successful", "Failed"]}
        rows={perDay(({ calls, successful, failed }) => [calls, successful, failed].map(formatCount))}
        legend={[
          { label: "Successful", color: "var(--chart-1)" },
          { label: "Failed", color: "var(--chart-5)" },
        ]}
      >
        <VolumeChart points={recentTrends} />
      </ChartCard>
      <ChartCard
        title="Conversion"
        headline={formatRate(conversionRate)}
        note={`${formatCount(callVolume.successful)} of ${formatCount(callVolume.total)} calls succeeded`}
        columns={["From", "Conversion"]}
        rows={perDay((point) => [formatRate(point.conversionRate)])}
        legend={[
          { label: "Conversion", color: "var(--chart-1)" },
          { label: "Period average", color: "var(--text-second)", dashed: true },
        ]}
      >
        <RateChart
          points={recentTrends}
          measure="conversionRate"
          name="Conversion"
          color="var(--chart-1)"
          average={conversionRate}
        />
      </ChartCard>
      <ChartCard
        title="Average Duration"
        headline={formatMinutes(averageCallSeconds)}
        note="Average call length (min:sec)"
        columns={["From", "Average duration"]}
        rows={perDay((point) => [formatMinutes(point.averageSeconds)])}
        legend={[
          { label: "Average duration", color: "var(--chart-3)" },
          { label: "Period average", color: "var(--text-second)", dashed: true },
        ]}
      >
        <RateChart
          points={recentTrends}
          measure="averageSeconds"
          name="Average duration"
          color="var(--chart-3)"
          average={averageCallSeconds}
        />
      </ChartCard>
      <ChartCard
        title="Revenue vs Target"
        headline={formatDollars(revenue.current)}
        note={
          revenue.target === 0
            ? "No target: no revenue in the previous period"
            : `${formatRate(reached)} of ${formatDollars(revenue.target)}`
        }
        columns={["From", "Revenue so far", "Target so far"]}
        rows={perDay((point) => [point.revenueSoFar, point.targetSoFar].map(formatDollars))}
        legend={[
          { label: "Revenue so far", color: "var(--chart-2)" },
          { label: "Target so far", color: "var(--text-second)", dashed: true },
        ]}
      >
        <TargetChart points={recentTrends} />
      </ChartCard>
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
      <ChartCard
        title="Revenue Insights"
        headline={
          callVolume.successful === 0 ? (
            "No deals"
          ) : (
            <>
              {formatDollars(revenue.current / callVolume.successful)} <small>per deal</small>
            </>
          )
        }
        note={
          revenue.previousMonth === 0 ? (
            "No revenue in the previous period"
          ) : (
            <Change percent={growth} before={formatDollars(revenue.previousMonth)} />
          )
        }
        columns={["From", "Revenue"]}
        rows={perDay((point) => [formatDollars(point.revenue)])}
      >
        <RevenueChart points={recentTrends} />
      </ChartCard>
    </div>
  );
}

/** The change against the previous period of the same length, in which `before` was reached. */
function Change({ percent, before }: { percent: number; before?: string }) {
  return (
    <>
      <Badge tone={percent < 0 ? "danger" : "success"}>
        {percent < 0 ? "−" : "+"}
        {formatRate(Math.abs(percent))}
      </Badge>{" "}
      against {before ?? "the period"} before
    </>
  );
}
