import {
  type Analytics,
  daysOfPoint,
  daysOfRange,
  type FiguresRange,
  formatMinutes,
  type Performer,
  type TrendPoint,
} from "@souffleur/contracts";
import { type Text, t } from "../texts/texts.ts";
import demo from "./demo-figures.json" with { type: "json" };

const lostReasons = [
  "No decision yet",
  "Price too high",
  "Chose a competitor",
  "No need",
] as const satisfies readonly Text[];

export const rangeLabels: Record<FiguresRange, Text> = {
  "7d": "7 Days",
  "30d": "30 Days",
  "90d": "90 Days",
};

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
const rate = (part: number, whole: number) => (whole === 0 ? 0 : (part / whole) * 100);

/**
 * The sample figures of a range that ends today. Only the daily counts are data: totals are their sums and rates their
 * quotients, so that no two sections can disagree.
 * @param today ms since the epoch
 */
export function analyticsFor(range: FiguresRange, today: number): Analytics {
  const days = daysOfRange[range];
  const last = (values: readonly number[]) => values.slice(-days);
  const before = (values: readonly number[]) => values.slice(-2 * days, -days);
  const total = sum(last(demo.calls));
  const successful = sum(last(demo.successful));
  const revenue = sum(last(demo.revenue));
  const target = demo.targets[range];
  const topPerformers: readonly Performer[] = demo.performers[range];
  const team = { agents: demo.agents, calls: total, conversions: successful, revenue };
  return {
    callVolume: {
      total,
      successful,
      failed: total - successful,
      changePercent: rate(total - sum(before(demo.calls)), sum(before(demo.calls))),
    },
    conversionRate: rate(successful, total),
    averageCallDuration: formatMinutes(sum(last(demo.talkSeconds)) / total),
    averageCallSeconds: sum(last(demo.talkSeconds)) / total,
    revenue: {
      current: revenue,
      target,
      previousMonth: sum(before(demo.revenue)),
    },
    topPerformers,
    others: without(team, topPerformers),
    team,
    lostReasons: lostReasons.map((reason) => ({ reason: t(reason), calls: demo.lostReasons[range][reason] })),
    recentTrends: trendOf(range, today, target),
    previousTrends: trendOf(range, today, 0, days),
  };
}

function without(team: Analytics["team"], some: readonly Performer[]): Analytics["others"] {
  const rest = (measure: "calls" | "conversions" | "revenue") =>
    team[measure] - sum(some.map((one) => one[measure]));
  return {
    agents: team.agents - some.length,
    calls: rest("calls"),
    conversions: rest("conversions"),
    revenue: rest("revenue"),
  };
}

/** The start of the day `days` before, by the calendar: a day with a clock change has 23 or 25 hours. */
function daysBefore(today: number, days: number): number {
  const date = new Date(today);
  return new Date(date.getFullYear(), date.getMonth(), date.getDate() - days).getTime();
}

/** @param daysAgo where the trend ends */
function trendOf(range: FiguresRange, today: number, target: number, daysAgo = 0): TrendPoint[] {
  const days = daysOfRange[range];
  const step = daysOfPoint[range];
  const first = demo.calls.length - days - daysAgo;
  return Array.from({ length: days / step }, (_, index) => {
    const start = first + index * step;
    const of = (values: readonly number[]) => sum(values.slice(start, start + step));
    const [calls, successful] = [of(demo.calls), of(demo.successful)];
    return {
      from: daysBefore(today, daysAgo + days - 1 - index * step),
      calls,
      successful,
      failed: calls - successful,
      revenue: of(demo.revenue),
      revenueSoFar: sum(demo.revenue.slice(first, start + step)),
      targetSoFar: Math.round((target * (index + 1) * step) / days),
      conversionRate: rate(successful, calls),
      averageSeconds: of(demo.talkSeconds) / calls,
    };
  });
}
