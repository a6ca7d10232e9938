import type { Analytics, TrendPoint } from "@souffleur/contracts";
import { locale } from "@souffleur/shared-ui";

/** A point of a trend with its label and the point of the previous period. */
export interface Bucket extends TrendPoint {
  /** `Oct 25`, or `Oct 25 – 30` for several days. */
  name: string;
  previous: TrendPoint | undefined;
}

const format = new Intl.DateTimeFormat(locale, { month: "short", day: "numeric" });

const dayMs = 24 * 3_600_000;

/** The number of days of each point. */
export function daysOf([first, second]: readonly TrendPoint[]): number {
  // Rounded: a day with a clock change has 23 or 25 hours.
  return first === undefined || second === undefined ? 1 : Math.round((second.from - first.from) / dayMs);
}

/** @param days of one bucket */
export function bucketsOf({ recentTrends, previousTrends }: Analytics, days: number): Bucket[] {
  return recentTrends.map((point, index) => {
    const last = new Date(point.from);
    last.setDate(last.getDate() + days - 1);
    return { ...point, name: format.formatRange(point.from, last), previous: previousTrends[index] };
  });
}

/** The totals of a period. */
export function totalOf(points: readonly TrendPoint[]) {
  const sum = (value: (point: TrendPoint) => number) =>
    points.reduce((total, point) => total + value(point), 0);
  const calls = sum((point) => point.calls);
  return {
    calls,
    successful: sum(({ successful }) => successful),
    /** Of the samples all that did not succeed. */
    lost: sum(({ calls, successful, lost = calls - successful }) => lost),
    revenue: sum(({ revenue }) => revenue),
    /** 0 without calls. */
    averageSeconds: calls === 0 ? 0 : sum((point) => point.averageSeconds * point.calls) / calls,
  };
}
