import { type CallSummary, formatMinutes, limits, listCalls } from "@souffleur/contracts";
import {
  Badge,
  Button,
  call,
  ErrorState,
  formatDateTime,
  formatRelative,
  Skeleton,
  useNow,
  useSession,
} from "@souffleur/shared-ui";
import { OutcomeBadge } from "@souffleur/shared-ui/wrap-up";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "react-router-dom";
import { searchOf } from "../../lib/call-search.ts";
import { recentCallsKey } from "../../lib/recent-calls.ts";
import { t } from "../../texts/texts.ts";
import styles from "./recent-calls.module.css";

const ageTickMs = 30_000;
const firstCount = 5;
const recentCount = 10;

export function CallPlaces() {
  return (
    <div role="status" aria-label={t("Loading your calls")} className={styles.places}>
      <Skeleton height={44} />
      <Skeleton height={44} />
      <Skeleton height={44} />
    </div>
  );
}

interface Marks {
  /** The call that is being opened. */
  opening: string | undefined;
  /** The calls whose wrap-up waits to be sent. */
  unsent: readonly string[];
}

/** The agent's calls that are to be wrapped up, and their most recent ones. */
export function RecentCalls(marks: Marks) {
  const agentId = useSession().user?.id ?? "";
  const [count, setCount] = useState<number>(firstCount);
  const { data, isError, refetch } = useQuery({
    queryKey: [...recentCallsKey, agentId, count],
    // Both in one query: a list that arrives later would move the other.
    queryFn: async ({ signal }) => {
      const [toWrapUp, recent] = await Promise.all([
        call(listCalls, { query: { agentId, toWrapUp: "true", limit: count } }, signal),
        call(listCalls, { query: { agentId, status: "ended", limit: recentCount } }, signal),
      ]);
      return {
        toWrapUp: toWrapUp.data,
        recent: recent.data.calls.filter(({ outcome }) => outcome !== undefined),
      };
    },
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
  if (isError && data === undefined)
    return <ErrorState onRetry={() => void refetch()}>{t("Your calls could not be loaded.")}</ErrorState>;
  if (data === undefined) return <CallPlaces />;
  return (
    <>
      {data.toWrapUp.calls.length > 0 && (
        <CallList title={t("To wrap up")} calls={data.toWrapUp.calls} {...marks} />
      )}
      {data.toWrapUp.nextCursor !== undefined && count === firstCount && (
        <div className={styles.more}>
          <Button small variant="quiet" onClick={() => setCount(limits.callsPageMax)}>
            {t("Show more")}
          </Button>
        </div>
      )}
      {data.recent.length > 0 && <CallList title={t("Recent calls")} calls={data.recent} {...marks} />}
      {data.toWrapUp.calls.length + data.recent.length > 0 && (
        <div className={styles.more}>
          <Link to="/analytics/calls">{t("All calls")}</Link>
        </div>
      )}
    </>
  );
}

interface CallListProps extends Marks {
  title: string;
  calls: readonly CallSummary[];
}

function CallList({ title, calls, opening, unsent }: CallListProps) {
  return (
    <section aria-label={title} className={styles.calls}>
      <h3>{title}</h3>
      <ul>
        {calls.map((summary) => (
          <li key={summary.callId}>
            <Link
              to={{ search: searchOf(summary.callId) }}
              aria-busy={opening === summary.callId}
              className={styles.call}
            >
              <span className={styles.client}>{summary.customer.name || t("Client")}</span>
              {summary.lastSaid !== undefined && (
                <q lang="fr" className={styles.said}>
                  {summary.lastSaid}
                </q>
              )}
              <span className={styles.when}>{factsOf(summary)}</span>
              {unsent.includes(summary.callId) ? (
                <Badge>{t("Not sent yet")}</Badge>
              ) : summary.outcome === undefined ? (
                <Age {...summary} />
              ) : (
                <OutcomeBadge {...summary} />
              )}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

function factsOf({ startedAt, durationSeconds = 0, lines }: CallSummary): string {
  const count = t("{lines, plural, one {{lines} line} other {{lines} lines}}", { lines });
  return [formatDateTime(startedAt), formatMinutes(durationSeconds), count].join(" · ");
}

/** How long a call waits to be wrapped up. */
function Age({ startedAt, endedAt = startedAt }: CallSummary) {
  const now = useNow(ageTickMs);
  return <Badge tone="warning">{formatRelative(Date.parse(endedAt), now)}</Badge>;
}
