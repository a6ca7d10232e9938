import { type Analytics as Figures, formatMinutes, type TrendPoint } from "@souffleur/contracts";
import { formatCount, formatDollars, formatPercent, locale } from "@souffleur/shared-ui";
import { T, t } from "../texts/texts.ts";
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

/** What all cards show of a range. */
interface CardProps {
  figures: Figures;
  buckets: readonly Bucket[];
  /** The length of the range. */
  days: number;
  /** The sums of the range before. */
  before: ReturnType<typeof totalOf>;
}

const compactDollars = new Intl.NumberFormat(locale, {
  style: "currency",
  currency: "USD",
  currencyDisplay: "narrowSymbol",
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

/** Without calls there is no rate and no duration. */
const ofCalls =
  (value: (point: TrendPoint) => number) =>
  (point: TrendPoint): number | null =>
    point.calls === 0 ? null : value(point);
const conversionOf = ofCalls((point) => point.conversionRate);
const durationOf = ofCalls((point) => point.averageSeconds);

const growth = (now: number, before: number) => (now / before - 1) * 100;

const previous = (days: number, value: (point: TrendPoint) => number | null): Series => ({
  label: t("Previous {days} days", { days }),
  value: ({ previous: point }: Bucket) => (point === undefined ? null : value(point)),
  drawn: "previous",
});
const average = (value: number): Series => ({
  label: t("Period average"),
  value: () => value,
  drawn: "average",
});

/** @param stale whether the figures of another range are loading */
export function Sections({ figures, stale }: { figures: Figures; stale: boolean }) {
  const { recentTrends, previousTrends } = figures;
  const daysOfBucket = daysOf(recentTrends);
  const card: CardProps = {
    figures,
    buckets: bucketsOf(figures, daysOfBucket),
    days: daysOfBucket * recentTrends.length,
    before: totalOf(previousTrends),
  };
  return (
    <div className={styles.grid} aria-busy={stale}>
      <CallVolume {...card} />
      <Conversion {...card} />
      <AverageDuration {...card} />
      <RevenueVsTarget {...card} />
      <TopPerformers figures={figures} />
      <CallSuccess figures={figures} />
      <RevenueInsights {...card} />
    </div>
  );
}

function CallVolume({ figures: { callVolume }, buckets, days, before }: CardProps) {
  const { total, successful, failed } = callVolume;
  return (
    <TrendCard
      title={t("Call Volume")}
      headline={
        <>
          <span>{formatCount(total)}</span>
          {before.calls > 0 && <Change by={callVolume.changePercent} days={days} />}
        </>
      }
      note={
        before.calls === 0
          ? t("No calls in the previous period")
          : t("{successful, number} successful, {failed, number} failed", { successful, failed })
      }
      buckets={buckets}
      measure={counts}
      series={[
        {
          label: t("Successful"),
          value: ({ successful }) => successful,
          drawn: "bar",
          color: "var(--chart-1)",
        },
        { label: t("Failed"), value: ({ failed }) => failed, drawn: "bar", color: "var(--chart-5)" },
        { label: t("Total"), value: ({ calls }) => calls },
        previous(days, ({ calls }) => calls),
      ]}
    />
  );
}

function Conversion({ figures: { callVolume, conversionRate }, buckets, days, before }: CardProps) {
  const { total, successful } = callVolume;
  return (
    <TrendCard
      title={t("Conversion")}
      headline={
        <>
          <span>{formatRate(conversionRate)}</span>
          {before.calls > 0 && (
            <Change by={conversionRate - (before.successful / before.calls) * 100} unit="pts" days={days} />
          )}
        </>
      }
      note={t("{successful, number} of {total, number} calls succeeded", { successful, total })}
      buckets={buckets}
      measure={rates}
      series={[
        { label: t("Conversion"), value: conversionOf, drawn: "line", color: "var(--chart-1)" },
        average(conversionRate),
        previous(days, conversionOf),
      ]}
    />
  );
}

function AverageDuration({ figures: { averageCallSeconds }, buckets, days, before }: CardProps) {
  return (
    <TrendCard
      title={t("Average Duration")}
      headline={
        <>
          <span>{formatMinutes(averageCallSeconds)}</span>
          {before.averageSeconds > 0 && (
            <Change by={growth(averageCallSeconds, before.averageSeconds)} days={days} neutral />
          )}
        </>
      }
      note={t("Average call length (min:sec)")}
      buckets={buckets}
      measure={durations}
      series={[
        { label: t("Average duration"), value: durationOf, drawn: "line", color: "var(--chart-3)" },
        average(averageCallSeconds),
        previous(days, durationOf),
      ]}
    />
  );
}

function RevenueVsTarget({ figures: { revenue }, buckets, days }: CardProps) {
  const reached = (revenue.current / revenue.target) * 100;
  return (
    <TrendCard
      title={t("Revenue vs Target")}
      headline={
        <>
          <span>{formatDollars(revenue.current)}</span>
          {revenue.previousMonth > 0 && (
            <Change by={growth(revenue.current, revenue.previousMonth)} days={days} />
          )}
        </>
      }
      note={
        revenue.target === 0
          ? t("No target: no revenue in the previous period")
          : t("{rate} of {target}", { rate: formatRate(reached), target: formatDollars(revenue.target) })
      }
      buckets={buckets}
      measure={dollars}
      series={[
        {
          label: t("Revenue so far"),
          value: ({ revenueSoFar }) => revenueSoFar,
          drawn: "line",
          color: "var(--chart-2)",
        },
        { label: t("Target so far"), value: ({ targetSoFar }) => targetSoFar, drawn: "target" },
        previous(days, ({ revenueSoFar }) => revenueSoFar),
      ]}
    />
  );
}

function CallSuccess({ figures: { callVolume, conversionRate, lostReasons } }: Pick<CardProps, "figures">) {
  const { total, successful, failed } = callVolume;
  return (
    <ChartCard
      title={t("Call Success Analysis")}
      headline={t("{successful, number} successful", { successful })}
      note={t("{failed, number} failed, by reason", { failed })}
      columns={[t("Outcome"), t("Calls"), t("Share")]}
      rows={[
        [t("Successful"), formatCount(successful), formatRate(conversionRate)],
        ...lostReasons.map(({ reason, calls }) => [
          reason,
          formatCount(calls),
          formatRate((calls / total) * 100),
        ]),
      ]}
    >
      <NamedBars
        bars={[
          { id: "successful", name: t("Successful"), value: successful, color: "var(--chart-2)" },
          ...lostReasons.map(({ reason, calls }) => ({
            id: reason,
            name: reason,
            value: calls,
            color: "var(--chart-5)",
          })),
        ]}
        measure={t("Calls")}
        format={(calls) => `${formatCount(calls)} · ${formatRate((calls / total) * 100)}`}
      />
    </ChartCard>
  );
}

function RevenueInsights({ figures: { callVolume, revenue }, buckets, days, before }: CardProps) {
  const { successful } = callVolume;
  const perDeal = revenue.current / successful;
  return (
    <TrendCard
      title={t("Revenue Insights")}
      headline={
        successful === 0 ? (
          t("No deals")
        ) : (
          <>
            <T
              text="{amount} <0>per deal</0>"
              values={{ amount: formatDollars(perDeal) }}
              elements={[<small key="deal" />]}
            />
            {before.revenue > 0 && before.successful > 0 && (
              <Change by={growth(perDeal, before.revenue / before.successful)} days={days} />
            )}
          </>
        )
      }
      note={
        revenue.previousMonth === 0
          ? t("No revenue in the previous period")
          : t("{total} in total, {previous} in the previous {days} days", {
              total: formatDollars(revenue.current),
              previous: formatDollars(revenue.previousMonth),
              days,
            })
      }
      buckets={buckets}
      measure={dollars}
      series={[
        { label: t("Revenue"), value: (point) => point.revenue, drawn: "bar", color: "var(--chart-2)" },
        previous(days, (point) => point.revenue),
      ]}
    />
  );
}
