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
import { t } from "../texts/texts.ts";
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
      <PageHeader title={t("Releases")} subtitle={t("Live versions and their browser health.")}>
        <Link to="/admin/users" className={buttonClass("secondary")}>
          <UsersIcon aria-hidden />
          {t("User Management")}
        </Link>
      </PageHeader>
      {releases !== undefined && releases.length >= searchFrom && (
        <TextField
          className={styles.search}
          label={t("Search modules")}
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
          <EmptyState>{t("No releases yet.")}</EmptyState>
        ) : found?.length === 0 ? (
          <EmptyState>{t("No modules match “{search}”.", { search: search.trim() })}</EmptyState>
        ) : (
          <ReleasesTable releases={found} now={now} onRollback={setAsked} />
        )}
      </div>
      {typeof rollbackPercent === "number" && (
        <p className={styles.rule}>
          {t(
            "A new release is rolled back automatically when it fails for {percent}% of signed-in users, at least five of them, and twice as often as the previous release.",
            { percent: rollbackPercent },
          )}
        </p>
      )}
      {/* Not before the list, which would push it down. */}
      {(releases !== undefined || failure !== undefined) && <BrowserErrors now={now} titles={titles} />}
      {asked && (
        <ConfirmDialog
          open
          title={t("Roll back {module}?", { module: asked.title })}
          description={t(
            asked.trial
              ? "Canary {version} ends. Everyone gets {before}."
              : "Version {version} is withdrawn. Everyone gets {before}.",
            { version: asked.version, before: asked.before ?? "" },
          )}
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
