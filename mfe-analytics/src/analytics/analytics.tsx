import {
  daysOfRange,
  type Analytics as Figures,
  type FiguresRange,
  figuresRanges,
  limits,
} from "@souffleur/contracts";
import {
  Button,
  ConversationIcon,
  Page,
  PageHeader,
  PrinterIcon,
  Segmented,
  Select,
  useSession,
} from "@souffleur/shared-ui";
import {
  FiguresError,
  FiguresSwitch,
  NoCalls,
  OwnFiguresOffer,
  sampleFrame,
  useFiguresSource,
  useOwnFigures,
  useViewsAllCalls,
} from "@souffleur/shared-ui/figures";
import { PageLink } from "@souffleur/shared-ui/window-rows";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useAgents } from "../calls/use-calls.ts";
import { t } from "../texts/texts.ts";
import styles from "./analytics.module.css";
import { analyticsFor, rangeLabels } from "./figures.ts";
import { Sections } from "./sections.tsx";
import { AnalyticsSkeleton } from "./skeleton.tsx";
import { useAgent, useRange } from "./use-range.ts";

/** The sample data, after the specified delay. */
async function loadFigures(range: FiguresRange): Promise<Figures> {
  await new Promise((resolve) => setTimeout(resolve, limits.simulatedLoadMs));
  return analyticsFor(range, Date.now());
}

export function Analytics() {
  const [range, chooseRange] = useRange();
  const [source, chooseSource] = useFiguresSource();
  const isOwn = source !== "sample";
  const viewsAll = useViewsAllCalls();
  const sample = useQuery({
    queryKey: ["analytics", range],
    queryFn: () => loadFigures(range),
    staleTime: Number.POSITIVE_INFINITY,
    placeholderData: keepPreviousData,
    enabled: !isOwn,
  });
  const [agent, chooseAgent] = useAgent();
  const userId = useSession().user?.id ?? "";
  const agents = useAgents(userId, isOwn && viewsAll);
  const own = useOwnFigures(range, source, viewsAll ? agent : undefined);
  const { isPlaceholderData } = isOwn ? own : sample;
  const figures = isOwn ? own.data?.analytics : sample.data;
  const what = !isOwn
    ? "Sample data, last {days} days"
    : viewsAll
      ? "Calls of your organization, last {days} days"
      : "Your calls, last {days} days";
  const isEmpty = isOwn && figures?.callVolume.total === 0;
  return (
    <Page>
      <PageHeader title={t("Analytics")} subtitle={t(what, { days: daysOfRange[range] })}>
        <div className={styles.tools}>
          <FiguresSwitch value={source} onChange={chooseSource} />
          <Segmented
            label={t("Range")}
            value={range}
            options={figuresRanges.map((value) => ({ value, label: t(rangeLabels[value]) }))}
            onChange={chooseRange}
          />
          {isOwn && viewsAll && (
            <Select
              aria-label={t("Agent")}
              value={agent ?? ""}
              onChange={({ target }) => chooseAgent(target.value)}
            >
              <option value="">{t("All agents")}</option>
              {agents.map(({ agentId, agentName }) => (
                <option key={agentId} value={agentId}>
                  {agentName}
                </option>
              ))}
            </Select>
          )}
          <PageLink to="/analytics/calls" icon={ConversationIcon} name={t("Calls")} />
          <Button onClick={() => window.print()} disabled={figures === undefined || isEmpty}>
            <PrinterIcon aria-hidden />
            <span>{t("Print")}</span>
          </Button>
        </div>
      </PageHeader>
      <OwnFiguresOffer source={source} onChoose={chooseSource} />
      {isOwn && own.isLoadingError ? (
        <FiguresError error={own.error} onRetry={() => void own.refetch()} />
      ) : figures === undefined ? (
        <AnalyticsSkeleton />
      ) : isEmpty ? (
        <NoCalls range={range} source={source} />
      ) : (
        <div {...sampleFrame(!isOwn)}>
          <Sections
            // New sections for another source, so that no chart is animated from one to the other.
            key={source}
            figures={figures}
            listed={{ ...(agent && { agent }), ...(source === "practice" && { practice: "true" }) }}
            stale={isPlaceholderData}
          />
        </div>
      )}
    </Page>
  );
}
