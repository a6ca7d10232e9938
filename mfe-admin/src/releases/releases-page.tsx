import { fold } from "@souffleur/contracts/fold";
import type { LiveRelease } from "@souffleur/contracts/live-releases";
import {
  ConfirmDialog,
  EmptyState,
  ErrorState,
  Page,
  PageHeader,
  TextField,
  UsersIcon,
  useNow,
} from "@souffleur/shared-ui";
import { useKeptState } from "@souffleur/shared-ui/saving";
import { PageLink } from "@souffleur/shared-ui/window-rows";
import { useRef, useState } from "react";
import { t } from "../texts/texts.ts";
import { BrowserErrors } from "./browser-errors.tsx";
import { useReleases, useRollback } from "./release-queries.ts";
import styles from "./releases.module.css";
import { ReleasesTable } from "./releases-table.tsx";

/** Shorter lists need no search. */
const searchFrom = 10;

/** The live versions and their health in browsers; the shell's route guard restricts it to those with access. */
export function ReleasesPage() {
  const { data, failure, reload } = useReleases();
  const { releases, rollbackPercent } = data ?? {};
  const [search, setSearch] = useKeptState("souffleur.releases-search", "");
  const [confirming, setConfirming] = useState<LiveRelease>();
  const rollback = useRollback(() => setConfirming(undefined));
  const list = useRef<HTMLDivElement>(null);
  const now = useNow(60_000);
  const titles = new Map(releases?.map(({ remote, title }) => [remote, title]));
  const wanted = fold(search).trim();
  const found = releases?.filter(({ remote, title }) =>
    [remote, title].some((name) => fold(name).includes(wanted)),
  );
  return (
    <Page>
      <PageHeader title={t("Releases")} subtitle={t("Live versions and their browser health.")}>
        <PageLink to="/admin/users" icon={UsersIcon} name={t("User Management")} />
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
          <ReleasesTable releases={found} now={now} onRollback={setConfirming} />
        )}
      </div>
      {typeof rollbackPercent === "number" && (
        <p className={styles.rule}>
          {t(
            "A new release is rolled back automatically when it fails for {percent}% of signed-in users, at least five, in three organizations (if as many use it), and twice as often as the previous release.",
            { percent: rollbackPercent },
          )}
        </p>
      )}
      {/* After the list has loaded, which would push it down. */}
      {(releases !== undefined || failure !== undefined) && <BrowserErrors now={now} titles={titles} />}
      {confirming && (
        <ConfirmDialog
          title={t("Roll back {module}?", { module: confirming.title })}
          description={t(
            confirming.trial
              ? "Canary {version} ends. Everyone gets {before}."
              : "Version {version} is withdrawn. Everyone gets {before}.",
            { version: confirming.version, before: confirming.before ?? "" },
          )}
          confirmText={t("Roll back")}
          confirmVariant="danger"
          busy={rollback.isPending}
          onConfirm={() => rollback.mutate(confirming)}
          onClose={() => setConfirming(undefined)}
          focusAfter={list}
        />
      )}
    </Page>
  );
}
