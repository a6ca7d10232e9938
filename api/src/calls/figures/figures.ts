import {
  type Analytics,
  type DashboardStatistics,
  daysOfPoint,
  daysOfRange,
  dealState,
  defaultCurrency,
  type FiguresRange,
  formatMinutes,
  isWon,
  type Language,
  type Outcome,
  outcomeLabels,
  type Performance,
  type Performer,
  type TrendPoint,
} from "@souffleur/contracts";
import { type ApiText, textIn } from "../../texts/texts.ts";

/** The count of an agent's calls with one outcome that began within one point of a trend. */
export interface Counted {
  /** The point's number within its period, from 0. */
  point: number;
  agentId: string;
  outcome: Outcome | null;
  /** Of its revenue; null for US dollars, and where there is none. */
  currency: string | null;
  calls: number;
  seconds: number;
  revenue: number;
}

const topPerformers = 6;

export const toWrapUpLabel = "To wrap up";

const sumOf = <One>(some: readonly One[], value: (one: One) => number) =>
  some.reduce((sum, one) => sum + value(one), 0);
const percent = (part: number, whole: number) => (whole === 0 ? 0 : (part / whole) * 100);

function totalsOf(counted: readonly Counted[]) {
  const calls = sumOf(counted, (one) => one.calls);
  const [successful, lost] = (["won", "lost"] as const).map((state) =>
    sumOf(counted, ({ outcome, calls }) => (dealState(outcome) === state ? calls : 0)),
  ) as [number, number];
  return {
    calls,
    successful,
    failed: calls - successful,
    open: calls - successful - lost,
    lost,
    revenue: sumOf(counted, (one) => one.revenue),
    // Open calls are not decided yet.
    conversionRate: percent(successful, successful + lost),
    averageSeconds: calls === 0 ? 0 : sumOf(counted, (one) => one.seconds) / calls,
    agents: new Set(counted.map(({ agentId }) => agentId)).size,
  };
}

export function statisticsOf(counted: readonly Counted[]): DashboardStatistics {
  const { calls, successful, averageSeconds, conversionRate, revenue, agents } = totalsOf(counted);
  return {
    totalCalls: calls,
    successfulCalls: successful,
    averageCallDuration: formatMinutes(averageSeconds),
    conversionRate: Math.round(conversionRate * 10) / 10,
    revenue,
    activeAgents: agents,
  };
}

/** Calls with their revenue where it is in this currency, and without it where it is in another: amounts are never converted. */
export const inCurrency = (counted: readonly Counted[], currency: string): Counted[] =>
  counted.map((one) => ((one.currency ?? defaultCurrency) === currency ? one : { ...one, revenue: 0 }));

/** The revenue in each other currency, by its code. */
export function revenueInOthers(
  counted: readonly Counted[],
  own: string,
): { currency: string; revenue: number }[] {
  const sums = new Map<string, number>();
  for (const { currency, revenue } of counted) {
    const code = currency ?? defaultCurrency;
    if (code !== own && revenue > 0) sums.set(code, (sums.get(code) ?? 0) + revenue);
  }
  return [...sums]
    .map(([currency, revenue]) => ({ currency, revenue }))
    .toSorted((a, b) => (a.currency < b.currency ? -1 : 1));
}

/** The agents with the most revenue, then conversions, then calls. */
export function bestOf(counted: readonly Counted[]): (Performance & { id: string })[] {
  const ofAgents = new Map<string, Counted[]>();
  for (const one of counted) {
    const own = ofAgents.get(one.agentId);
    if (own) own.push(one);
    else ofAgents.set(one.agentId, [one]);
  }
  return [...ofAgents]
    .map(([id, own]) => ({ id, ...performanceOf(own) }))
    .toSorted(
      (a, b) =>
        b.revenue - a.revenue || b.conversions - a.conversions || b.calls - a.calls || (a.id < b.id ? -1 : 1),
    )
    .slice(0, topPerformers);
}

function performanceOf(counted: readonly Counted[]): Performance {
  const { calls, successful, lost, revenue } = totalsOf(counted);
  return { calls, conversions: successful, lost, revenue };
}

/** The counts of a period, and the beginnings of its trend's points. */
interface Period {
  counted: readonly Counted[];
  points: readonly Date[];
}

/**
 * The analytics of a range. Its target is the revenue of the period before, which has the same length.
 * @param language of the reasons
 */
export function analyticsOf(
  range: FiguresRange,
  current: Period,
  before: Period,
  best: readonly Performer[],
  language: Language,
): Analytics {
  const total = totalsOf(current.counted);
  const previous = totalsOf(before.counted);
  const team = { agents: total.agents, ...performanceOf(current.counted) };
  const target = previous.revenue;
  const rest = (measure: keyof Performance) => (team[measure] ?? 0) - sumOf(best, (one) => one[measure] ?? 0);
  return {
    callVolume: {
      total: total.calls,
      successful: total.successful,
      failed: total.failed,
      open: total.open,
      lost: total.lost,
      changePercent: percent(total.calls - previous.calls, previous.calls),
    },
    conversionRate: total.conversionRate,
    averageCallDuration: formatMinutes(total.averageSeconds),
    averageCallSeconds: total.averageSeconds,
    revenue: { current: total.revenue, target, previousMonth: previous.revenue },
    topPerformers: best,
    others: {
      agents: team.agents - best.length,
      calls: rest("calls"),
      conversions: rest("conversions"),
      lost: rest("lost"),
      revenue: rest("revenue"),
    },
    team,
    lostReasons: lostReasonsOf(current.counted, language),
    recentTrends: trendOf(range, current, target),
    // A target for the period before would need the one before that.
    previousTrends: trendOf(range, before, 0),
  };
}

/** The most frequent first. */
function lostReasonsOf(counted: readonly Counted[], language: Language): Analytics["lostReasons"] {
  const calls = new Map<ApiText, number>();
  for (const one of counted) {
    if (isWon(one.outcome)) continue;
    const reason = one.outcome === null ? toWrapUpLabel : outcomeLabels[one.outcome];
    calls.set(reason, (calls.get(reason) ?? 0) + one.calls);
  }
  return [...calls]
    .map(([reason, howMany]) => ({ reason: textIn(language, reason), calls: howMany }))
    .toSorted((a, b) => b.calls - a.calls || (a.reason < b.reason ? -1 : 1));
}

function trendOf(range: FiguresRange, { counted, points }: Period, target: number): TrendPoint[] {
  let revenueSoFar = 0;
  const ofPoints = points.map((): Counted[] => []);
  for (const one of counted) ofPoints[one.point]?.push(one);
  return points.map((from, index) => {
    const { agents: _, ...totals } = totalsOf(ofPoints[index] ?? []);
    revenueSoFar += totals.revenue;
    const targetSoFar = Math.round((target * (index + 1) * daysOfPoint[range]) / daysOfRange[range]);
    return { from: from.getTime(), ...totals, revenueSoFar, targetSoFar };
  });
}
