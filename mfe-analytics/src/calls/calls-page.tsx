import { exportCalls, may, type User } from "@souffleur/contracts";
import {
  ArrowLeftIcon,
  Button,
  buttonClass,
  classNames,
  DownloadIcon,
  EmptyState,
  ErrorState,
  Page,
  PageHeader,
  useSession,
} from "@souffleur/shared-ui";
import { useState } from "react";
import { Link, useSearchParams } from "react-router-dom";
import { t } from "../texts/texts.ts";
import { type CallFilters, isFiltered, queryOf, readFilters, writeFilters } from "./call-filters.ts";
import styles from "./calls-page.module.css";
import { CallsTable } from "./calls-table.tsx";
import { FilterBar } from "./filter-bar.tsx";
import { SearchField } from "./search-field.tsx";
import { refusedSearch, textOf, useAgents, useCalls } from "./use-calls.ts";
import { useDownload } from "./use-download.ts";

/** The shell's route guard shows this to signed-in users only. */
export function CallsPage() {
  const { user, organization } = useSession();
  return (
    user && (
      <Calls
        key={user.id}
        user={user}
        viewsAll={organization !== null && may(user.role, "viewAllCalls")}
        mayExport={organization !== null && may(user.role, "exportData")}
      />
    )
  );
}

interface CallsProps {
  user: User;
  viewsAll: boolean;
  mayExport: boolean;
}

function Calls({ user, viewsAll, mayExport }: CallsProps) {
  const [params, setParams] = useSearchParams();
  const filters = readFilters(params);
  const {
    calls,
    error,
    isFetching,
    isPlaceholderData,
    refetch,
    hasNextPage,
    fetchNextPage,
    isFetchNextPageError,
  } = useCalls(user.id, filters);
  const agents = useAgents(user.id, viewsAll);
  const csv = useDownload(exportCalls);
  const [isFiltering, setFiltering] = useState(false);
  // A change replaces the address: Back leaves the list.
  const show = (next: CallFilters) => setParams(writeFilters(next), { replace: true });
  const refused = refusedSearch(error);
  const filtered = isFiltered(filters);
  return (
    <Page>
      <PageHeader
        title={t("Calls")}
        subtitle={t(viewsAll ? "All calls of your organization, newest first" : "Your calls, newest first")}
      >
        <div className={styles.tools}>
          <Link to="/analytics" className={buttonClass()}>
            <ArrowLeftIcon aria-hidden />
            {t("Analytics")}
          </Link>
          <Button
            className={styles.toggle}
            aria-expanded={isFiltering}
            onClick={() => setFiltering(!isFiltering)}
          >
            {t("Filters")}
          </Button>
          <Button disabled={!filtered} onClick={() => show({ q: filters.q })}>
            {t("Clear filters")}
          </Button>
          {mayExport && (
            <Button
              busy={csv.isPending}
              disabled={!calls?.length}
              onClick={() => csv.mutate({ query: queryOf(filters) })}
            >
              <DownloadIcon aria-hidden />
              {t("Export CSV")}
            </Button>
          )}
        </div>
      </PageHeader>
      <SearchField searched={filters.q ?? ""} error={refused} onSearch={(q) => show({ ...filters, q })} />
      <FilterBar
        filters={filters}
        agents={viewsAll ? agents : undefined}
        isOpen={isFiltering}
        onChange={(change) => show({ ...filters, ...change })}
      />
      <div
        className={classNames(styles.list, isPlaceholderData && styles.stale)}
        hidden={refused !== undefined}
      >
        {calls === undefined && error !== null ? (
          <ErrorState onRetry={() => void refetch()}>
            {t("The calls could not be loaded. {reason}", { reason: textOf(error) })}
          </ErrorState>
        ) : calls?.length === 0 ? (
          <NoCalls filters={filters} onShow={show} />
        ) : (
          <CallsTable
            calls={calls}
            withAgent={viewsAll}
            busy={isFetching}
            searching={filters.q !== undefined}
            more={{
              exists: hasNextPage,
              failed: isFetchNextPageError,
              busy: isFetching,
              load: () => void fetchNextPage(),
            }}
          />
        )}
      </div>
    </Page>
  );
}

/** One line, and the action that brings calls. */
function NoCalls({ filters, onShow }: { filters: CallFilters; onShow: (next: CallFilters) => void }) {
  const { q } = filters;
  if (isFiltered(filters)) {
    return (
      <EmptyState action={<Button onClick={() => onShow({ q })}>{t("Clear filters")}</Button>}>
        {t(q === undefined ? "No calls match these filters." : "No calls match these words and filters.")}
      </EmptyState>
    );
  }
  if (q !== undefined) {
    return (
      <EmptyState action={<Button onClick={() => onShow({})}>{t("Clear search")}</Button>}>
        {t("No calls contain these words.")}
      </EmptyState>
    );
  }
  return (
    <EmptyState
      action={
        <Link to="/live-call" className={buttonClass()}>
          {t("Open Live Call")}
        </Link>
      }
    >
      {t("No calls yet.")}
    </EmptyState>
  );
}
