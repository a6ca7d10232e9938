import * as z from "zod";
import { endpoint } from "../endpoint.ts";
import { choice, idField } from "../fields.ts";
import { text } from "../texts/text.ts";

export const figuresRanges = ["7d", "30d", "90d"] as const;
export const FiguresRange = choice("Range", figuresRanges);
export type FiguresRange = z.infer<typeof FiguresRange>;

export const daysOfRange: Record<FiguresRange, number> = { "7d": 7, "30d": 30, "90d": 90 };
/** The days of one point of a trend, so that charts have at most fifteen points. */
export const daysOfPoint: Record<FiguresRange, number> = { "7d": 1, "30d": 2, "90d": 6 };

const count = z.int().nonnegative();
const rate = z.number().nonnegative();
/** Of calls by `dealState`; `failed` is their sum. The samples have neither. */
const undecidedOrLost = { open: count.optional(), lost: count.optional() };

/** The code of the currency of all revenue; US dollars where there is none. */
const ofRevenue = { currency: z.string().optional() };

/** Revenue in whole units of its currency, the rate in percent. */
export const DashboardStatistics = z.object({
  ...ofRevenue,
  totalCalls: count,
  successfulCalls: count,
  /** Minutes and seconds, such as `4:32`. */
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

/** The results of one or several agents within the range. */
const Performance = z.object({
  calls: count,
  conversions: count,
  lost: undecidedOrLost.lost,
  revenue: count,
});
export type Performance = z.infer<typeof Performance>;

export const Performer = Performance.extend({ id: z.string(), name: z.string() });
export type Performer = z.infer<typeof Performer>;

const TeamPerformance = Performance.extend({ agents: count });

export const TrendPoint = z.object({
  /** The start of the point's first day, in ms since the epoch. */
  from: z.number(),
  calls: count,
  successful: count,
  failed: count,
  ...undecidedOrLost,
  revenue: count,
  /** From the start of the range to the end of the point, with the target for that time. */
  revenueSoFar: count,
  targetSoFar: count,
  /** In percent: won of won and lost ones. */
  conversionRate: rate,
  averageSeconds: rate,
});
export type TrendPoint = z.infer<typeof TrendPoint>;

export const Analytics = z.object({
  /** `changePercent` compares with the previous period of the same length. */
  callVolume: z.object({
    ...{ total: count, successful: count, failed: count },
    ...undecidedOrLost,
    changePercent: z.number(),
  }),
  /** Percent. */
  conversionRate: rate,
  /** Minutes and seconds, such as `4:32`. */
  averageCallDuration: z.string(),
  averageCallSeconds: rate,
  /** In whole units; `previousMonth` is the previous period of the same length. */
  revenue: z.object({
    ...ofRevenue,
    ...{ current: count, target: count, previousMonth: count },
    /** What was won in other currencies, which is not part of any other figure of revenue. */
    others: z
      .array(z.object({ currency: z.string(), revenue: count }))
      .readonly()
      .optional(),
  }),
  topPerformers: z.array(Performer).readonly(),
  /** All except the top performers, and the whole team. */
  others: TeamPerformance,
  team: TeamPerformance,
  /** The unsuccessful calls by outcome. */
  lostReasons: z.array(z.object({ reason: z.string(), calls: count })).readonly(),
  recentTrends: z.array(TrendPoint).readonly(),
  /** The corresponding points of the previous period. */
  previousTrends: z.array(TrendPoint).readonly(),
});
export type Analytics = z.infer<typeof Analytics>;

/** Every length of a call: minutes and seconds, `4:32`, also from an hour, `62:03`. */
export function formatMinutes(seconds: number): string {
  const whole = Math.round(seconds);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}

export const readFigures = endpoint("GET", "/api/figures", {
  access: "session",
  tag: "Calls",
  summary:
    "Dashboard and analytics from ended calls of the last days, today included: the organization's for callers who may view all calls, the caller's own for others",
  limit: 120,
  example: { query: { range: "30d", timeZone: "Europe/Paris", utcOffset: "+02:00" } },
  query: z.object({
    range: FiguresRange.default("30d"),
    /** The agent whose calls count; without an effect for callers who see only their own. */
    agentId: idField().optional(),
    /** "true": practice calls are counted, and no others; by default all others. */
    practice: choice("Practice", ["true", "false"]).optional(),
    /**
     * The time zone that defines days, such as `Europe/Paris`; also an offset, such as `+02:00`. One that the server does not
     * know is no error, because a machine may have none, or a newer one.
     */
    timeZone: z.string({ error: text("Time zone must be a name such as Europe/Paris") }).default("UTC"),
    /** The reader's offset from UTC, such as `+02:00`: it defines days where the server does not know the time zone. */
    utcOffset: z.string({ error: text("Time zone must be a name such as Europe/Paris") }).optional(),
  }),
  data: z.object({
    dashboard: DashboardStatistics,
    /** The newest first. */
    activity: z.array(Activity),
    analytics: Analytics,
    /** The dashboard of the previous period of the same length. */
    previous: DashboardStatistics,
  }),
});
