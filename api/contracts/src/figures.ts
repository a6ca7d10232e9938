import * as z from "zod";
import { endpoint } from "./endpoint.ts";
import { text } from "./texts/text.ts";

export const figuresRanges = ["7d", "30d", "90d"] as const;
export const FiguresRange = z.enum(figuresRanges, { error: text("Range must be one of: 7d, 30d, 90d") });
export type FiguresRange = z.infer<typeof FiguresRange>;

export const daysOfRange: Record<FiguresRange, number> = { "7d": 7, "30d": 30, "90d": 90 };
/** The days of one point of a trend, so that no chart has more than fifteen. */
export const daysOfPoint: Record<FiguresRange, number> = { "7d": 1, "30d": 2, "90d": 6 };

const count = z.int().nonnegative();
const rate = z.number().nonnegative();

/** Revenue in whole US dollars, the rate in percent. */
export const DashboardStatistics = z.object({
  totalCalls: count,
  successfulCalls: count,
  /** Minutes and seconds, as `4:32`. */
  averageCallDuration: z.string(),
  conversionRate: rate,
  revenue: count,
  activeAgents: count,
});
export type DashboardStatistics = z.infer<typeof DashboardStatistics>;

export const Activity = z.object({
  id: z.string(),
  type: z.enum(["call", "deal", "meeting"]),
  title: z.string(),
  description: z.string(),
  status: z.enum(["success", "pending", "cancelled"]),
  /** In ms since the epoch. */
  timestamp: z.number(),
});
export type Activity = z.infer<typeof Activity>;

/** The results of one or several people within the range. */
const Performance = z.object({
  calls: count,
  conversions: count,
  /** Whole US dollars. */
  revenue: count,
});
export type Performance = z.infer<typeof Performance>;

export const Performer = Performance.extend({ id: z.string(), name: z.string() });
export type Performer = z.infer<typeof Performer>;

const TeamPerformance = Performance.extend({ agents: count });

export const TrendPoint = z.object({
  /** The beginning of the point's first day, in ms since the epoch. */
  from: z.number(),
  calls: count,
  successful: count,
  failed: count,
  revenue: count,
  /** From the range's beginning to the point's end, and the target for that time. */
  revenueSoFar: count,
  targetSoFar: count,
  /** Percent of the point's calls that succeeded. */
  conversionRate: rate,
  averageSeconds: rate,
});
export type TrendPoint = z.infer<typeof TrendPoint>;

export const Analytics = z.object({
  /** `changePercent` is against the period before of the same length. */
  callVolume: z.object({ total: count, successful: count, failed: count, changePercent: z.number() }),
  /** Percent. */
  conversionRate: rate,
  /** Minutes and seconds, as `4:32`. */
  averageCallDuration: z.string(),
  averageCallSeconds: rate,
  /** Whole US dollars; `previousMonth` is the period before of the same length. */
  revenue: z.object({ current: count, target: count, previousMonth: count }),
  topPerformers: z.array(Performer).readonly(),
  /** All but the top performers, and the whole team. */
  others: TeamPerformance,
  team: TeamPerformance,
  /** The calls that did not succeed, by what they came to. */
  lostReasons: z.array(z.object({ reason: z.string(), calls: count })).readonly(),
  recentTrends: z.array(TrendPoint).readonly(),
  /** The points of the period before: as many, each for the one of the same number. */
  previousTrends: z.array(TrendPoint).readonly(),
});
export type Analytics = z.infer<typeof Analytics>;

/** Minutes and seconds: `4:32`. */
export function formatMinutes(seconds: number): string {
  const whole = Math.round(seconds);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}

function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat("en", { timeZone: name }).resolvedOptions().timeZone !== "";
  } catch {
    return false;
  }
}

export const readFigures = endpoint({
  method: "GET",
  path: "/api/figures",
  access: "session",
  tag: "Calls",
  summary:
    "Dashboard and analytics from ended calls of the last days, today included: the organization's for whoever may view all calls, the caller's own for others",
  example: { query: { range: "30d", timeZone: "Europe/Paris" } },
  query: z.object({
    range: FiguresRange.default("30d"),
    /** Whose days count, as `Europe/Paris`. */
    timeZone: z
      .string({ error: text("Time zone must be a name such as Europe/Paris") })
      .refine(isTimeZone, { error: text("Time zone must be a name such as Europe/Paris") })
      .default("UTC"),
  }),
  data: z.object({
    dashboard: DashboardStatistics,
    /** The newest first. */
    activity: z.array(Activity),
    analytics: Analytics,
    /** The dashboard of the period before of the same length. */
    previous: DashboardStatistics,
  }),
});
