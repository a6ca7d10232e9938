import { csvSeparatorOf, exportCalls, may, type User } from "@souffleur/contracts";
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
  SearchField,
  useSession,
} from "@souffleur/shared-ui";
import { useViewsAllCalls } from "@souffleur/shared-ui/figures";
import { PageLink } from "@souffleur/shared-ui/window-rows";
import { useState } from "react";
import { Link, useSearchParams } from "react-router-dom";
import { t } from "../texts/texts.ts";
import { type CallFilters, countOf, queryOf, readFilters, writeFilters } from "./call-filters.ts";
import styles from "./calls-page.module.css";
import { CallsTable } from "./calls-table.tsx";
import { FilterBar } from "./filter-bar.tsx";
import { FilterChips } from "./filter-chips.tsx";
import { failureText, refusedSearch, useAgents, useCalls, useDownload } from "./use-calls.ts";

/** The shell's route guard restricts this to signed-in users. */
export function CallsPage() {
  const { user, organization } = useSession();
  return (
    user && (
      <Calls key={user.id} user={user} mayExport={organization !== null && may(user.role, "exportData")} />
    )
  );
}

interface CallsProps {
  user: User;
  mayExport: boolean;
}

function Calls({ user, mayExport }: CallsProps) {
  const viewsAll = useViewsAllCalls();
  const [params, setParams] = useSearchParams();
  const filters = readFilters(params);
  const list = useCalls(user.id, filters);
  const { calls, error, isPlaceholderData, refetch } = list;
  const agents = useAgents(user.id, viewsAll);
  const csv = useDownload(exportCalls);
  const separator = csvSeparatorOf(navigator.language) === ";" ? "semicolon" : "comma";
  const [isFiltering, setFiltering] = useState(false);
  // A change replaces the history entry: Back leaves the list.
  const show = (next: CallFilters) => setParams(writeFilters(next), { replace: true });
  const change = (changed: CallFilters) => show({ ...filters, ...changed });
  const refused = refusedSearch(error);
  const count = countOf(filters);
  return (
    <Page>
      <PageHeader
        title={t("Calls")}
        subtitle={t(viewsAll ? "All calls of your organization, newest first" : "Your calls, newest first")}
      >
        <div className={styles.tools}>
          <PageLink to="/analytics" icon={ArrowLeftIcon} name={t("Analytics")} />
          {mayExport && (
            <Button
              busy={csv.isPending}
              disabled={!calls?.length}
              onClick={() => csv.mutate({ query: { ...queryOf(filters), separator } })}
            >
              <DownloadIcon aria-hidden />
              <span>{t("Export CSV")}</span>
            </Button>
          )}
        </div>
      </PageHeader>
      <div className={styles.search}>
        <SearchField
          label={t("Search calls")}
          placeholder={t('Words, or "a phrase"')}
          hint={t("Searches transcripts, notes and names.")}
          searched={filters.q ?? ""}
          error={refused}
          onSearch={(q) => show({ ...filters, q })}
        />
        <div className={styles.tools}>
          <Button aria-expanded={isFiltering} onClick={() => setFiltering(!isFiltering)}>
            <span>{t("Filters")}</span>
            {count > 0 && <span className={styles.count}>{count}</span>}
          </Button>
          <Button disabled={count === 0} onClick={() => show({ q: filters.q })}>
            {t("Clear filters")}
          </Button>
        </div>
      </div>
      <FilterBar
        filters={filters}
        agents={viewsAll ? agents : undefined}
        isOpen={isFiltering}
        onChange={change}
      />
      <FilterChips filters={filters} agents={agents} onChange={change} />
      <div
        className={classNames(styles.list, isPlaceholderData && styles.stale)}
        hidden={refused !== undefined}
      >
        {calls === undefined && error !== null ? (
          <ErrorState onRetry={() => void refetch()}>
            {t("The calls could not be loaded. {reason}", { reason: failureText(error) })}
          </ErrorState>
        ) : calls?.length === 0 ? (
          <NoCalls filters={filters} onShow={show} />
        ) : (
          <CallsTable list={list} withAgent={viewsAll} isSearch={filters.q !== undefined} />
        )}
      </div>
    </Page>
  );
}

/** Why the list is empty, and the action that changes it. */
function NoCalls({ filters, onShow }: { filters: CallFilters; onShow: (next: CallFilters) => void }) {
  const { q } = filters;
  if (countOf(filters) > 0) {
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
