import {
  type Activity,
  daysOfPoint,
  daysOfRange,
  type EndpointAnswer,
  type FiguresRange,
  formatMinutes,
  type readFigures,
} from "@souffleur/contracts";

type Figures = EndpointAnswer<typeof readFigures>["data"];

const dayMs = 24 * 3_600_000;
const dashboard = {
  totalCalls: 312,
  successfulCalls: 118,
  averageCallDuration: "6:05",
  conversionRate: 50.9,
  revenue: 48_600,
  activeAgents: 7,
};
const people = [
  "Anne-Sophie-Charlotte de La Rochefoucauld-Montmorency",
  "Camille Moreau",
  "Julien Carrel",
  "Jo Li",
];
const reasons = [
  "To be followed up",
  "To wrap up",
  "No decision yet",
  "Price too high",
  "Chose a competitor",
  "No need",
];

const activity: Activity[] = [
  {
    id: "call-2",
    type: "deal",
    title: "Deal with Hélène Vasseur",
    description:
      "Julien Carrel · 6:05 · Successful · $48,600 · Envoyer le détail des deux variantes, le calendrier de la mise en service et les conditions de la remise",
    status: "success",
    timestamp: Date.now() - 60_000,
  },
  {
    id: "call-3",
    type: "call",
    title: "Call with Société coopérative de distribution de matériel téléphonique du Grand-Ouest",
    description: "Camille Moreau · 0:40 · To wrap up",
    status: "pending",
    timestamp: Date.now() - dayMs,
  },
];

/** Figures of calls as the server computes them. @param revenue that of the previous period */
export function someFigures(range: FiguresRange, revenue = 40_000): Figures {
  const days = daysOfRange[range];
  const length = days / daysOfPoint[range];
  const trend = (daysAgo: number) =>
    Array.from({ length }, (_, index) => ({
      from: Date.now() - (daysAgo + (length - 1 - index) * daysOfPoint[range]) * dayMs,
      calls: index % 4,
      successful: index % 2,
      failed: (index % 4) - (index % 2),
      open: index % 4 === 2 ? 1 : 0,
      lost: (index % 4) - (index % 2) - (index % 4 === 2 ? 1 : 0),
      revenue: 800 * (index % 2),
      revenueSoFar: 3240 * (index + 1),
      targetSoFar: Math.round((revenue * (index + 1)) / length),
      conversionRate: 30 + (index % 5) * 6,
      averageSeconds: 300 + (index % 7) * 22,
    }));
  const performers = people.map((name, index) => ({
    id: `agent-${index}`,
    name,
    calls: 60 - 9 * index,
    conversions: 24 - 3 * index,
    lost: 20 - 3 * index,
    revenue: 12_000 - 2400 * index,
  }));
  return {
    dashboard,
    activity,
    previous: { ...dashboard, totalCalls: 280, conversionRate: 41.2, averageCallDuration: "5:41", revenue },
    analytics: {
      callVolume: { total: 312, successful: 118, failed: 194, open: 80, lost: 114, changePercent: 11.4 },
      conversionRate: 50.9,
      averageCallDuration: "6:05",
      averageCallSeconds: 365,
      revenue: { current: 48_600, target: revenue, previousMonth: revenue },
      topPerformers: performers,
      others: { agents: 0, calls: 0, conversions: 0, lost: 0, revenue: 0 },
      team: { agents: 4, calls: 186, conversions: 78, lost: 62, revenue: 33_600 },
      lostReasons: reasons.map((reason, index) => ({ reason, calls: 60 - 9 * index })),
      recentTrends: trend(0),
      previousTrends: trend(days),
    },
  };
}

/** Figures of a range without calls, and without calls in the previous period. */
export function noFigures(range: FiguresRange): Figures {
  const { analytics } = someFigures(range, 0);
  const nothing = { calls: 0, conversions: 0, revenue: 0, agents: 0 };
  const none = {
    totalCalls: 0,
    successfulCalls: 0,
    averageCallDuration: formatMinutes(0),
    conversionRate: 0,
    revenue: 0,
    activeAgents: 0,
  };
  return {
    dashboard: none,
    activity: [],
    previous: none,
    analytics: {
      ...analytics,
      callVolume: { total: 0, successful: 0, failed: 0, open: 0, lost: 0, changePercent: 0 },
      conversionRate: 0,
      averageCallDuration: formatMinutes(0),
      averageCallSeconds: 0,
      revenue: { current: 0, target: 0, previousMonth: 0 },
      topPerformers: [],
      others: nothing,
      team: nothing,
      lostReasons: [],
      recentTrends: [],
      previousTrends: [],
    },
  };
}
