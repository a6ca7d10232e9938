import type { DashboardStatistics } from "@souffleur/contracts";
import {
  ActiveUserIcon,
  AnalyticsIcon,
  Badge,
  Card,
  ClockIcon,
  ErrorState,
  formatCount,
  formatDollars,
  formatLongDate,
  formatPercent,
  formatWelcome,
  Page,
  PageHeader,
  PercentIcon,
  PhoneIcon,
  RevenueIcon,
  StatTile,
  SuccessIcon,
  Tiles,
  useSession,
} from "@souffleur/shared-ui";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { ActivityList } from "./activity-list.tsx";
import styles from "./dashboard.module.css";
import { QuickActions } from "./quick-actions.tsx";
import { loadDashboard } from "./sample-data.ts";

const tiles: readonly {
  label: string;
  icon: typeof PhoneIcon;
  value: (statistics: DashboardStatistics) => string;
}[] = [
  { label: "Total Calls", icon: PhoneIcon, value: ({ totalCalls }) => formatCount(totalCalls) },
  { label: "Successful", icon: SuccessIcon, value: ({ successfulCalls }) => formatCount(successfulCalls) },
  { label: "Avg Duration", icon: ClockIcon, value: ({ averageCallDuration }) => averageCallDuration },
  { label: "Conversion %", icon: PercentIcon, value: ({ conversionRate }) => formatPercent(conversionRate) },
  { label: "Revenue", icon: RevenueIcon, value: ({ revenue }) => formatDollars(revenue) },
  { label: "Active Agents", icon: ActiveUserIcon, value: ({ activeAgents }) => formatCount(activeAgents) },
];

export function Dashboard() {
  const { user } = useSession();
  const now = useNow();
  const { data, dataUpdatedAt, isError, refetch } = useQuery({
    queryKey: ["dashboard"],
    queryFn: () => loadDashboard(Date.now),
    staleTime: Number.POSITIVE_INFINITY,
  });
  return (
    <Page>
      <PageHeader title={formatWelcome(user?.firstName)} subtitle={formatLongDate(new Date(now))} />
      {isError ? (
        <ErrorState onRetry={() => void refetch()}>The dashboard could not be loaded.</ErrorState>
      ) : (
        <div className={styles.grid} aria-busy={data === undefined}>
          {data === undefined && (
            <p className="visually-hidden" role="status" aria-label="Loading dashboard" />
          )}
          <div className={styles.wide}>
            <Tiles>
              {tiles.map(({ label, icon, value }) => (
                <StatTile key={label} label={label} icon={icon} value={data && value(data.statistics)} />
              ))}
            </Tiles>
          </div>
          <div className={styles.main}>
            <Card
              title="Performance Overview"
              aside={<Badge tone="warning">Pending</Badge>}
              className={styles.overview}
            >
              <div className={styles.placeholder}>
                <AnalyticsIcon aria-hidden />
                <p>The chart of the last 30 days is pending.</p>
              </div>
            </Card>
            <QuickActions />
          </div>
          <ActivityList activities={data?.activities} now={Math.max(now, dataUpdatedAt)} />
        </div>
      )}
    </Page>
  );
}

/** The time to the minute, so that relative times stay true on a page that is left open. */
function useNow(): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 60_000);
    return () => clearInterval(timer);
  }, []);
  return now;
}
