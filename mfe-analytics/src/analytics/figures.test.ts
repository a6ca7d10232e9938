import { formatMinutes, figuresRanges as ranges } from "@souffleur/contracts";
import { formatRate } from "@souffleur/shared-ui/figures";
import { analyticsFor } from "./figures.ts";

const today = Date.UTC(2026, 5, 15);
const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

describe.each(ranges)("the figures of %s", (range) => {
  const figures = analyticsFor(range, today);
  const {
    callVolume,
    conversionRate,
    averageCallSeconds,
    revenue,
    recentTrends,
    topPerformers,
    others,
    team,
    lostReasons,
  } = figures;

  test("calls are the sum of successful and failed ones, in the total and in every point", () => {
    expect(callVolume.successful + callVolume.failed).toBe(callVolume.total);
    for (const point of recentTrends) expect(point.successful + point.failed).toBe(point.calls);
  });

  test("the previous period ends where the range begins, and is the base of the changes", () => {
    const { previousTrends } = figures;
    expect(previousTrends).toHaveLength(recentTrends.length);
    const calls = sum(previousTrends.map((point) => point.calls));
    expect(callVolume.changePercent).toBeCloseTo((callVolume.total / calls - 1) * 100);
    expect(sum(previousTrends.map((point) => point.revenue))).toBe(revenue.previousMonth);
    expect(previousTrends.at(-1)?.from).toBeLessThan(recentTrends[0]?.from ?? 0);
  });

  test("the sums of the points are the totals", () => {
    expect(sum(recentTrends.map(({ calls }) => calls))).toBe(callVolume.total);
    expect(sum(recentTrends.map(({ successful }) => successful))).toBe(callVolume.successful);
    expect(sum(recentTrends.map((point) => point.revenue))).toBe(revenue.current);
  });

  test("rates are quotients", () => {
    expect(conversionRate).toBeCloseTo((callVolume.successful / callVolume.total) * 100);
    const talk = sum(recentTrends.map(({ averageSeconds, calls }) => averageSeconds * calls));
    expect(averageCallSeconds).toBeCloseTo(talk / callVolume.total);
  });

  test("the top performers and the others add up to the team, whose figures are the totals", () => {
    for (const measure of ["calls", "conversions", "revenue"] as const) {
      expect(sum(topPerformers.map((person) => person[measure])) + others[measure]).toBe(team[measure]);
    }
    expect(topPerformers.length + others.agents).toBe(team.agents);
    expect(team).toMatchObject({
      calls: callVolume.total,
      conversions: callVolume.successful,
      revenue: revenue.current,
    });
  });

  test("the top performers are above the others' average, and nobody has more conversions than calls", () => {
    for (const { calls, conversions, revenue: earned } of [...topPerformers, others]) {
      expect(conversions).toBeLessThan(calls);
      expect(earned).toBeGreaterThanOrEqual(0);
    }
    for (const measure of ["calls", "conversions", "revenue"] as const) {
      for (const person of topPerformers)
        expect(person[measure]).toBeGreaterThan(others[measure] / others.agents);
    }
  });

  test("cumulative revenue and target end at their totals", () => {
    const end = recentTrends.at(-1);
    expect(end?.revenueSoFar).toBe(revenue.current);
    expect(end?.targetSoFar).toBe(revenue.target);
    let before = 0;
    for (const point of recentTrends) {
      expect(point.revenueSoFar - before).toBe(point.revenue);
      before = point.revenueSoFar;
    }
  });

  test("the reasons add up to the failed calls", () => {
    expect(sum(lostReasons.map(({ calls }) => calls))).toBe(callVolume.failed);
  });
});

test("no two ranges have an equal figure", () => {
  const shown = ranges.map((range) => {
    const { callVolume, conversionRate, averageCallSeconds, revenue } = analyticsFor(range, today);
    return [
      callVolume.total,
      callVolume.changePercent,
      conversionRate,
      averageCallSeconds,
      revenue.current,
      revenue.target,
    ];
  });
  for (const [index] of (shown[0] ?? []).entries()) {
    expect(new Set(shown.map((figures) => figures[index])).size).toBe(ranges.length);
  }
});

test("a longer range has more calls than a shorter one", () => {
  const [week, month, quarter] = ranges.map((range) => analyticsFor(range, today).callVolume.total);
  expect(week).toBeLessThan(month ?? 0);
  expect(month).toBeLessThan(quarter ?? 0);
});

test("a rate has exactly one decimal", () => {
  expect([70, 71.53].map(formatRate)).toEqual(["70.0%", "71.5%"]);
});

test("30 days agree with the dashboard's sample data", () => {
  const { callVolume, conversionRate, averageCallSeconds, revenue, team } = analyticsFor("30d", today);
  expect(callVolume).toMatchObject({ total: 1247, successful: 892 });
  expect(conversionRate.toFixed(1)).toBe("71.5");
  expect(formatMinutes(averageCallSeconds)).toBe("4:32");
  expect(revenue.current).toBe(125_840);
  expect(team.agents).toBe(24);
});
