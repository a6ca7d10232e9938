import type { LiveRelease } from "@souffleur/contracts";
import {
  buttonClass,
  ConfirmDialog,
  EmptyState,
  ErrorState,
  Page,
  PageHeader,
  TextField,
  UsersIcon,
} from "@souffleur/shared-ui";
import { useRef, useState } from "react";
import { Link } from "react-router-dom";
import { BrowserErrors } from "./browser-errors.tsx";
import styles from "./releases.module.css";
import { ReleasesTable } from "./releases-table.tsx";
import { useMinute } from "./use-minute.ts";
import { useReleases, useRollback } from "./use-releases.ts";

/** Fewer are found at a glance. */
const searchFrom = 10;

/** The live versions and their health in browsers; the shell's guard keeps others out. */
export function ReleasesPage() {
  const { releases, rollbackPercent, failure, reload } = useReleases();
  const [search, setSearch] = useState("");
  const [asked, setAsked] = useState<LiveRelease>();
  const rollback = useRollback(() => setAsked(undefined));
  const list = useRef<HTMLDivElement>(null);
  const now = useMinute();
  const titles = new Map(releases?.map(({ remote, title }) => [remote, title]));
  const wanted = search.trim().toLowerCase();
  const found = releases?.filter(({ remote, title }) =>
    [remote, title].some((name) => name.toLowerCase().includes(wanted)),
  );
  return (
    <Page>
      <PageHeader title="Releases" subtitle="Live versions and their browser health.">
        <Link to="/admin/users" className={buttonClass("secondary")}>
          <UsersIcon aria-hidden />
          User Management
        </Link>
      </PageHeader>
      {releases !== undefined && releases.length >= searchFrom && (
        <TextField
          className={styles.search}
          label="Search modules"
          type="search"
          autoComplete="off"
          spellCheck={false}
          value={search}
          onChange={(event) => setSearch(event.target.value)}
        />
      )}
      <div ref={list} tabIndex={-1} className={styles.list}>
        {failure !== undefined ? (
          <ErrorState onRetry={reload}>{failure}</ErrorState>
        ) : releases?.length === 0 ? (
          <EmptyState>No releases yet.</EmptyState>
        ) : found?.length === 0 ? (
          <EmptyState>No modules match “{search.trim()}”.</EmptyState>
        ) : (
          <ReleasesTable releases={found} now={now} onRollback={setAsked} />
        )}
      </div>
      {typeof rollbackPercent === "number" && (
        <p className={styles.rule}>
          A new release is rolled back automatically when it fails for {rollbackPercent}% of signed-in users,
          at least five of them, and twice as often as the previous release.
        </p>
      )}
      {/* Not before the list, which would push it down. */}
      {(releases !== undefined || failure !== undefined) && <BrowserErrors now={now} titles={titles} />}
      {asked && (
        <ConfirmDialog
          open
          title={`Roll back ${asked.title}?`}
          description={
            asked.trial
              ? `Canary ${asked.version} ends. Everyone gets ${asked.before}.`
              : `Version ${asked.version} is withdrawn. Everyone gets ${asked.before}.`
          }
          confirmVariant="danger"
          busy={rollback.isPending}
          onConfirm={() => rollback.rollBack(asked)}
          onClose={() => !rollback.isPending && setAsked(undefined)}
          focusAfter={list}
        />
      )}
    </Page>
  );
}
