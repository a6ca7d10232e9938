import type { ReactNode } from "react";
import { t } from "../texts/texts.ts";
import type { Bucket } from "./buckets.ts";
import { ChartCard } from "./chart-card.tsx";
import { type Measure, type Series, TrendChart, textOf } from "./trend-chart.tsx";

interface TrendCardProps {
  title: string;
  headline: ReactNode;
  note: ReactNode;
  buckets: readonly Bucket[];
  series: readonly Series[];
  measure: Measure;
}

/** A section with a trend: chart, tooltip, legend and table show the same series. */
export function TrendCard({ buckets, series: all, measure, ...section }: TrendCardProps) {
  // One without a figure has nothing to show, such as the period before the first call.
  const series = all.filter(
    ({ value }, at) => at === 0 || buckets.some((bucket) => (value(bucket) ?? 0) !== 0),
  );
  // Not the average, which is the same in each row.
  const columns = series.filter(({ drawn }) => drawn !== "average");
  const drawn = series.filter((one) => one.drawn !== undefined);
  const isEmpty = !series.some(({ value }) => buckets.some((bucket) => (value(bucket) ?? 0) !== 0));
  return (
    <ChartCard
      {...section}
      columns={[t("Days"), ...columns.map(({ label }) => label)]}
      rows={buckets.map((bucket) => [
        bucket.name,
        ...columns.map((column) => textOf(column, bucket, measure)),
      ])}
      legend={drawn.length > 1 ? drawn : []}
      isEmpty={isEmpty}
    >
      <TrendChart buckets={buckets} series={series} measure={measure} />
    </ChartCard>
  );
}
