import { type Activity, type DashboardStatistics, limits } from "@souffleur/contracts";
import { type Text, t } from "../texts/texts.ts";

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

const activities: readonly (Omit<Activity, "timestamp"> & {
  age: number;
  title: Text;
  description: Text;
})[] = [
  {
    id: "activity-1",
    type: "call",
    title: "Discovery call with Atelier Lumen",
    description: "Twelve agents, two sites; a demonstration on Thursday.",
    status: "success",
    age: 12 * minute,
  },
  {
    id: "activity-2",
    type: "deal",
    title: "Proposal sent to Maison Corvin",
    description: "Annual plan, 18 seats, waiting for their finance team.",
    status: "pending",
    age: 47 * minute,
  },
  {
    id: "activity-3",
    type: "meeting",
    title: "Quarterly review with Groupe Solvane",
    description: "Renewal agreed in principle; the contract follows.",
    status: "success",
    age: 3 * hour,
  },
  {
    id: "activity-4",
    type: "call",
    title: "Follow-up with Transports Bréhat",
    description: "The price was discussed; a call back is planned.",
    status: "pending",
    age: 6 * hour,
  },
  {
    id: "activity-5",
    type: "meeting",
    title: "Demonstration for Clinique des Tilleuls",
    description: "Postponed by the customer; rescheduling.",
    status: "cancelled",
    age: 2 * day + 2 * hour,
  },
  {
    id: "activity-6",
    type: "deal",
    title: "Contract signed with Papeterie Dunois",
    description: "Six seats for twelve months, paid every quarter.",
    status: "success",
    age: 3 * day,
  },
];

/** The sample values of the specification. */
const statistics: DashboardStatistics = {
  totalCalls: 1247,
  successfulCalls: 892,
  averageCallDuration: "4:32",
  conversionRate: 71.5,
  revenue: 125_840,
  activeAgents: 24,
};

/** The sample data, with ages relative to the current time, after the specified delay. */
export async function loadDashboard(): Promise<{
  dashboard: DashboardStatistics;
  activity: Activity[];
}> {
  await new Promise((resolve) => setTimeout(resolve, limits.simulatedLoadMs));
  const now = Date.now();
  return {
    dashboard: statistics,
    activity: activities.map(({ age, title, description, ...activity }) => ({
      ...activity,
      title: t(title),
      description: t(description),
      timestamp: now - age,
    })),
  };
}
