import { may, type User } from "@souffleur/contracts";
import {
  ArrowLeftIcon,
  Button,
  buttonClass,
  classNames,
  EmptyState,
  ErrorState,
  Page,
  PageHeader,
  useSession,
} from "@souffleur/shared-ui";
import { useState } from "react";
import { Link, useSearchParams } from "react-router-dom";
import { type CallFilters, isFiltered, readFilters, writeFilters } from "./call-filters.ts";
import styles from "./calls-page.module.css";
import { CallsTable } from "./calls-table.tsx";
import { FilterBar } from "./filter-bar.tsx";
import { textOf, useAgents, useCalls } from "./use-calls.ts";

/** The shell's route guard shows this to signed-in users only. */
export function CallsPage() {
  const { user, organization } = useSession();
  return (
    user && (
      <Calls key={user.id} user={user} viewsAll={organization !== null && may(user.role, "viewAllCalls")} />
    )
  );
}

function Calls({ user, viewsAll }: { user: User; viewsAll: boolean }) {
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
  const agents = useAgents(user, calls);
  const [isFiltering, setFiltering] = useState(false);
  // A change replaces the address: Back leaves the list.
  const show = (next: CallFilters) => setParams(writeFilters(next), { replace: true });
  const clear = () => show({});
  const filtered = isFiltered(filters);
  return (
    <Page>
      <PageHeader
        title="Calls"
        subtitle={viewsAll ? "All calls of your organization, newest first" : "Your calls, newest first"}
      >
        <div className={styles.tools}>
          <Link to="/analytics" className={buttonClass()}>
            <ArrowLeftIcon aria-hidden />
            Analytics
          </Link>
          <Button
            className={styles.toggle}
            aria-expanded={isFiltering}
            onClick={() => setFiltering(!isFiltering)}
          >
            Filters
          </Button>
          <Button disabled={!filtered} onClick={clear}>
            Clear filters
          </Button>
        </div>
      </PageHeader>
      <FilterBar
        filters={filters}
        agents={viewsAll ? agents : undefined}
        isOpen={isFiltering}
        onChange={(change) => show({ ...filters, ...change })}
      />
      <div className={classNames(styles.list, isPlaceholderData && styles.stale)}>
        {calls === undefined && error !== null ? (
          <ErrorState onRetry={() => void refetch()}>
            The calls could not be loaded. {textOf(error)}
          </ErrorState>
        ) : calls?.length === 0 ? (
          filtered ? (
            <EmptyState action={<Button onClick={clear}>Clear filters</Button>}>
              No call matches these filters.
            </EmptyState>
          ) : (
            <EmptyState
              action={
                <Link to="/live-call" className={buttonClass()}>
                  Open Live Call
                </Link>
              }
            >
              No calls yet.
            </EmptyState>
          )
        ) : (
          <CallsTable
            calls={calls}
            withAgent={viewsAll}
            busy={isFetching}
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
