import { type Analytics as Figures, formatMinutes, type TrendPoint } from "@souffleur/contracts";
import { formatMoney } from "@souffleur/shared-ui";
import { formatRate, OtherRevenue } from "@souffleur/shared-ui/figures";
import { T, t } from "../texts/texts.ts";
import styles from "./analytics.module.css";
import { bucketsOf, daysOf, totalOf } from "./buckets.ts";
import { CallSuccess, CallVolume, Conversion } from "./outcome-sections.tsx";
import {
  average,
  type CardProps,
  durations,
  Figure,
  Growth,
  listOf,
  money,
  previous,
  won,
} from "./section-parts.tsx";
import { TopPerformers } from "./top-performers.tsx";
import { TrendCard } from "./trend-card.tsx";

/** Without calls there is no duration. */
const durationOf = ({ calls, averageSeconds }: TrendPoint) => (calls === 0 ? null : averageSeconds);

/** @param stale whether the figures of another range are loading */
export function Sections({
  figures,
  stale,
  listed,
}: {
  figures: Figures;
  stale: boolean;
  /** The filters of the list for the calls that are counted. */
  listed: Record<string, string>;
}) {
  const { recentTrends, previousTrends } = figures;
  const daysOfBucket = daysOf(recentTrends);
  const isOwn = figures.callVolume.lost !== undefined;
  const card: CardProps = {
    figures,
    buckets: bucketsOf(figures, daysOfBucket),
    days: daysOfBucket * recentTrends.length,
    before: totalOf(previousTrends),
    list: isOwn ? (filters) => listOf(recentTrends, { ...listed, ...filters }) : undefined,
  };
  return (
    <div className={styles.grid} aria-busy={stale}>
      <CallVolume {...card} />
      <Conversion {...card} />
      <AverageDuration {...card} />
      <RevenueVsTarget {...card} />
      <OtherRevenue revenue={figures.revenue} className={styles.wide} />
      <TopPerformers figures={figures} list={card.list} />
      <CallSuccess {...card} />
      <RevenueInsights {...card} />
    </div>
  );
}

function AverageDuration({ figures: { averageCallSeconds }, buckets, days, before, list }: CardProps) {
  return (
    <TrendCard
      title={t("Average Duration")}
      headline={
        <>
          <Figure to={list?.()}>{formatMinutes(averageCallSeconds)}</Figure>
          <Growth now={averageCallSeconds} before={before.averageSeconds} days={days} neutral />
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

function RevenueVsTarget({ figures: { revenue }, buckets, days, list }: CardProps) {
  const reached = (revenue.current / revenue.target) * 100;
  return (
    <TrendCard
      title={t("Revenue vs Target")}
      headline={
        <>
          <Figure to={list?.(won)}>{formatMoney(revenue.current, revenue.currency)}</Figure>
          <Growth now={revenue.current} before={revenue.previousMonth} days={days} />
        </>
      }
      note={
        revenue.target === 0
          ? t("No target: no revenue in the previous period")
          : t("{rate} of {target}", {
              rate: formatRate(reached),
              target: formatMoney(revenue.target, revenue.currency),
            })
      }
      buckets={buckets}
      measure={money(revenue.currency)}
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

function RevenueInsights({ figures: { callVolume, revenue }, buckets, days, before, list }: CardProps) {
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
              text="<0>{amount}</0> <1>per deal</1>"
              values={{ amount: formatMoney(perDeal, revenue.currency) }}
              elements={[<Figure key="amount" to={list?.(won)} />, <small key="deal" />]}
            />
            {before.successful > 0 && (
              <Growth now={perDeal} before={before.revenue / before.successful} days={days} />
            )}
          </>
        )
      }
      note={
        revenue.previousMonth === 0
          ? t("No revenue in the previous period")
          : t("{total} in total, {previous} in the previous {days} days", {
              total: formatMoney(revenue.current, revenue.currency),
              previous: formatMoney(revenue.previousMonth, revenue.currency),
              days,
            })
      }
      buckets={buckets}
      measure={money(revenue.currency)}
      series={[
        { label: t("Revenue"), value: (point) => point.revenue, drawn: "bar", color: "var(--chart-2)" },
        previous(days, (point) => point.revenue),
      ]}
    />
  );
}
