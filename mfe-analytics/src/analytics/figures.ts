import demo from "./demo-figures.json" with { type: "json" };

export const ranges = ["7d", "30d", "90d"] as const;
export type Range = (typeof ranges)[number];
export const defaultRange: Range = "30d";

export const rangeLabels: Record<Range, string> = { "7d": "7 Days", "30d": "30 Days", "90d": "90 Days" };
const daysOf: Record<Range, number> = { "7d": 7, "30d": 30, "90d": 90 };
/** The days of one bar or dot, so that no chart has more than fifteen. */
const bucketDays: Record<Range, number> = { "7d": 1, "30d": 2, "90d": 6 };

/** The results of one or several people within the range. */
export interface Performance {
  calls: number;
  conversions: number;
  /** Whole US dollars. */
  revenue: number;
}

export interface Performer extends Performance {
  id: string;
  name: string;
}

export interface TrendPoint {
  /** The beginning of the point's first day, in ms since the epoch. */
  from: number;
  calls: number;
  successful: number;
  failed: number;
  revenue: number;
  /** From the range's beginning to the point's end, and the target for that time. */
  revenueSoFar: number;
  targetSoFar: number;
  /** Percent of the point's calls that succeeded. */
  conversionRate: number;
  averageSeconds: number;
}

export interface Analytics {
  callVolume: { total: number; successful: number; failed: number; changePercent: number };
  /** Percent. */
  conversionRate: number;
  averageCallSeconds: number;
  /** Whole US dollars; `previousMonth` is the period before of the same length. */
  revenue: { current: number; target: number; previousMonth: number };
  topPerformers: readonly Performer[];
  /** All but the top performers, and the whole team. */
  others: Performance & { agents: number };
  team: Performance & { agents: number };
  lostReasons: readonly { reason: string; calls: number }[];
  recentTrends: readonly TrendPoint[];
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
const rate = (part: number, whole: number) => (whole === 0 ? 0 : (part / whole) * 100);

/**
 * The demonstration figures of a range that ends today. Only the daily counts are data: totals are their
 * sums and rates their quotients, so no two sections can disagree.
 * @param today ms since the epoch
 */
export function analyticsFor(range: Range, today: number): Analytics {
  const days = daysOf[range];
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
    averageCallSeconds: sum(last(demo.talkSeconds)) / total,
    revenue: {
      current: revenue,
      target,
      previousMonth: sum(before(demo.revenue)),
    },
    topPerformers,
    others: without(team, topPerformers),
    team,
    lostReasons: Object.entries(demo.lostReasons[range]).map(([reason, calls]) => ({ reason, calls })),
    recentTrends: trendOf(range, today, target),
  };
}

function without(team: Analytics["team"], some: readonly Performer[]): Analytics["others"] {
  const rest = (measure: keyof Performance) => team[measure] - sum(some.map((one) => one[measure]));
  return {
    agents: team.agents - some.length,
    calls: rest("calls"),
    conversions: rest("conversions"),
    revenue: rest("revenue"),
  };
}

/** The beginning of the day `days` before, by the calendar: a day with a clock change has 23 or 25 hours. */
function daysBefore(today: number, days: number): number {
  const date = new Date(today);
  return new Date(date.getFullYear(), date.getMonth(), date.getDate() - days).getTime();
}

function trendOf(range: Range, today: number, target: number): TrendPoint[] {
  const days = daysOf[range];
  const step = bucketDays[range];
  const first = demo.calls.length - days;
  return Array.from({ length: days / step }, (_, index) => {
    const start = first + index * step;
    const of = (values: readonly number[]) => sum(values.slice(start, start + step));
    const [calls, successful] = [of(demo.calls), of(demo.successful)];
    return {
      from: daysBefore(today, days - 1 - index * step),
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

/** A rate with exactly one decimal, so that the figures of a column align: `4.0%`. */
export function formatRate(percent: number): string {
  return `${percent.toFixed(1)}%`;
}

/** Minutes and seconds: `4:32`. */
export function formatMinutes(seconds: number): string {
  const whole = Math.round(seconds);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}
