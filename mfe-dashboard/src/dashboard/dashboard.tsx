import type { Analytics, FiguresSource, TrendPoint } from "@souffleur/contracts";
import {
  Badge,
  Card,
  formatLongDate,
  formatWelcome,
  Page,
  PageHeader,
  Skeleton,
  StatTile,
  Tiles,
  useNow,
  useSession,
} from "@souffleur/shared-ui";
import {
  Change,
  FiguresError,
  FiguresSwitch,
  growth,
  localDay,
  NoCalls,
  OtherRevenue,
  OwnFiguresOffer,
  sampleFrame,
  useFiguresSource,
  useOnboarding,
  useOwnFigures,
  useViewsAllCalls,
} from "@souffleur/shared-ui/figures";
import { useQuery } from "@tanstack/react-query";
import type { ReactElement } from "react";
import { Link } from "react-router-dom";
import { GetStarted } from "../onboarding/get-started.tsx";
import { t } from "../texts/texts.ts";
import { ActivityList } from "./activity-list.tsx";
import styles from "./dashboard.module.css";
import { DaysChart } from "./days-chart.tsx";
import { QuickActions } from "./quick-actions.tsx";
import { loadDashboard } from "./sample-data.ts";
import { type Tile, tiles } from "./tiles.ts";

export function Dashboard() {
  const { user } = useSession();
  const now = useNow(60_000);
  const [source, chooseSource] = useFiguresSource();
  const { onboarding, save } = useOnboarding();
  const { isFirst = false, isClosed = true, steps = [] } = onboarding ?? {};
  const isOwn = source !== "sample";
  const sample = useQuery({
    queryKey: ["dashboard"],
    queryFn: loadDashboard,
    staleTime: Number.POSITIVE_INFINITY,
    enabled: !isOwn,
  });
  const own = useOwnFigures("30d", source);
  const { data, dataUpdatedAt } = isOwn ? own : sample;
  return (
    <Page>
      <PageHeader title={formatWelcome(user?.firstName, isFirst)} subtitle={formatLongDate(new Date(now))}>
        <FiguresSwitch value={source} onChange={chooseSource} />
      </PageHeader>
      <OwnFiguresOffer source={source} onChoose={chooseSource} />
      {!isClosed && steps.some(({ isDone }) => !isDone) && (
        <GetStarted steps={steps} onClose={() => save({ closed: true })} />
      )}
      {isOwn && own.isLoadingError ? (
        <FiguresError error={own.error} onRetry={() => void own.refetch()} />
      ) : (
        <div {...sampleFrame(!isOwn, styles.grid)} aria-busy={data === undefined}>
          {data === undefined && (
            <p className="visually-hidden" role="status" aria-label={t("Loading dashboard")} />
          )}
          <div className={styles.wide}>
            <Tiles>
              {isOwn
                ? tiles.map((tile) => (
                    <OwnTile key={tile.label} tile={tile} source={source} figures={own.data} />
                  ))
                : tiles.map(({ label, icon, value }) => (
                    <StatTile
                      key={label}
                      label={t(label)}
                      icon={icon}
                      value={data && value(data.dashboard)}
                    />
                  ))}
            </Tiles>
          </div>
          {isOwn && <OtherRevenue revenue={own.data?.analytics.revenue} className={styles.wide} />}
          <div className={styles.main}>
            {isOwn ? <OwnOverview source={source} figures={own.data} /> : <PendingOverview />}
            <QuickActions />
          </div>
          <ActivityList activities={data?.activity} areCalls={isOwn} now={Math.max(now, dataUpdatedAt)} />
        </div>
      )}
    </Page>
  );
}

/** Whether calls were won or lost: without them there is no rate. */
const hasDecided = ({ successful, failed, lost = failed }: Analytics["callVolume"] | TrendPoint) =>
  successful + lost > 0;

/** A figure of the user's calls with its change; it leads to the calls that it counts. */
function OwnTile({
  tile,
  source,
  figures,
}: {
  tile: Tile;
  source: FiguresSource;
  figures: ReturnType<typeof useOwnFigures>["data"];
}) {
  const { label, icon, value, amount, own = {} } = tile;
  const name = t(own.label ?? label);
  if (figures === undefined) return <StatTile label={name} icon={icon} value={undefined} />;
  const { dashboard, previous, analytics } = figures;
  const [now, before] = [amount(dashboard), amount(previous)];
  const isRate = own.unit === "pts";
  // Without calls there is no average.
  const isNothing = isRate ? !hasDecided(analytics.callVolume) : own.isAverage && dashboard.totalCalls === 0;
  const isComparable = !isNothing && analytics.previousTrends.some(hasDecided);
  const by = isRate ? (isComparable ? now - before : undefined) : growth(now, before);
  const from = localDay(analytics.recentTrends[0]?.from ?? Date.now());
  const practice = source === "practice" && { practice: "true" };
  const query = new URLSearchParams({ ...own.filters, ...practice, status: "ended", from });
  return (
    <StatTile
      label={name}
      icon={icon}
      value={<Link to={`/analytics/calls?${query}`}>{isNothing ? "–" : value(dashboard)}</Link>}
      change={
        by === undefined ? undefined : (
          <span title={t("vs previous 30 days")}>
            <Change by={by} {...(own.unit && { unit: own.unit })} {...(own.isNeutral && { neutral: true })} />
          </span>
        )
      }
    />
  );
}

/** The card of the days' figures, with the days under its title: beside it, they would wrap on a phone. */
function Overview({ badge, children }: { badge: ReactElement; children: ReactElement }) {
  return (
    <Card title={t("Performance Overview")} aside={badge} className={styles.overview}>
      <p className={styles.range}>{t("Last 30 days")}</p>
      {children}
    </Card>
  );
}

/** The heights of the placeholder's bars, in percent. */
const ghosts = [38, 52, 46, 64, 58, 30, 24, 56, 62, 70, 66, 74, 36, 28, 78];

function PendingOverview() {
  return (
    <Overview badge={<Badge tone="warning">{t("Pending")}</Badge>}>
      <div className={styles.placeholder}>
        <div aria-hidden className={styles.ghosts}>
          {ghosts.map((height, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the bars never change
            <span key={index} style={{ height: `${height}%` }} />
          ))}
        </div>
        <p>{t("30-day chart coming soon")}</p>
      </div>
    </Overview>
  );
}

function OwnOverview({
  source,
  figures,
}: {
  source: FiguresSource;
  figures: ReturnType<typeof useOwnFigures>["data"];
}) {
  const viewsAll = useViewsAllCalls();
  return (
    <Overview badge={<Badge>{t(viewsAll ? "Your organization" : "Your calls")}</Badge>}>
      {figures === undefined ? (
        <Skeleton height={220} />
      ) : figures.dashboard.totalCalls === 0 ? (
        <div className={styles.placeholder}>
          <NoCalls range="30d" source={source} />
        </div>
      ) : (
        <DaysChart points={figures.analytics.recentTrends} />
      )}
    </Overview>
  );
}
